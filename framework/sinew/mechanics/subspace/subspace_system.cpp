#include <cmath>
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/subspace/subspace_system.hpp>
#include <sinew/mechanics/system/body_system_motion.hpp>

namespace sinew {

void clamp_eigenvalues(Eigen::MatrixXd& K) {
    if (Eigen::LLT<Eigen::MatrixXd>(K).info() == Eigen::Success) return;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(K);
    K = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() *
        eigen.eigenvectors().transpose();
}

SubspaceSystem::SubspaceSystem(std::unique_ptr<FullSpaceSystem> full, const BodyParts& parts,
                               const Eigen::Ref<const Eigen::MatrixXd>& U,
                               std::unique_ptr<ReducedForces> forces, SubspaceHistory history)
    : full_(std::move(full)),
      points_(full_->body().mesh.positions, U),
      loads_(full_->body(), parts.loads, full_->mass(), points_),
      forces_(std::move(forces)),
      history_(std::move(history)) {
    const double root_mass = std::sqrt(full_->mass().row_sums().sum());
    length_scale_ = full_->length_scale() * root_mass;
    force_scale_ = full_->force_scale() / root_mass;
    accepted_ = SubspaceSystem::initial();
    move_to(0);
}

State SubspaceSystem::initial() const {
    const State full = full_->initial();
    State state;
    Vector momentum;
    full_->mass().multiply(full.q, momentum);
    state.q = points_.rows() * momentum;
    full_->mass().multiply(full.v, momentum);
    state.v = points_.rows() * momentum;
    state.a = Vector::Zero(size());
    return state;
}

void SubspaceSystem::move_to(double t) {
    t_ = t;
    loads_.move_to(t);
}

bool SubspaceSystem::begin_step(State& state, double, double) {
    damping_known_ = false;
    step_q_ = state.q;
    return false;
}

void SubspaceSystem::accept(const State& state, double t, const Vector&) {
    SINEW_ASSERT(state.q.size() == size(), "{} != {}", state.q.size(), size());
    if (t != t_) move_to(t);
    accepted_ = state;
}

void SubspaceSystem::set_damping(const Rayleigh& damping) {
    damping_ = damping;
    full_->set_damping(damping);
    step_q_ = accepted_.q;
    damping_known_ = false;
}

Event& SubspaceSystem::name_body(Event& event) const {
    if (event) event.body = body().path;
    return event;
}

/// Often the first iterate of a step, whose stiffness is known anyway.
const Eigen::MatrixXd& SubspaceSystem::damping_stiffness() {
    if (damping_known_) return damping_K_;
    if (!is_known_ || known_q_ != step_q_) {
        const Event event =
            forces_->forces_and_stiffness(step_q_, Definiteness::exact, work_, damping_K_);
        SINEW_ASSERT(!event, "a step began where {}", event.describe());
    } else {
        damping_K_ = known_K_;
    }
    clamp_eigenvalues(damping_K_);
    damping_known_ = true;
    return damping_K_;
}

void SubspaceSystem::forces(const Vector& q, const Vector& v, Forces& out) {
    out.event = forces_->forces(q, out.internal);
    out.external = loads_.dead();
    if (name_body(out.event)) return;
    if (damping_.mass != 0) out.internal += damping_.mass * v;
    if (damping_.stiffness != 0)
        out.internal.noalias() += damping_.stiffness * (damping_stiffness() * v);
    if (loads_.any_follower())
        loads_.add_followers(BodyMotion(*this, q, v), Definiteness::exact, out.external, nullptr,
                             nullptr);
}

const Tangent& SubspaceSystem::tangent(const Vector& q, const Vector& v,
                                       const TangentWeights& weights, Definiteness definiteness,
                                       Forces* out) {
    Event event;
    if (definiteness == Definiteness::exact) {
        event = forces_->forces_and_stiffness(q, definiteness, known_f_, known_K_);
        known_q_ = q;
        is_known_ = !event;
        tangent_.matrix = weights.stiffness * known_K_;
    } else {
        event = forces_->forces_and_stiffness(q, definiteness, work_, K_);
        tangent_.matrix = weights.stiffness * K_;
    }
    if (out) {
        out->event = event;
        out->internal = definiteness == Definiteness::exact ? known_f_ : work_;
        out->external = loads_.dead();
        name_body(out->event);
    }
    if (event) return tangent_;
    if (damping_.mass != 0 && out) out->internal += damping_.mass * v;
    tangent_.matrix.diagonal().array() += weights.mass + damping_.mass * weights.damping;
    if (damping_.stiffness != 0 && (out || weights.damping != 0)) {
        const Eigen::MatrixXd& K = damping_stiffness();
        if (out) out->internal.noalias() += damping_.stiffness * (K * v);
        tangent_.matrix += weights.damping * damping_.stiffness * K;
    }
    tangent_.is_symmetric = true;
    if (loads_.any_follower()) {
        K_.setZero(size(), size());
        C_.setZero(size(), size());
        Vector unused = Vector::Zero(size());
        loads_.add_followers(BodyMotion(*this, q, v), definiteness, out ? out->external : unused,
                             &K_, &C_);
        tangent_.matrix += weights.stiffness * K_ + weights.damping * C_;
        tangent_.is_symmetric = loads_.symmetric();
    }
    return tangent_;
}

Energies SubspaceSystem::energies(const Vector& q, const Vector& v) {
    Energies energies;
    energies.kinetic = 0.5 * v.squaredNorm();
    energies.elastic = forces_->energy(q);
    energies.external = loads_.potential(BodyMotion(*this, q, v), q);
    return energies;
}

double SubspaceSystem::potential(const Vector& q) {
    const Vector at_rest = Vector::Zero(size());
    return forces_->energy(q) + loads_.potential(BodyMotion(*this, q, at_rest), q);
}

double SubspaceSystem::dissipation(const Vector& v) {
    double sum = damping_.mass * v.squaredNorm();
    if (damping_.stiffness != 0) sum += damping_.stiffness * v.dot(damping_stiffness() * v);
    return 0.5 * sum;
}

bool SubspaceSystem::conservative() const {
    const Vector at_rest = Vector::Zero(size());
    return loads_.conservative(BodyMotion(*this, accepted_.q, at_rest));
}

double SubspaceSystem::highest_frequency(const Vector& q) {
    if (forces_->forces_and_stiffness(q, Definiteness::exact, work_, K_))
        return std::numeric_limits<double>::infinity();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(K_, Eigen::EigenvaluesOnly);
    return std::sqrt(std::max(eigen.eigenvalues().maxCoeff(), 0.0));
}

void SubspaceSystem::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/t", t_);
    archive.put(prefix + "/q", accepted_.q);
    archive.put(prefix + "/v", accepted_.v);
    archive.put(prefix + "/a", accepted_.a);
}

void SubspaceSystem::restore(const Archive& archive, const std::string& prefix) {
    accepted_.q = archive.vector(prefix + "/q", size());
    accepted_.v = archive.vector(prefix + "/v", size());
    accepted_.a = archive.vector(prefix + "/a", size());
    move_to(archive.number(prefix + "/t"));
}

void SubspaceSystem::report(nlohmann::json& report) const {
    full_->report(report);
    report["coordinates"] = size();
    report["reduction"] = {{"basis", history_.basis},
                           {"basis_file", history_.file},
                           {"basis_seconds", history_.seconds},
                           {"forces", history_.forces}};
    forces_->report(report["reduction"]["model"]);
}

Eigen::Vector3d SubspaceSystem::position(const MaterialPoint& point, const Vector& q) const {
    return points_.rest(point) + points_.displacement(point, q);
}

Eigen::Vector3d SubspaceSystem::velocity(const MaterialPoint& point, const Vector&,
                                         const Vector& v) const {
    return points_.displacement(point, v);
}

Points SubspaceSystem::positions(const Vector& q) const {
    return points_.rest() + points_.displacements(q).reshaped(3, points_.n_nodes());
}

Points SubspaceSystem::velocities(const Vector&, const Vector& v) const {
    return points_.displacements(v).reshaped(3, points_.n_nodes());
}

void SubspaceSystem::add_point_force(const MaterialPoint& point, const Eigen::Vector3d& force,
                                     const Vector&, Vector& f) const {
    points_.pull_back(point, force, f);
}

std::vector<BodySystem::Jacobian> SubspaceSystem::point_jacobian(const MaterialPoint& point,
                                                                 const Vector&) const {
    return {{0, points_.jacobian(point)}};
}

Eigen::MatrixXd SubspaceSystem::deformation_gradients(const Vector& q) const {
    return full_->deformation_gradients(points_.displacements(q));
}
Eigen::MatrixXd SubspaceSystem::cauchy_stresses(const Vector& q) const {
    return full_->cauchy_stresses(points_.displacements(q));
}
Eigen::VectorXd SubspaceSystem::energy_densities(const Vector& q) const {
    return full_->energy_densities(points_.displacements(q));
}

Points SubspaceSystem::reactions() const {
    const Vector u = points_.displacements(accepted_.q), v = points_.displacements(accepted_.v);
    Vector inertia;
    full_->mass().multiply(points_.displacements(accepted_.a), inertia);
    full_->move_to(t_);
    Forces forces;
    full_->forces(u, v, forces);
    Points reactions = Points::Zero(3, points_.n_nodes());
    if (forces.event) return reactions;
    const std::vector<Index>& held = full_->prescribed().coordinates;
    reactions.reshaped()(held) = (inertia + forces.internal - forces.external)(held);
    return reactions;
}

}  // namespace sinew
