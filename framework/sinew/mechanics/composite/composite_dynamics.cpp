/// The facets of a composite that moves: those of its bodies, one after another.

#include <algorithm>
#include <cmath>
#include <sinew/mechanics/composite/composite_system.hpp>

namespace sinew {

void CompositeSystem::set_damping(const Rayleigh& damping) {
    for (Dynamics* body : dynamics_) body->set_damping(damping);
}

void CompositeSystem::let_inertia_act() {
    for (Dynamics* body : dynamics_) body->let_inertia_act();
}

double CompositeSystem::kinetic_energy(const Vector& q, const Vector& v) {
    const BodyCoordinates at = split_by_body(offsets_, q, &v);
    double sum = 0;
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        sum += dynamics_[k]->kinetic_energy(at.q[k], at.v[k]);
    return sum;
}

double CompositeSystem::dissipation(const Vector& v) {
    double sum = 0;
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        sum += dynamics_[k]->dissipation(v.segment(offsets_[k], offsets_[k + 1] - offsets_[k]));
    return sum;
}

void CompositeSystem::apply_mass(const Vector& x, Vector& y) const {
    if (bodies_.size() == 1) return dynamics_[0]->apply_mass(x, y);
    y.resize(size());
    Vector part;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        const Index n = offsets_[k + 1] - offsets_[k];
        dynamics_[k]->apply_mass(x.segment(offsets_[k], n), part);
        y.segment(offsets_[k], n) = part;
    }
}

void CompositeSystem::lump_kinetic_energy() {
    for (ExplicitDynamics* body : explicit_) body->lump_kinetic_energy();
}

Vector CompositeSystem::lumped_mass() const {
    Vector mass(size());
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        mass.segment(offsets_[k], offsets_[k + 1] - offsets_[k]) = explicit_[k]->lumped_mass();
    return mass;
}

/// omega^2 of a sum of stiffnesses is at most the sum of theirs; a coupling's own is at most twice
/// (two sides) its stiffness on the lightest degree of freedom.
double CompositeSystem::highest_frequency(const Vector& q) {
    const BodyCoordinates at = split_by_body(offsets_, q, nullptr);
    double squared = 0;
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        squared = std::max(squared, std::pow(explicit_[k]->highest_frequency(at.q[k]), 2));
    double stiffness = 0;
    for (const Coupling* coupling : couplings_)
        stiffness += 2 * coupling->stiffness_bound().value();
    if (stiffness > 0) squared += stiffness / lumped_mass().minCoeff();
    return std::sqrt(squared);
}

}  // namespace sinew
