#include <fmt/format.h>

#include <cmath>
#include <sinew/mechanics/reduced/exportable.hpp>
#include <sinew/mechanics/reduced/subspace_system.hpp>
#include <sinew/mechanics/system/body_system_motion.hpp>
#include <sinew/player/step.hpp>

namespace sinew {

namespace {

std::unique_ptr<ReducedPoints> constrained_points(const SubspaceParts& parts) {
    return std::make_unique<SubspacePoints>(parts.full->body().mesh.positions, parts.U);
}

}  // namespace

SubspaceSystem::SubspaceSystem(SubspaceParts parts)
    : ReducedSystem(std::move(parts), constrained_points(parts)),
      points_(static_cast<const SubspacePoints&>(points())),
      deformation_bound_(basis()) {
    set_committed(SubspaceSystem::initial());
    SubspaceSystem::move_to(0);
}

/// The projection of what the scene says, in the mass's scalar product.
State SubspaceSystem::initial() const {
    const State of_nodes = full().initial();
    State state;
    Vector momentum;
    full().mass().multiply(of_nodes.q, momentum);
    state.q = basis().all() * momentum;
    full().mass().multiply(of_nodes.v, momentum);
    state.v = basis().all() * momentum;
    state.a = Vector::Zero(size());
    return state;
}

void SubspaceSystem::apply_mass(const Vector& x, Vector& y) const {
    if (const Eigen::MatrixXd* M = changed_mass())
        y.noalias() = *M * x;
    else
        y = x;
}

Diagnostic SubspaceSystem::lacks(Facet facet) const {
    Diagnostic diagnostic = System::lacks(facet);
    if (facet == Facet::explicit_dynamics)
        diagnostic.message = body().path +
                             ": where densities change, the mass in a subspace is not diagonal, "
                             "and explicit steps need one that is";
    return diagnostic;
}

double SubspaceSystem::highest_frequency(const Vector& q) {
    return std::sqrt(elastic().largest_eigenvalue(q));
}

void SubspaceSystem::forces(const Vector& q, const Vector& v, Forces& out) {
    out.event = elastic().forces(q, v, out.internal);
    if (name_body(out.event)) return;
    add_mass_damping(v, out.internal);
    add_loads(q, v, {}, Definiteness::exact, out.external, nullptr);
}

const Tangent& SubspaceSystem::tangent(const Vector& q, const Vector& v,
                                       const TangentWeights& weights, Definiteness definiteness,
                                       Forces* wanted) {
    Forces& out = wanted ? *wanted : unwanted_;
    out.event = elastic().forces_and_tangent(q, v, weights.stiffness, weights.damping, definiteness,
                                             out.internal, tangent_.matrix);
    if (name_body(out.event)) return tangent_;
    add_mass_damping(v, out.internal);
    const double mass = player::mass_weight(weights.mass, weights.damping, mass_damping());
    if (const Eigen::MatrixXd* M = changed_mass())
        tangent_.matrix += mass * *M;
    else
        tangent_.matrix.diagonal().array() += mass;
    tangent_.is_symmetric = add_loads(q, v, weights, definiteness, out.external, &tangent_.matrix);
    return tangent_;
}

double SubspaceSystem::kinetic_energy(const Vector&, const Vector& v) {
    apply_mass(v, Mv_);
    return 0.5 * v.dot(Mv_);
}

Energies SubspaceSystem::stored_energies(const Vector& q, const Vector& v) {
    Energies energies;
    energies.elastic = reduced_forces().energy(q);
    energies.external = loads().potential(BodyMotion(*this, q, v), q);
    return energies;
}

bool SubspaceSystem::conservative() const {
    const Vector at_rest = Vector::Zero(size());
    return loads().conservative(BodyMotion(*this, committed_state().q, at_rest));
}

std::optional<double> SubspaceSystem::moved_since(const Vector& from, const Vector& q) const {
    return deformation_bound_(q - from);
}

void SubspaceSystem::export_to(Archive& archive, const std::vector<double>& times,
                               const SourceMark& where) {
    if (changes_materials())
        throw InputError(where,
                         fmt::format("{} cannot be exported: its `materials` change", body().path),
                         "take `materials` of the reduction away");
    archive.put("size", std::int64_t(size()));
    archive.put("basis/U", Vector(basis().all().transpose().reshaped()));
    archive.put("nodes/rest", Vector(body().mesh.positions.reshaped()));
    if (const std::string reason = reduced_forces().export_to(archive); !reason.empty())
        throw InputError(
            where,
            fmt::format("{} cannot be exported: {} ({})", body().path, reason, forces_plugin()),
            exportable_forces());
    loads().export_to(archive, times);
}

Points SubspaceSystem::reactions() const {
    const State& at = committed_state();
    Vector inertia;
    full().mass().multiply(full_displacements(at.a), inertia);
    // Damping is by the stiffness where the step began.
    State of_nodes{full_displacements(elastic().step_start()), full_displacements(at.v), {}};
    full().begin_step(of_nodes, time(), 0);
    of_nodes.q = full_displacements(at.q);
    full().move_to(time());
    Forces forces;
    full().forces(of_nodes.q, of_nodes.v, forces);
    Points reactions = Points::Zero(3, basis().n_nodes());
    if (forces.event) return reactions;
    const std::vector<Index>& constrained = full().prescribed().dofs;
    reactions.reshaped()(constrained) = (inertia + forces.internal - forces.external)(constrained);
    return reactions;
}

}  // namespace sinew
