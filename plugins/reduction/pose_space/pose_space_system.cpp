#include "pose_space_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <Eigen/Cholesky>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>
#include <sinew/mechanics/reduced/exportable.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>
#include <sinew/mechanics/system/body_system_motion.hpp>
#include <sinew/player/step.hpp>

#include "exported_pose_space.hpp"
#include "posed_points.hpp"

namespace sinew::pose_space {

PoseSpaceSystem::PoseSpaceSystem(ReducedParts&& parts, std::unique_ptr<PosedMotion> motion,
                                 BasesReport bases, InertiaParts inertia,
                                 std::optional<UnilateralContacts> contacts, int check_every)
    : ReducedSystem(std::move(parts),
                    std::make_unique<PosedPoints>(parts.full->body().mesh, *motion)),
      motion_(std::move(motion)),
      bases_(std::move(bases)),
      parts_(std::move(inertia)),
      contacts_(std::move(contacts)) {
    if (check_every > 0) check_.emplace(check_every);
    if (parts_.sample) {
        motion_->rest.keep(parts_.few->sampled()->needed());
    } else if (parts_.few) {
        motion_->rest.keep_vectors();
    } else {
        std::vector<int> all(std::size_t(motion_->rest.n_nodes()));
        std::iota(all.begin(), all.end(), 0);
        motion_->rest.keep(all);
    }
    PoseSpaceSystem::move_to(0);
    set_committed(PoseSpaceSystem::initial());
}

Diagnostic PoseSpaceSystem::lacks(Facet facet) const {
    Diagnostic diagnostic = System::lacks(facet);
    if (facet == Facet::explicit_dynamics)
        diagnostic.message = body().path +
                             ": the mass in a subspace that changes with the pose is not "
                             "diagonal, and explicit steps need one that is";
    return diagnostic;
}

/// By the mass's scalar product.
Vector PoseSpaceSystem::projected(const Points& u) const {
    if (u.isZero(0)) return Vector::Zero(motion_->basis.size());
    const Points from_root = motion_->turn().transpose() * u;
    Vector momentum;
    full().mass().multiply(from_root.reshaped(), momentum);
    return motion_->basis.mass().llt().solve(motion_->basis.all().transpose() * momentum);
}

Vector PoseSpaceSystem::with_time(double s, const Vector& q) const {
    if (!motion_->transition) return q;
    Vector all(size());
    all << s, q;
    return all;
}

State PoseSpaceSystem::initial() const {
    return {with_time(time(), projected(body().initial_displacement)),
            with_time(1, projected(body().initial_velocity)), Vector::Zero(size())};
}

void PoseSpaceSystem::move_to(double t) {
    motion_->move_to(t);
    follow(t);
    ReducedSystem::move_to(t);
    find_inertia();
    if (!motion_->transition) return;
    Transition& transition = *motion_->transition;
    transition.move_to(t);
    if (transition.is_under_way())
        transition.lead_to(points().positions(with_time(t, transition.q_start())));
}

void PoseSpaceSystem::follow(double t) {
    const Stopwatch watch(seconds_rows_);
    Event event = reduced_forces().following()->follow(*motion_);
    elastic().forget();
    if (name_body(event))
        throw ComputationError(fmt::format("{}, at time {:.6g} s", event.describe(), t),
                               "what the rig makes of the body is no shape that it can be at rest "
                               "in: bend it less sharply there");
    if (contacts_) contacts_->follow(*motion_);
}

bool PoseSpaceSystem::begin_step(State& state, double t, double dt) {
    if (t != time()) move_to(t);  // an attempt before has failed
    const bool jumps = dt > 0 && motion_->rest.shape().jumps(t, t + dt);
    if (jumps) jump(t + dt, state);
    RootMotion& root = motion_->root;
    if (motion_->transition) {
        if (jumps || dt == 0)
            motion_->transition->forget();
        else
            motion_->transition->begin(dt, deformation(state.q), points().positions(state.q));
    }
    motion_->rest.begin_step(dt, jumps);
    history_.begin_step(dt, deformation(state.q), deformation(state.v), root.end, motion_->basis,
                        jumps);
    root.start = root.end;
    root.dt = dt;
    return ReducedSystem::begin_step(state, t, dt) || jumps;
}

/// What it deforms by goes with the root, and is found anew in the basis that is there. Its rate is
/// R U q' and the change of R U over the step before, which acts on q- of its start.
void PoseSpaceSystem::jump(double t, State& state) {
    const PoseBasis& basis = motion_->basis;
    const auto of_nodes = [&](const Vector& q) { return basis.displacements(basis.kept(q)); };
    const BasisHistory::Step& before = history_.done();
    const Points u = of_nodes(deformation(state.q));
    Points v = of_nodes(deformation(state.v));
    if (before.dt > 0) {
        const Eigen::Matrix3d turn = motion_->turn().transpose() * before.root.linear();
        const Points now = of_nodes(before.q);
        v += (now - turn * (history_.neglects_basis_rate() ? now : basis.displacements(before.u))) /
             before.dt;
    }
    move_to(t);
    const Eigen::Matrix3d R = motion_->turn();
    state.q = with_time(t, projected(R * u));
    state.v = with_time(1, projected(R * v));
}

void PoseSpaceSystem::commit(const State& state, double t, const Vector& reactions) {
    ReducedSystem::commit(state, t, reactions);
    if (check_ && check_->is_due()) check_errors(deformation(state.q));
    if (contacts_) deepest_ = std::max(deepest_, contacts_->penetration(deformation(state.q)));
    if (!history_.is_in_step()) return;
    history_.commit();
    motion_->rest.commit();
}

/// Accelerations of all nodes that q'' does not hold, x y z a node [m/s^2].
Vector PoseSpaceSystem::node_accelerations() const {
    const RestHistory& rest = motion_->rest;
    Points a = rest.shape().inertia_gain() * rest.all_accelerations();
    const PoseBasis& basis = motion_->basis;
    if (history_.root_turns(motion_->turn()) || history_.basis_moves(basis.weights())) {
        const BasisHistory::Terms& c = history_.terms(basis, motion_->turn());
        a += motion_->turn() *
             (basis.displacements(c.end) + c.R_start * basis.displacements(c.start) +
              c.R_before * basis.displacements(c.before));
    }
    return a.reshaped();
}

Vector PoseSpaceSystem::inertia_of_all() const {
    Vector momentum;
    full().mass().multiply(node_accelerations(), momentum);
    return motion_->vectors().transpose() * momentum;
}

void PoseSpaceSystem::find_inertia() {
    const Stopwatch watch(seconds_inertia_);
    inertia_.setZero(motion_->basis.size());
    if (!has_inertia_ || !history_.is_in_step()) return;
    if (parts_.few && (parts_.serves_turns() || !history_.root_turns(motion_->turn()))) {
        const RestHistory& rest = motion_->rest;
        if (parts_.sample)
            rest.find_accelerations(parts_.few->sampled()->needed(), accelerations_);
        else
            rest.find_linear_accelerations(accelerations_);
        parts_.few->find(motion_->basis, history_, motion_->root.end, accelerations_, inertia_);
    } else {
        inertia_ = inertia_of_all();
    }
    inertia_ *= -1;
}

/// At the end of a step, where the full system is moved to.
void PoseSpaceSystem::check_errors(const Vector& q) {
    const Eigen::MatrixXd& U = motion_->vectors();
    Vector reduced, internal;
    if (!reduced_forces().forces(q, reduced) && !full().assembler().forces(U * q, internal))
        check_->internal.add(time(), reduced, U.transpose() * internal);
    if (has_inertia_ && history_.is_in_step())
        check_->inertia.add(time(), inertia_, -inertia_of_all());
}

void PoseSpaceSystem::apply_mass(const Vector& x, Vector& y) const {
    if (!motion_->transition) return player::multiply(motion_->basis.mass(), x, y);
    y.setZero(size());
    y.tail(motion_->basis.size()) = motion_->basis.mass() * deformation(x);
}

void PoseSpaceSystem::forces(const Vector& q, const Vector& v, Forces& out) {
    q_ = deformation(q);
    out.event = elastic().forces(q_, deformation(v), f_);
    if (name_body(out.event)) return;
    if (contacts_) contacts_->add_forces(q_, f_);
    out.internal.setZero(size());
    out.internal.tail(f_.size()) = f_;
    add_mass_damping(v, out.internal);
    add_loads(q, v, {}, Definiteness::exact, out.external, nullptr);
    out.external.tail(inertia_.size()) += inertia_;
}

const Tangent& PoseSpaceSystem::tangent(const Vector& q, const Vector& v,
                                        const TangentWeights& weights, Definiteness definiteness,
                                        Forces* wanted) {
    Forces& out = wanted ? *wanted : unwanted_;
    q_ = deformation(q);
    Eigen::MatrixXd& A = motion_->transition ? A_ : tangent_.matrix;
    out.event = elastic().forces_and_tangent(q_, deformation(v), weights.stiffness, weights.damping,
                                             definiteness, f_, A);
    if (name_body(out.event)) return tangent_;
    if (contacts_) contacts_->add_forces_and_stiffness(q_, weights.stiffness, f_, A);
    player::add_scaled(player::mass_weight(weights.mass, weights.damping, mass_damping()),
                       motion_->basis.mass(), A);
    if (motion_->transition) {
        tangent_.matrix.setZero(size(), size());
        tangent_.matrix.bottomRightCorner(A.rows(), A.cols()) = A;
    }
    out.internal.setZero(size());
    out.internal.tail(f_.size()) = f_;
    add_mass_damping(v, out.internal);
    tangent_.is_symmetric = add_loads(q, v, weights, definiteness, out.external, &tangent_.matrix);
    out.external.tail(inertia_.size()) += inertia_;
    return tangent_;
}

Energies PoseSpaceSystem::stored_energies(const Vector& q, const Vector& v) {
    Energies energies;
    q_ = deformation(q);
    energies.elastic = reduced_forces().energy(q_);
    if (contacts_) energies.coupling = contacts_->energy(q_);
    energies.external = loads().potential(BodyMotion(*this, q, v), q) +
                        loads().potential_of_uniform(rest_positions() - body().mesh.positions);
    return energies;
}

double PoseSpaceSystem::potential(const Vector& q) {
    const double of_contacts = contacts_ ? contacts_->energy(deformation(q)) : 0;
    return ReducedSystem::potential(q) + of_contacts - inertia_.dot(deformation(q));
}

double PoseSpaceSystem::kinetic_energy(const Vector& q, const Vector& v) {
    if (!has_inertia_) return 0;  // of statics, along which the rig takes the body all the same
    const Vector of_nodes = points().velocities(q, v).reshaped();
    full().mass().multiply(of_nodes, Mv_);
    return 0.5 * of_nodes.dot(Mv_);
}

bool PoseSpaceSystem::conservative() const {
    const Vector at_rest = Vector::Zero(size());
    return loads().conservative(BodyMotion(*this, committed_state().q, at_rest));
}

std::vector<BodySystem::Jacobian> PoseSpaceSystem::point_jacobian(const MaterialPoint& point,
                                                                  const Vector& q) const {
    if (motion_->transition && motion_->transition->alone_moves(point))
        return {{0, motion_->transition->rate(point)}};
    return ReducedSystem::point_jacobian(point, q);
}

PointFields PoseSpaceSystem::point_fields(const Vector& q) const {
    full().move_to(time());
    return ReducedSystem::point_fields(q);
}

Points PoseSpaceSystem::reactions() const {
    const State& at = committed_state();
    const Eigen::MatrixXd& U = motion_->vectors();
    const Vector u = U * deformation(at.q);
    Vector acceleration = U * (deformation(at.a) + mass_damping() * deformation(at.v)), inertia,
           internal;
    if (has_inertia_ && history_.step().dt > 0) acceleration += node_accelerations();
    full().mass().multiply(acceleration, inertia);
    Points reactions = Points::Zero(3, motion_->basis.n_nodes());
    if (full().assembler().forces(u, internal)) return reactions;
    State of_nodes{full_displacements(at.q), Vector::Zero(u.size()), {}};
    full().begin_step(of_nodes, time(), 0);
    Forces loaded;
    full().forces(of_nodes.q, of_nodes.v, loaded);
    if (loaded.event) return reactions;
    const std::vector<Index>& constrained = full().prescribed().dofs;
    reactions.reshaped()(constrained) = (inertia + internal - loaded.external)(constrained);
    return reactions;
}

void PoseSpaceSystem::save(Archive& archive, const std::string& prefix) const {
    ReducedSystem::save(archive, prefix);
    motion_->rest.save(archive, prefix + "/rest");
    if (check_) check_->save(archive, prefix + "/check");
    if (contacts_) archive.put(prefix + "/deepest_penetration", deepest_);
    const BasisHistory::Step& done = history_.done();
    archive.put(prefix + "/before/dt", done.dt);
    if (done.dt == 0) return;
    archive.put(prefix + "/before/q", done.q);
    archive.put(prefix + "/before/weights", done.weights);
    archive.put(prefix + "/before/u", done.u);
    archive.put(prefix + "/before/root", Vector(done.root.matrix().reshaped()));
}

void PoseSpaceSystem::restore(const Archive& archive, const std::string& prefix) {
    BasisHistory::Step done;
    done.dt = archive.number(prefix + "/before/dt");
    RootMotion& root = motion_->root;
    root = {};
    if (done.dt > 0) {
        done.q = archive.vector(prefix + "/before/q", motion_->basis.size());
        done.weights = archive.vector(prefix + "/before/weights", motion_->basis.n_poses());
        done.u = archive.vector(prefix + "/before/u", motion_->basis.kept(done.q).size());
        done.root.matrix() = archive.vector(prefix + "/before/root", 16).reshaped(4, 4);
        root.start = done.root;
        root.dt = done.dt;
    }
    history_.restart(std::move(done));
    if (motion_->transition) motion_->transition->forget();
    ReducedSystem::restore(archive, prefix);
    motion_->rest.restore(archive, prefix + "/rest");
    if (check_ && archive.has(prefix + "/check/steps")) check_->restore(archive, prefix + "/check");
    if (contacts_ && archive.has(prefix + "/deepest_penetration"))
        deepest_ = archive.number(prefix + "/deepest_penetration");
}

void PoseSpaceSystem::export_to(Archive& archive, const std::vector<double>& times,
                                const SourceMark& where) {
    const auto refuse = [&](const std::string& reason, const std::string& remedy) {
        throw InputError(where, fmt::format("{} cannot be exported: {}", body().path, reason),
                         remedy);
    };
    if (contacts_ && contacts_->push())
        refuse("a player of reduced models knows no unilateral contacts",
               "take contacts: {motion: together}, sliding or fixed, or none");
    if (motion_->basis.is_rotated())
        refuse("a player of reduced models mixes vectors as they are",
               "take interpolation: linear");
    if (!parts_.few)
        refuse("a player of reduced models does not sum inertia over all nodes",
               "take inertia: {tolerance: 0.03}");
    for (std::size_t k = 1; k < times.size(); ++k)
        if (motion_->rest.shape().jumps(times[k - 1], times[k]))
            refuse(
                fmt::format("its rig jumps until {:.6g} s, which a player of reduced models does "
                            "not know",
                            times[k]),
                "take a clip that does not begin anew (at_end: hold), let others fade in "
                "(fade_in), and take none of `jumps`");
    archive.put("size", std::int64_t(size()));
    if (const std::string reason = motion_->rest.shape().export_to(archive, times); !reason.empty())
        refuse(reason, "take rig: {type: skeleton}, or ik or psd of one");
    if (const std::string reason = reduced_forces().export_to(archive); !reason.empty())
        refuse(fmt::format("{} ({})", reason, forces_plugin()),
               "use forces: {type: cubature} with a material of " + exportable_laws() +
                   ", whose moduli are the same at all poses");
    export_pose_space(*motion_, *parts_.few, history_.neglects_basis_rate(), archive);
    loads().export_to(archive, times);
}

void PoseSpaceSystem::report(nlohmann::json& report) const {
    ReducedSystem::report(report);
    report.erase("most_limited_elements");  // which few elements do not know
    nlohmann::json& reduction = report["reduction"];
    report["degrees_of_freedom"] = motion_->basis.size();
    reduction["poses"] = motion_->basis.n_poses();
    reduction["least_norm_of_mixed_vectors"] = motion_->least_norm;
    reduction["alignment"] = nlohmann::json::array();
    for (const auto& [branch, angle] : bases_.tree)
        reduction["alignment"].push_back({{"pose", branch.pose},
                                          {"onto", branch.onto},
                                          {"largest_angle", angle * 180 / std::numbers::pi}});
    reduction["seconds"] = {{"rest_shape", motion_->seconds_rest_shape},
                            {"mixing", motion_->seconds_mixing},
                            {"rows", seconds_rows_},
                            {"inertia", seconds_inertia_}};
    if (!bases_.seconds.empty()) reduction["basis_seconds_of_poses"] = bases_.seconds;
    if (check_) reduction["check"] = check_->report();
    if (!bases_.contacts.empty()) reduction["vertices_in_contact"] = bases_.contacts;
    if (contacts_) reduction["deepest_penetration"] = deepest_;
    for (const BasisGap& gap : bases_.gaps)
        reduction["gaps"].push_back({{"time", gap.time}, {"gap", gap.gap}});
    if (!parts_.sample) {
        if (parts_.few) reduction["inertia"] = "in closed form";
        return;
    }
    const InertiaNodes& sample = *parts_.sample;
    reduction["inertia"] = {{"nodes", sample.nodes.size()},
                            {"of_nodes", motion_->basis.n_nodes()},
                            {"training_error", sample.training_error},
                            {"test_error", sample.test_error}};
}

}  // namespace sinew::pose_space
