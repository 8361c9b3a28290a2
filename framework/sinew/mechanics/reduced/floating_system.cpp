#include <sinew/mechanics/math/symmetric_secant.hpp>
#include <sinew/mechanics/reduced/floating_system.hpp>
#include <sinew/mechanics/system/body_system_motion.hpp>

namespace sinew {

namespace {

Eigen::Vector3d mass_center(const ElasticBody& full) {
    const Vector& mass = full.mass().row_sums();
    return full.body().mesh.positions * mass / mass.sum();
}

std::unique_ptr<FloatingPoints> floating_points(const SubspaceParts& parts) {
    return std::make_unique<FloatingPoints>(parts.full->body().mesh.positions,
                                            mass_center(*parts.full), parts.U);
}

}  // namespace

FloatingSystem::FloatingSystem(SubspaceParts parts)
    : FramedSystem(std::move(parts), floating_points(parts)),
      inertia_(frame().rest(), frame().basis().all().transpose(), full().mass()) {
    set_committed(FloatingSystem::initial());
    FloatingSystem::move_to(0);
}

/// Displacements have to be a translation; velocities give their momenta and their deformation.
State FloatingSystem::initial() const {
    const State of_nodes = full().initial();
    const Index n = frame().rest().cols();
    State state{Vector::Zero(size()), Vector::Zero(size()), Vector::Zero(size())};
    Vector momentum;
    full().mass().multiply(of_nodes.q, momentum);
    const Eigen::Vector3d shift = momentum.reshaped(3, n).rowwise().sum() / inertia_.mass();
    state.q.head<3>() = frame().center() + shift;
    state.q.tail(inertia_.n_deformations()) = frame().basis().all() * momentum;
    full().mass().multiply(of_nodes.v, momentum);
    const auto p = momentum.reshaped(3, n);
    Eigen::Vector3d spin = Eigen::Vector3d::Zero();
    for (Index i = 0; i < n; ++i)
        spin += Eigen::Vector3d(frame().rest().col(i)).cross(Eigen::Vector3d(p.col(i)));
    FloatingInertia at_rest = inertia_;
    at_rest.move_to(Vector::Zero(inertia_.n_deformations()));
    state.v.head<3>() = p.rowwise().sum() / inertia_.mass();
    state.v.segment<3>(3) = at_rest.J().llt().solve(spin);
    state.v.tail(inertia_.n_deformations()) = frame().basis().all() * momentum;
    return state;
}

bool FloatingSystem::begin_step(State& state, double t, double dt) {
    predicted_.begin(state, dt);
    return ReducedSystem::begin_step(state, t, dt);
}

void FloatingSystem::advance(Vector& q, const Vector& dq) const {
    const Eigen::Vector3d theta = FloatingPoints::composed(q.segment<3>(3), dq.segment<3>(3));
    q += dq;
    q.segment<3>(3) = theta;
}

/// h(q, v) and alpha M v, at the q that the inertia has been moved to.
void FloatingSystem::add_inertia_forces(const Vector& v, Vector& f) {
    const Index r = inertia_.n_deformations();
    inertia_.add_velocity_forces(v.segment<3>(3), v.tail(r), f.tail(3 + r));
    add_mass_damping(v, f);
}

/// f += factor (M a + h(q, v) + alpha M v - dead loads) with M, loads and h at q, and with the
/// predicted accelerations in place of a, and velocities in alpha M v. Moves the inertia to q.
void FloatingSystem::add_predicted_inertia(const Vector& q, const Vector& v, double factor,
                                           Vector& f) {
    inertia_.move_to(deformation(q));
    work_.setZero(size());
    loads().add_dead(q, work_);
    f -= factor * work_;
    apply_mass(predicted_.a(), work_);
    add_mass_damping(predicted_.v(), work_);
    const Index r = inertia_.n_deformations();
    inertia_.add_velocity_forces(v.segment<3>(3), v.tail(r), work_.tail(3 + r));
    f += factor * work_;
}

/// Sets s, the increment from (q, v) to the predicted end of the step, M s, and g, what inertia and
/// dead loads change by along it beyond c_M M s + c_v alpha M s. False if less than a quarter of
/// the step lies ahead of all but the centre. The inertia is left at q.
bool FloatingSystem::find_secant(const Vector& q, const Vector& v, double c_v) {
    constexpr double least_part = 0.25;
    if (predicted_.dt() == 0) return false;
    predicted_.remainder(v, c_v, s_);
    apply_mass(s_, Ms_);
    apply_mass(predicted_.v(), work_);
    const Index n = 3 + inertia_.n_deformations();
    const double whole =
        predicted_.dt() * predicted_.dt() * predicted_.v().tail(n).dot(work_.tail(n));
    const double left = s_.tail(n).dot(Ms_.tail(n));
    if (!(whole > 0) || !(left > least_part * least_part * whole)) return false;
    q_end_ = q;
    advance(q_end_, s_);
    g_.setZero(size());
    add_predicted_inertia(q_end_, predicted_.v(), 1, g_);
    add_predicted_inertia(q, v, -1, g_);
    return true;
}

void FloatingSystem::forces(const Vector& q, const Vector& v, Forces& out) {
    q_ = deformation(q);
    inertia_.move_to(q_);
    out.event = elastic().forces(q_, deformation(v), f_);
    if (name_body(out.event)) return;
    out.internal.setZero(size());
    out.internal.tail(q_.size()) = f_;
    add_inertia_forces(v, out.internal);
    add_loads(q, v, {}, Definiteness::exact, out.external, nullptr);
}

const Tangent& FloatingSystem::tangent(const Vector& q, const Vector& v,
                                       const TangentWeights& weights, Definiteness definiteness,
                                       Forces* wanted) {
    Forces& out = wanted ? *wanted : unwanted_;
    q_ = deformation(q);
    inertia_.move_to(q_);
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
    K.diagonal().head<3>().array() += mass * inertia_.mass();
    K.block<3, 3>(3, 3) += mass * inertia_.J();
    K.block(3, 6, 3, r) += mass * inertia_.A();
    K.block(6, 3, r, 3) += mass * inertia_.A().transpose();
    K.diagonal().tail(r).array() += mass;
    if (definiteness == Definiteness::exact && weights.mass > 0 && weights.damping > 0 &&
        find_secant(q, v, weights.damping))  // of all but the centre, whose inertia stays
        add_symmetric_secant(g_.tail(3 + r), Ms_.tail(3 + r), s_.tail(3 + r),
                             K.bottomRightCorner(3 + r, 3 + r));
    tangent_.is_symmetric = add_loads(q, v, weights, definiteness, out.external, &K);
    return tangent_;
}

void FloatingSystem::apply_mass(const Vector& x, Vector& y) const {
    const Index r = inertia_.n_deformations();
    y.resize(size());
    y.head<3>() = inertia_.mass() * x.head<3>();
    inertia_.multiply(x.segment<3>(3), x.tail(r), y.tail(3 + r));
}

Diagnostic FloatingSystem::lacks(Facet facet) const {
    Diagnostic diagnostic = System::lacks(facet);
    if (facet == Facet::explicit_dynamics)
        diagnostic.message = body().path +
                             ": the mass of a free body in a subspace couples its turning with its "
                             "deformation, and explicit steps need one that is diagonal";
    if (facet == Facet::playable) {
        diagnostic.message =
            body().path +
            " cannot be exported: nothing holds it, and a player steps bodies that are held";
        diagnostic.remedy = "hold the body: constraints: [{type: fixed, where: ...}]";
    }
    return diagnostic;
}

double FloatingSystem::kinetic_energy(const Vector& q, const Vector& v) {
    q_ = deformation(q);
    inertia_.move_to(q_);
    return 0.5 * inertia_.mass() * v.head<3>().squaredNorm() +
           inertia_.kinetic(v.segment<3>(3), deformation(v));
}

Energies FloatingSystem::stored_energies(const Vector& q, const Vector& v) {
    q_ = deformation(q);
    inertia_.move_to(q_);
    Energies energies;
    energies.elastic = reduced_forces().energy(q_);
    energies.external = loads().potential(BodyMotion(*this, q, v), q);
    return energies;
}

Points FloatingSystem::reactions() const {
    return Points::Zero(3, frame().rest().cols());
}

}  // namespace sinew
