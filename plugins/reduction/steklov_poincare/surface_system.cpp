#include "surface_system.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/blocked_sums.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>
#include <sinew/mechanics/skinning/skinning.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>

namespace sinew::steklov {

SurfaceSystem::SurfaceSystem(Parts parts)
    : full_(std::move(parts.full)),
      sets_(std::move(parts.sets)),
      stiffness_(std::move(parts.stiffness)),
      rigged_(parts.rigged),
      start_(full_->body().mesh, parts.rigged),
      tolerance_(parts.tolerance),
      history_(std::move(parts.history)),
      origin_(std::move(parts.origin)),
      inverse_(*stiffness_, parts.sweeps),
      tangent_(*stiffness_, sets_, inverse_, responses_, parts.contact_in_preconditioner) {
    u_ = committed_u_ = full_->initial().q;
    committed_ = SurfaceSystem::initial();
    SurfaceSystem::move_to(0);
}

SurfaceSystem::~SurfaceSystem() = default;

State SurfaceSystem::initial() const {
    State state;
    sets_.take_surface(full_->initial().q, state.q);
    state.v.setZero(size());
    state.a.setZero(size());
    return state;
}

Diagnostic SurfaceSystem::lacks(Facet facet) const {
    Diagnostic diagnostic = System::lacks(facet);
    diagnostic.where = origin_.where;
    diagnostic.node_path = origin_.node_path;
    diagnostic.plugin = origin_.plugin;
    diagnostic.message = problem_of(Reduction::without_mass, origin_.plugin, name());
    diagnostic.remedy = Reduction::without_mass.remedy;
    return diagnostic;
}

/// Constrained nodes are all on the surface.
void SurfaceSystem::move_to(double t) {
    if (has_moved_ && t == t_) return;
    has_moved_ = true;
    t_ = t;
    full_->move_to(t);
    has_pose_ = is_known_ = has_forces_ = false;
    const Prescribed& constrained = full_->prescribed();
    prescribed_ = constrained;
    for (Index& i : prescribed_.dofs) i = 3 * Index(sets_.number[std::size_t(i / 3)]) + i % 3;
}

bool SurfaceSystem::begin_step(State& state, double t, double dt) {
    is_known_ = has_forces_ = false;
    u_ = committed_u_;
    sets_.put_surface(state.q, u_);
    start_.advance(u_, t, dt, has_begun_);
    sets_.take_surface(u_, state.q);
    move_to(t + dt);
    for (std::size_t k = 0; k < prescribed_.dofs.size(); ++k)
        state.q[prescribed_.dofs[k]] = prescribed_.q[Index(k)];
    sets_.put_surface(state.q, u_);
    return false;
}

void SurfaceSystem::commit(const State& state, double t, const Vector& reactions) {
    if (t != t_) move_to(t);
    committed_ = state;
    has_begun_ = true;
    committed_u_ = equilibrium(state.q);
    State whole{committed_u_, Vector::Zero(full_->size()), Vector::Zero(full_->size())};
    Vector at_nodes = Vector::Zero(full_->size());
    sets_.put_surface(reactions, at_nodes);
    full_->commit(whole, t, at_nodes);
}

/// The stiffness of the pose, and the rotations that skin the factors.
void SurfaceSystem::find_pose() const {
    if (has_pose_) return;
    has_pose_ = true;
    const Stopwatch watch(counts_.seconds_stiffness);
    ++counts_.stiffness;
    responses_.clear();
    tangent_.begin_pose();
    full_->assembler().forces_and_matrix(u_, Definiteness::exact, 1, 0, full_->mass().values(),
                                         work_, stiffness_->matrix);
    full_->add_load_stiffness(u_, stiffness_->matrix);
    if (rigged_) co_rotate_preconditioner();
    if (sets_.interior.empty()) return;
    pose_event_ = inverse_.update_pose();
}

void SurfaceSystem::co_rotate_preconditioner() const {
    NodeRotations rotations;
    blended_rotations(rigged_->nodes, rigged_->rig->at(t_), rotations);
    stiffness_->rotations_interior.clear();
    for (const int node : sets_.interior)
        stiffness_->rotations_interior.push_back(rotations[std::size_t(node)]);
    stiffness_->rotations_free.clear();
    for (const int k : sets_.free)
        stiffness_->rotations_free.push_back(rotations[std::size_t(sets_.surface[std::size_t(k)])]);
}

const Vector& SurfaceSystem::equilibrium(const Vector& q) const {
    if (is_known_ && of_ == q) return u_;
    find_pose();
    if (has_forces_ && q.allFinite())
        follow_surface(q);
    else
        find_forces(q);
    if (!event_) solve_interior();
    has_forces_ = !event_ && internal_.allFinite();
    of_ = q;
    is_known_ = true;
    return u_;
}

/// The first of a pose: those that follow are affine in displacements.
void SurfaceSystem::find_forces(const Vector& q) const {
    sets_.put_surface(q, u_);
    Forces forces;
    full_->forces(u_, Vector::Zero(full_->size()), forces);
    event_ = forces.event;
    internal_ = std::move(forces.internal);
    external_ = std::move(forces.external);
    if (!event_) event_ = pose_event_;
}

/// The interior comes along, as far as Newton's matrix has been asked how: a step of conjugate
/// gradients leaves a tenth or less of the forces inside for the solve that follows.
void SurfaceSystem::follow_surface(const Vector& q) const {
    const Vector way = q - of_;
    move_surface(way);
    const Vector answer = responses_.find(way);
    if (answer.size() > 0) move_interior(answer);
}

void SurfaceSystem::move_surface(const Vector& way) const {
    move(sets_.surface, stiffness_->ss, stiffness_->is, way);
}

void SurfaceSystem::move_interior(const Vector& way) const {
    move(sets_.interior, stiffness_->si, stiffness_->ii, way);
}

void SurfaceSystem::move(const std::vector<int>& nodes, const BlockView& to_surface,
                         const BlockView& inside, const Vector& way) const {
    for (std::size_t k = 0; k < nodes.size(); ++k)
        u_.segment<3>(3 * Index(nodes[k])) += way.segment<3>(3 * Index(k));
    Vector part = Vector::Zero(size());
    to_surface.add_product(stiffness_->matrix, 1, way, part);
    work_.resize(full_->size());
    sets_.put_surface(part, work_);
    part.setZero(3 * sets_.n_interior());
    inside.add_product(stiffness_->matrix, 1, way, part);
    sets_.put_interior(part, work_);
    internal_ += work_;
}

/// Typical force of the surface [N], by which Newton's method judges its residual: springs inside
/// may be far stronger. But where nothing pulls at the surface, a thousandth of those inside is
/// round-off enough.
double SurfaceSystem::typical_force() const {
    const double whole = std::max(blocked_norm(internal_), blocked_norm(external_));
    Vector on_surface;
    sets_.take_surface(internal_, on_surface);
    return std::min(whole, std::max(blocked_norm(on_surface), 1e-3 * whole));
}

/// Solves K_ii du = -f_i from the present interior. The typical force is known only afterwards, and
/// may ask for another round.
void SurfaceSystem::solve_interior() const {
    constexpr int most_rounds = 3;
    if (sets_.interior.empty()) return;
    const Stopwatch watch(counts_.seconds_solves);
    for (int round = 0; round < most_rounds && !event_; ++round) {
        sets_.take_interior(external_ - internal_, rhs_);
        const double norm = blocked_norm(rhs_), goal = tolerance_ * typical_force();
        if (!(norm > 1.01 * goal)) return;
        ++counts_.solves;
        const LinearOutcome outcome = inverse_.solve(rhs_, step_, goal / norm);
        counts_.iterations += outcome.iterations;
        event_ = outcome.event;
        if (!event_) move_interior(step_);
    }
    if (!event_) return;
    event_.body = name();
    event_.detail = "the interior: " + event_.detail;
}

void SurfaceSystem::forces(const Vector& q, const Vector&, Forces& out) {
    equilibrium(q);
    out.event = event_;
    sets_.take_surface(internal_, out.internal);
    sets_.take_surface(external_, out.external);
}

Energies SurfaceSystem::stored_energies(const Vector& q, const Vector&) {
    return full_->stored_energies(equilibrium(q), Vector::Zero(full_->size()));
}

double SurfaceSystem::potential(const Vector& q) {
    return full_->potential(equilibrium(q));
}

const Tangent& SurfaceSystem::tangent(const Vector& q, const Vector& v,
                                      const TangentWeights& weights, Definiteness, Forces* out) {
    SINEW_ASSERT(weights.mass == 0 && weights.stiffness == 1, "mass {}, stiffness {}", weights.mass,
                 weights.stiffness);
    find_pose();
    if (2 * responses_.size() > InteriorResponses::most) responses_.clear();
    if (out) forces(q, v, *out);
    if (sets_.interior.empty())
        tangent_.positions = full_->positions(u_)(Eigen::all, sets_.surface);
    return tangent_;
}

int SurfaceSystem::surface_number(const MaterialPoint& point, std::size_t k) const {
    const std::size_t node = std::size_t(point.nodes[k]);
    if (sets_.on_surface[node] || point.weights[k] == 0) return sets_.number[node];
    throw InputError(
        origin_.where,
        fmt::format("a force acts on node {} in the interior of {}, which {} keeps at equilibrium",
                    node, name(), origin_.plugin),
        "let contacts and couplings act on the skin, or give the reduction unknowns: volume");
}

Eigen::Vector3d SurfaceSystem::position(const MaterialPoint& point, const Vector& q) const {
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    const Vector* u = nullptr;
    for (std::size_t a = 0; a < std::size_t(point.n); ++a) {
        const int node = point.nodes[a];
        const Index number = 3 * Index(sets_.number[std::size_t(node)]);
        x += point.weights[a] * body().mesh.positions.col(node);
        if (sets_.on_surface[std::size_t(node)]) {
            x += point.weights[a] * q.segment<3>(number);
            continue;
        }
        if (!u) u = &equilibrium(q);
        x += point.weights[a] * u->segment<3>(3 * Index(node));
    }
    return x;
}

Eigen::Vector3d SurfaceSystem::velocity(const MaterialPoint&, const Vector&, const Vector&) const {
    return Eigen::Vector3d::Zero();
}

Points SurfaceSystem::positions(const Vector& q) const {
    return body().mesh.positions + equilibrium(q).reshaped(3, body().mesh.n_nodes());
}

Points SurfaceSystem::velocities(const Vector&, const Vector&) const {
    return Points::Zero(3, body().mesh.n_nodes());
}

void SurfaceSystem::add_point_force(const MaterialPoint& point, const Eigen::Vector3d& force,
                                    const Vector&, Vector& f) const {
    for (std::size_t a = 0; a < std::size_t(point.n); ++a)
        if (point.weights[a] != 0)
            f.segment<3>(3 * Index(surface_number(point, a))) += point.weights[a] * force;
}

/// Jacobians at the surface's nodes only: forces on others are refused, and are the first to be
/// asked for.
std::vector<BodySystem::Jacobian> SurfaceSystem::point_jacobian(const MaterialPoint& point,
                                                                const Vector&) const {
    std::vector<Jacobian> pieces;
    for (std::size_t a = 0; a < std::size_t(point.n); ++a) {
        const std::size_t node = std::size_t(point.nodes[a]);
        if (point.weights[a] != 0 && sets_.on_surface[node])
            pieces.push_back(
                {3 * Index(sets_.number[node]), point.weights[a] * Eigen::Matrix3d::Identity()});
    }
    return pieces;
}

PointFields SurfaceSystem::point_fields(const Vector& q) const {
    return full_->point_fields(equilibrium(q));
}

void SurfaceSystem::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/t", t_);
    archive.put(prefix + "/has_begun", std::int64_t(has_begun_));
    archive.put(prefix + "/q", committed_.q);
    archive.put(prefix + "/u", committed_u_);
    inverse_.save(archive, prefix + "/interior_inverse");
    start_.save(archive, prefix + "/start");
    full_->save(archive, prefix + "/full");
}

void SurfaceSystem::restore(const Archive& archive, const std::string& prefix) {
    committed_.q = archive.vector(prefix + "/q", size());
    has_begun_ = archive.integer(prefix + "/has_begun") != 0;
    full_->restore(archive, prefix + "/full");
    u_ = committed_u_ = archive.vector(prefix + "/u", full_->size());
    inverse_.restore(archive, prefix + "/interior_inverse");
    start_.restore(archive, prefix + "/start");
    has_moved_ = false;
    move_to(archive.number(prefix + "/t"));
}

void SurfaceSystem::report(nlohmann::json& report) const {
    full_->report(report);
    report["degrees_of_freedom"] = size();
    nlohmann::json& mine = report["reduction"];
    mine = history_;
    mine["free_nodes"] = sets_.free.size();
    mine["interior_nodes"] = sets_.interior.size();
    mine["skins"] = start_.skins();
    mine["stiffness_matrices"] = counts_.stiffness;
    mine["interior_solves"] = counts_.solves;
    mine["interior_iterations"] = counts_.iterations;
    mine["interior_spectrum"] = {inverse_.least(), inverse_.largest()};
    mine["seconds"] = {{"skinning", start_.seconds()},
                       {"stiffness", counts_.seconds_stiffness},
                       {"interior", counts_.seconds_solves}};
}

}  // namespace sinew::steklov
