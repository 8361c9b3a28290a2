#include "pose_space_system.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>
#include <sinew/mechanics/solve/stopwatch.hpp>
#include <sinew/mechanics/system/body_system_motion.hpp>

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
    if (parts_.sampled) {
        motion_->rest.keep(parts_.sampled->needed());
    } else if (!parts_.linear) {
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

/// The projection of what the scene says, in the mass's scalar product.
State PoseSpaceSystem::initial() const {
    const Eigen::LLT<Eigen::MatrixXd> mass(motion_->basis.mass());
    const auto projected = [&](const Points& u) {
        if (u.isZero(0)) return Vector(Vector::Zero(size()));
        Vector momentum;
        full().mass().multiply(u.reshaped(), momentum);
        return Vector(mass.solve(motion_->vectors().transpose() * momentum));
    };
    return {projected(body().initial_displacement), projected(body().initial_velocity),
            Vector::Zero(size())};
}

void PoseSpaceSystem::move_to(double t) {
    motion_->move_to(t);
    follow(t);
    ReducedSystem::move_to(t);
    find_inertia();
}

void PoseSpaceSystem::follow(double t) {
    const Stopwatch watch(seconds_rows_);
    Event event = reduced_forces().follow(*motion_);
    elastic().forget();
    if (name_body(event))
        throw ComputationError(fmt::format("{}, at time {:.6g} s", event.describe(), t),
                               "what the rig makes of the body is no shape that it can be at rest "
                               "in: bend it less sharply there");
    if (contacts_) contacts_->follow(*motion_);
}

bool PoseSpaceSystem::begin_step(State& state, double t, double dt) {
    if (t != time()) move_to(t);  // an attempt before has failed
    RootMotion& root = motion_->root;
    motion_->rest.begin_step(dt);
    const PoseBasis& basis = motion_->basis;
    before_ = done_;
    step_ = {dt, state.q, state.v, root.end, basis.weights(), basis.kept(state.q)};
    Vector terms = Vector::Zero(size());
    if (dt > 0) terms = state.q / (dt * dt) + state.v / dt;
    if (dt > 0 && before_.dt > 0) terms += before_.q / (dt * before_.dt);
    start_term_ = -basis.kept(terms);
    root.start = root.end;
    root.dt = dt;
    is_in_step_ = dt > 0;
    return ReducedSystem::begin_step(state, t, dt);
}

void PoseSpaceSystem::commit(const State& state, double t, const Vector& reactions) {
    ReducedSystem::commit(state, t, reactions);
    if (check_ && check_->is_due()) check_errors(state.q);
    if (contacts_) deepest_ = std::max(deepest_, contacts_->penetration(state.q));
    if (!is_in_step_) return;
    is_in_step_ = false;
    done_ = step_;
    motion_->rest.commit();
}

PoseSpaceSystem::BasisAcceleration PoseSpaceSystem::basis_acceleration() const {
    const PoseBasis& basis = motion_->basis;
    const double dt = step_.dt;
    const Eigen::Matrix3d back = motion_->turn().transpose();  // seen from the root at the end
    BasisAcceleration c{basis.kept(step_.q / (dt * dt) + step_.v / dt), start_term_,
                        Vector::Zero(start_term_.size()), back * step_.root.linear(),
                        back * before_.root.linear()};
    if (before_.dt > 0) c.before = before_.u / (dt * before_.dt);
    if (has_basis_rate_) return c;
    // All of them by the basis of the end.
    c.start = -c.end;
    if (before_.dt > 0) {
        c.before = basis.kept(before_.q / (dt * before_.dt));
        c.start -= c.before;
    }
    return c;
}

/// Accelerations of all nodes that q'' does not hold, x y z a node [m/s^2].
Vector PoseSpaceSystem::node_accelerations() const {
    const RestHistory& rest = motion_->rest;
    Points a = rest.shape().inertia_gain() * rest.all_accelerations();
    if (root_turns() || basis_moves()) {
        const PoseBasis& basis = motion_->basis;
        const BasisAcceleration c = basis_acceleration();
        a += motion_->turn() *
             (basis.displacements(c.end) + c.R_start * basis.displacements(c.start) +
              c.R_before * basis.displacements(c.before));
    }
    return a.reshaped();
}

bool PoseSpaceSystem::root_turns() const {
    const Eigen::Matrix3d start = step_.root.linear();
    return motion_->turn() != start || (before_.dt > 0 && before_.root.linear() != start);
}

bool PoseSpaceSystem::basis_moves() const {
    const Vector& end = motion_->basis.weights();
    return has_basis_rate_ && (end != step_.weights || (before_.dt > 0 && end != before_.weights));
}

Vector PoseSpaceSystem::inertia_of_all() const {
    Vector momentum;
    full().mass().multiply(node_accelerations(), momentum);
    return motion_->vectors().transpose() * momentum;
}

/// R'' and c'' as differences over the step begun and the one before it; zero in the first.
RootAcceleration PoseSpaceSystem::root_acceleration() const {
    if (before_.dt == 0) return {};
    const auto difference = [&](const auto& end, const auto& start, const auto& before) {
        return (((end - start) / step_.dt - (start - before) / before_.dt) / step_.dt).eval();
    };
    const Eigen::Isometry3d& end = motion_->root.end;
    return {difference(end.linear(), step_.root.linear(), before_.root.linear()),
            difference(end.translation(), step_.root.translation(), before_.root.translation())};
}

/// What the root gives the shapes of the poses is exact, and so is what the basis gives as it
/// changes; the rest is by the sample.
Vector PoseSpaceSystem::inertia_of_sample() const {
    const Eigen::Matrix3d R = motion_->turn();
    const RestHistory& rest = motion_->rest;
    const double gain = rest.shape().inertia_gain();
    const RootAcceleration root = root_acceleration();
    Points accelerations = rest.accelerations(parts_.sampled->needed());
    accelerations -= (root.A * parts_.sampled->shape(motion_->basis.weights())).colwise() + root.b;
    Points momenta = gain * parts_.sampled->momenta(accelerations);
    Vector exact = gain * parts_.sampled->of_root(motion_->basis, R, root);
    if (root_turns() || basis_moves()) {
        const BasisAcceleration c = basis_acceleration();
        exact += motion_->basis.momentum(c.end + c.start + c.before);
        const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
        if (root_turns())
            momenta += R * ((c.R_start - I) * parts_.sampled->momenta(c.start) +
                            (c.R_before - I) * parts_.sampled->momenta(c.before));
    }
    return exact + parts_.sampled->of_momenta(motion_->basis, R, momenta);
}

Vector PoseSpaceSystem::inertia_in_closed_form() const {
    if (root_turns() && !parts_.rotated) return inertia_of_all();
    const PoseBasis& basis = motion_->basis;
    const RestHistory& rest = motion_->rest;
    Vector sum = rest.shape().inertia_gain() *
                 parts_.linear->of(basis, motion_->turn(), rest.linear_accelerations());
    if (!root_turns() && !basis_moves()) return sum;
    const BasisAcceleration c = basis_acceleration();
    sum += basis.momentum(c.end + c.start + c.before);
    if (!root_turns()) return sum;
    const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
    const Vector& w = basis.weights();
    return sum + basis.scales().cwiseProduct(parts_.rotated->times(w, c.R_start - I, c.start) +
                                             parts_.rotated->times(w, c.R_before - I, c.before));
}

void PoseSpaceSystem::find_inertia() {
    const Stopwatch watch(seconds_inertia_);
    inertia_.setZero(size());
    if (!has_inertia_ || !is_in_step_) return;
    inertia_ = parts_.sampled  ? -inertia_of_sample()
               : parts_.linear ? -inertia_in_closed_form()
                               : -inertia_of_all();
}

/// At the end of a step, where the full system is moved to.
void PoseSpaceSystem::check_errors(const Vector& q) {
    const Eigen::MatrixXd& U = motion_->vectors();
    Vector reduced, internal;
    if (!reduced_forces().forces(q, reduced) && !full().assembler().forces(U * q, internal))
        check_->internal.add(time(), reduced, U.transpose() * internal);
    if (has_inertia_ && is_in_step_) check_->inertia.add(time(), inertia_, -inertia_of_all());
}

void PoseSpaceSystem::apply_mass(const Vector& x, Vector& y) const {
    y.noalias() = motion_->basis.mass() * x;
}

void PoseSpaceSystem::forces(const Vector& q, const Vector& v, Forces& out) {
    out.event = elastic().forces(q, v, out.internal);
    if (name_body(out.event)) return;
    add_mass_damping(v, out.internal);
    if (contacts_) contacts_->add_forces(q, out.internal);
    add_loads(q, v, {}, Definiteness::exact, out.external, nullptr);
    out.external += inertia_;
}

const Tangent& PoseSpaceSystem::tangent(const Vector& q, const Vector& v,
                                        const TangentWeights& weights, Definiteness definiteness,
                                        Forces* wanted) {
    Forces& out = wanted ? *wanted : unwanted_;
    out.event = elastic().forces_and_tangent(q, v, weights.stiffness, weights.damping, definiteness,
                                             out.internal, tangent_.matrix);
    if (name_body(out.event)) return tangent_;
    add_mass_damping(v, out.internal);
    if (contacts_)
        contacts_->add_forces_and_stiffness(q, weights.stiffness, out.internal, tangent_.matrix);
    tangent_.matrix += (weights.mass + mass_damping() * weights.damping) * motion_->basis.mass();
    tangent_.is_symmetric = add_loads(q, v, weights, definiteness, out.external, &tangent_.matrix);
    out.external += inertia_;
    return tangent_;
}

Energies PoseSpaceSystem::stored_energies(const Vector& q, const Vector& v) {
    Energies energies;
    energies.elastic = reduced_forces().energy(q);
    if (contacts_) energies.coupling = contacts_->energy(q);
    energies.external = loads().potential(BodyMotion(*this, q, v), q) +
                        loads().potential_of_uniform(rest_positions() - body().mesh.positions);
    return energies;
}

double PoseSpaceSystem::potential(const Vector& q) {
    const double of_contacts = contacts_ ? contacts_->energy(q) : 0;
    return ReducedSystem::potential(q) + of_contacts - inertia_.dot(q);
}

double PoseSpaceSystem::kinetic_energy(const Vector& q, const Vector& v) {
    const Vector of_nodes = points().velocities(q, v).reshaped();
    full().mass().multiply(of_nodes, Mv_);
    return 0.5 * of_nodes.dot(Mv_);
}

bool PoseSpaceSystem::conservative() const {
    const Vector at_rest = Vector::Zero(size());
    return loads().conservative(BodyMotion(*this, committed_state().q, at_rest));
}

PointFields PoseSpaceSystem::point_fields(const Vector& q) const {
    full().move_to(time());
    return ReducedSystem::point_fields(q);
}

Points PoseSpaceSystem::reactions() const {
    const State& at = committed_state();
    const Eigen::MatrixXd& U = motion_->vectors();
    const Vector u = U * at.q;
    Vector acceleration = U * (at.a + mass_damping() * at.v), inertia, internal;
    if (has_inertia_ && step_.dt > 0) acceleration += node_accelerations();
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
    archive.put(prefix + "/before/dt", done_.dt);
    if (done_.dt == 0) return;
    archive.put(prefix + "/before/q", done_.q);
    archive.put(prefix + "/before/weights", done_.weights);
    archive.put(prefix + "/before/u", done_.u);
    archive.put(prefix + "/before/root", Vector(done_.root.matrix().reshaped()));
}

void PoseSpaceSystem::restore(const Archive& archive, const std::string& prefix) {
    is_in_step_ = false;
    step_ = before_ = done_ = {};
    motion_->root = {};
    done_.dt = archive.number(prefix + "/before/dt");
    RootMotion& root = motion_->root;
    if (done_.dt > 0) {
        done_.q = archive.vector(prefix + "/before/q", size());
        done_.weights = archive.vector(prefix + "/before/weights", motion_->basis.n_poses());
        done_.u = archive.vector(prefix + "/before/u", motion_->basis.kept(done_.q).size());
        done_.root.matrix() = archive.vector(prefix + "/before/root", 16).reshaped(4, 4);
        root.start = done_.root;
        root.dt = done_.dt;
    }
    ReducedSystem::restore(archive, prefix);
    motion_->rest.restore(archive, prefix + "/rest");
    if (check_ && archive.has(prefix + "/check/steps")) check_->restore(archive, prefix + "/check");
    if (contacts_ && archive.has(prefix + "/deepest_penetration"))
        deepest_ = archive.number(prefix + "/deepest_penetration");
}

void PoseSpaceSystem::report(nlohmann::json& report) const {
    ReducedSystem::report(report);
    report.erase("most_limited_elements");  // which few elements do not know
    nlohmann::json& reduction = report["reduction"];
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
    if (!parts_.sampled) {
        if (parts_.linear) reduction["inertia"] = "in closed form";
        return;
    }
    const InertiaNodes& sample = parts_.sampled->sample();
    reduction["inertia"] = {{"nodes", sample.nodes.size()},
                            {"of_nodes", motion_->basis.n_nodes()},
                            {"training_error", sample.training_error},
                            {"test_error", sample.test_error}};
}

}  // namespace sinew::pose_space
