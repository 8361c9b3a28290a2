#include <fmt/format.h>

#include <numeric>
#include <sinew/mechanics/math/cross_matrix.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/reduced/carried_system.hpp>
#include <sinew/mechanics/system/body_system_motion.hpp>

namespace sinew {

namespace {

constexpr Index n_frame = 6;

std::unique_ptr<FloatingPoints> carried_points(const SubspaceParts& parts) {
    const Points& rest = parts.full->body().mesh.positions;
    return std::make_unique<FloatingPoints>(
        rest, mean_position(rest, parts.full->prescribed().dofs), parts.U);
}

/// The matrix that gives s of S s = y by least squares; S: n x m, of full rank.
Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& S) {
    if (S.cols() == 0) return Eigen::MatrixXd(0, S.rows());
    const SingularDecomposition svd = singular_decomposition(S);
    return svd.V * svd.values.cwiseInverse().asDiagonal() * svd.U.transpose();
}

}  // namespace

CarriedSystem::CarriedSystem(SubspaceParts parts, Supports supports)
    : FramedSystem(std::move(parts), carried_points(parts)),
      supports_(std::move(supports)),
      inertia_(frame().rest(), frame().basis().all().transpose(), full().mass()) {
    const Eigen::MatrixXd columns = frame().basis().all().topRows(supports_.n_columns).transpose();
    from_dofs_ = pseudo_inverse(columns(supports_.motion->dofs(), Eigen::all));
    prescribed_.dofs.resize(std::size_t(n_frame + supports_.n_columns));
    std::iota(prescribed_.dofs.begin(), prescribed_.dofs.end(), Index(0));
    prescribed_.revision = 1;
    State at_rest{Vector::Zero(size()), Vector::Zero(size()), Vector::Zero(size())};
    at_rest.q.head<3>() = frame().center();
    set_committed(std::move(at_rest));
    CarriedSystem::move_to(0);
    set_committed(CarriedSystem::initial());
    step_start_ = committed_state().q;
    move_inertia_to(step_start_);
}

void CarriedSystem::move_to(double t) {
    ReducedSystem::move_to(t);
    prescribe(supports_.motion->at(t));
}

void CarriedSystem::prescribe(const SupportState& state) {
    const Index m = supports_.n_columns;
    Vector& q = prescribed_.q;
    q.resize(n_frame + m);
    q.head<3>() = state.frame.position;
    q.segment<3>(3) = rotation_vector(state.frame.R, committed_state().q.segment<3>(3));
    q.tail(m) = from_dofs_ * state.y;
    prescribed_.v.resize(n_frame + m);
    prescribed_.v << state.frame.velocity, state.frame.omega, from_dofs_ * state.y_rate;
    prescribed_.a.resize(n_frame + m);
    prescribed_.a << state.frame.acceleration, state.frame.omega_rate,
        from_dofs_ * state.y_acceleration;

    constexpr double tolerance = 1e-3;
    Vector left = state.y;
    for (std::size_t k = 0; k < supports_.motion->dofs().size(); ++k) {
        const Index dof = supports_.motion->dofs()[k];
        left(Index(k)) -= frame().basis().all().col(dof).head(m).dot(q.tail(m));
    }
    const double most = left.size() > 0 ? left.cwiseAbs().maxCoeff() : 0;
    if (most > tolerance * supports_.largest + 1e-6 * full().length_scale())
        throw ComputationError(
            fmt::format("the supports of {} are {:.3g} m from what the constraint modes of its "
                        "subspace can follow, at time {:.6g} s",
                        body().path, most, time()),
            "their motion differs from what it was when the basis was made: check `time` and what "
            "moves them, and make the basis anew");
}

bool CarriedSystem::begin_step(State& state, double t, double dt) {
    step_start_ = state.q;
    predicted_.begin(state, dt);
    return ReducedSystem::begin_step(state, t, dt);
}

void CarriedSystem::restore(const Archive& archive, const std::string& prefix) {
    ReducedSystem::restore(archive, prefix);
    step_start_ = committed_state().q;
}

/// What the scene says, and constraints at their nodes, seen from the frame and projected in the
/// mass's scalar product.
State CarriedSystem::initial() const {
    State of_nodes = full().initial();
    full().move_to(time());
    const Prescribed& given = full().prescribed();
    of_nodes.q(given.dofs) = given.q;
    of_nodes.v(given.dofs) = given.v;
    const Index n = frame().rest().cols(), m = prescribed_.q.size();
    const Eigen::Matrix3d R = FloatingPoints::rotation(prescribed_.q);
    const Eigen::Matrix3d Omega = cross_matrix(prescribed_.v.segment<3>(3));
    const Points x = (frame().rest() + of_nodes.q.reshaped(3, n)).colwise() + frame().center();
    const Points r = R.transpose() * (x.colwise() - Eigen::Vector3d(prescribed_.q.head<3>()));
    const Points rates = R.transpose() * (of_nodes.v.reshaped(3, n).colwise() -
                                          Eigen::Vector3d(prescribed_.v.head<3>())) -
                         Omega * r;
    State state{Vector::Zero(size()), Vector::Zero(size()), Vector::Zero(size())};
    Vector momentum;
    full().mass().multiply(Points(r - frame().rest()).reshaped(), momentum);
    state.q.tail(size() - n_frame) = frame().basis().all() * momentum;
    full().mass().multiply(rates.reshaped(), momentum);
    state.v.tail(size() - n_frame) = frame().basis().all() * momentum;
    state.q.head(m) = prescribed_.q;
    state.v.head(m) = prescribed_.v;
    return state;
}

void CarriedSystem::move_inertia_to(const Vector& q) {
    q_ = deformation(q);
    R_ = FloatingPoints::rotation(q);
}

/// Centrifugal and Coriolis forces at the q that the inertia has been moved to.
void CarriedSystem::add_velocity_forces(const Vector& v, Vector& f) const {
    const Eigen::Matrix3d Omega = cross_matrix(v.segment<3>(3));
    auto of_q = f.tail(q_.size());
    of_q += inertia_.of_position(Omega * Omega, q_);
    of_q.noalias() += 2 * (inertia_.matrix(Omega) * deformation(v));
}

/// These and alpha M v.
void CarriedSystem::add_inertia_forces(const Vector& v, Vector& f) {
    add_velocity_forces(v, f);
    add_mass_damping(v, f);
}

void CarriedSystem::forces(const Vector& q, const Vector& v, Forces& out) {
    move_inertia_to(q);
    out.event = elastic().forces(q_, deformation(v), f_);
    if (name_body(out.event)) return;
    out.internal.setZero(size());
    out.internal.tail(q_.size()) = f_;
    add_inertia_forces(v, out.internal);
    add_loads(q, v, {}, Definiteness::exact, out.external, nullptr);
}

void CarriedSystem::apply_mass(const Vector& x, Vector& y) const {
    y.resize(size());
    y.head<n_frame>().setZero();
    auto of_q = y.tail(q_.size());
    of_q = deformation(x);
    of_q.noalias() += inertia_.of_translation() * (R_.transpose() * x.head<3>());
    of_q += inertia_.of_position(cross_matrix(x.segment<3>(3)), q_);
}

/// How inertia changes with the frame's acceleration.
void CarriedSystem::add_frame_columns(double mass, Eigen::MatrixXd& A) const {
    const Index r = q_.size();
    A.block(n_frame, 0, r, 3) += mass * inertia_.of_translation() * R_.transpose();
    for (int k = 0; k < 3; ++k)
        A.col(3 + k).tail(r) +=
            inertia_.of_position(mass * cross_matrix(Eigen::Vector3d::Unit(k)), q_);
}

/// f += factor (M a + h(q, v) + alpha M v - dead loads) with M, loads and h at q, and with the
/// predicted accelerations in place of a, and velocities in alpha M v. Moves the inertia to q.
void CarriedSystem::add_predicted_inertia(const Vector& q, const Vector& v, double factor,
                                          Vector& f) {
    move_inertia_to(q);
    work_.setZero(size());
    loads().add_dead(q, work_);
    f -= factor * work_;
    apply_mass(predicted_.a(), work_);
    add_mass_damping(predicted_.v(), work_);
    add_velocity_forces(v, work_);
    f += factor * work_;
}

/// Adds to A, which has M and the softening by centrifugal forces, what inertia and dead loads
/// change by beside these from (q, v) to the predicted end of the step: to the columns of what is
/// prescribed, whose increments are known. The inertia is left at q.
void CarriedSystem::add_secant(const Vector& q, const Vector& v, double c_v,
                               const Eigen::MatrixXd& softening, Eigen::MatrixXd& A) {
    if (predicted_.dt() == 0) return;
    const Index m = prescribed_.v.size(), r = q_.size();
    predicted_.v().head(m) = prescribed_.v;
    predicted_.a().head(m) = prescribed_.a;
    predicted_.remainder(v, c_v, s_);
    const double length2 = s_.head(m).squaredNorm();
    if (!(length2 > 0)) return;
    q_end_ = q + s_;
    g_.setZero(size());
    add_predicted_inertia(q_end_, predicted_.v(), 1, g_);
    add_predicted_inertia(q, v, -1, g_);
    g_.tail(r).noalias() -= softening * deformation(s_);
    A.block(n_frame, 0, r, m) += g_.tail(r) * (s_.head(m).transpose() / length2);
}

const Tangent& CarriedSystem::tangent(const Vector& q, const Vector& v,
                                      const TangentWeights& weights, Definiteness definiteness,
                                      Forces* wanted) {
    Forces& out = wanted ? *wanted : unwanted_;
    move_inertia_to(q);
    out.event = elastic().forces_and_tangent(q_, deformation(v), weights.stiffness, weights.damping,
                                             definiteness, f_, A_);
    if (name_body(out.event)) return tangent_;
    const Index r = q_.size();
    out.internal.setZero(size());
    out.internal.tail(r) = f_;
    add_inertia_forces(v, out.internal);
    const double mass = weights.mass + mass_damping() * weights.damping;
    Eigen::MatrixXd& K = tangent_.matrix;
    K.setZero(size(), size());
    K.bottomRightCorner(r, r) = A_;
    K.diagonal().tail(r).array() += mass;
    const Eigen::Matrix3d Omega = cross_matrix(v.segment<3>(3));
    Eigen::MatrixXd softening = weights.stiffness * inertia_.matrix(Omega * Omega);
    if (definiteness != Definiteness::exact) softening.setZero();
    K.bottomRightCorner(r, r) += softening;
    add_frame_columns(mass, K);
    if (weights.mass > 0 && weights.damping > 0) add_secant(q, v, weights.damping, softening, K);
    tangent_.is_symmetric = add_loads(q, v, weights, definiteness, out.external, &K);
    return tangent_;
}

Diagnostic CarriedSystem::lacks(Facet facet) const {
    Diagnostic diagnostic = System::lacks(facet);
    if (facet == Facet::explicit_dynamics)
        diagnostic.message = body().path +
                             ": the inertia of moving supports acts on all coordinates of a "
                             "subspace, and explicit steps need a mass that is diagonal";
    if (facet == Facet::playable) {
        diagnostic.message = body().path +
                             " cannot be exported: its supports move, and a player steps bodies "
                             "whose supports stand still";
        diagnostic.remedy = "hold it by constraints that stand still";
    }
    return diagnostic;
}

double CarriedSystem::kinetic_energy(const Vector& q, const Vector& v) {
    move_inertia_to(q);
    return inertia_.kinetic(R_.transpose() * v.head<3>(), v.segment<3>(3), q_, deformation(v));
}

Energies CarriedSystem::stored_energies(const Vector& q, const Vector& v) {
    move_inertia_to(q);
    Energies energies;
    energies.elastic = reduced_forces().energy(q_);
    energies.external = loads().potential(BodyMotion(*this, q, v), q);
    return energies;
}

/// Velocities that the nodes have by the frame's motion alone, c' + R Omega r.
Points CarriedSystem::frame_velocities(const State& at) const {
    const Points r = frame().rest() + frame().basis().times(deformation(at.q));
    const Points turned = FloatingPoints::rotation(at.q) * (cross_matrix(at.v.segment<3>(3)) * r);
    return turned.colwise() + Eigen::Vector3d(at.v.head<3>());
}

/// x'' = c'' + R ((Omega' + Omega Omega) r + 2 Omega U q' + U q''), x y z a node.
Vector CarriedSystem::nodal_accelerations(const State& at) const {
    const Eigen::Matrix3d R = FloatingPoints::rotation(at.q);
    const Eigen::Matrix3d Omega = cross_matrix(at.v.segment<3>(3));
    const Eigen::Matrix3d spin = cross_matrix(at.a.segment<3>(3)) + Omega * Omega;
    const BasisRows& basis = frame().basis();
    const Points seen = spin * (frame().rest() + basis.times(deformation(at.q))) +
                        2 * Omega * basis.times(deformation(at.v)) + basis.times(deformation(at.a));
    return Points((R * seen).colwise() + Eigen::Vector3d(at.a.head<3>())).reshaped();
}

Points CarriedSystem::reactions() const {
    const State& at = committed_state();
    const Points& rest = body().mesh.positions;
    Vector inertia;
    full().mass().multiply(nodal_accelerations(at), inertia);
    // Stiffness damps velocities in the frame, by K where the step began; mass those in the world.
    const Points of_frame = frame_velocities(at);
    State of_nodes{(points().positions(step_start_) - rest).reshaped(),
                   (points().velocities(at.q, at.v) - of_frame).reshaped(),
                   {}};
    Vector momentum;
    full().mass().multiply(of_frame.reshaped(), momentum);
    inertia += mass_damping() * momentum;
    full().begin_step(of_nodes, time(), 0);
    of_nodes.q = (points().positions(at.q) - rest).reshaped();
    full().move_to(time());
    Forces forces;
    full().forces(of_nodes.q, of_nodes.v, forces);
    Points reactions = Points::Zero(3, rest.cols());
    if (forces.event) return reactions;
    const std::vector<Index>& constrained = full().prescribed().dofs;
    reactions.reshaped()(constrained) = (inertia + forces.internal - forces.external)(constrained);
    return reactions;
}

}  // namespace sinew
