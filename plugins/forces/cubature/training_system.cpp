#include "training_system.hpp"

#include <cmath>
#include <sinew/kernel/diagnostics/assert.hpp>

namespace sinew::cubature {

TrainingSystem::TrainingSystem(const TrainingBody& body) : body_(body) {
    // |q| of a mass-orthonormal basis is a displacement times the root of a mass.
    const double root_mass = std::sqrt(body.full.mass().row_sums().sum());
    length_scale_ = body.full.system.length_scale() * root_mass;
    force_scale_ = body.full.system.force_scale() / root_mass;
}

State TrainingSystem::initial() const {
    return {Vector::Zero(size()), Vector::Zero(size()), Vector::Zero(size())};
}

Energies TrainingSystem::stored_energies(const Vector& q, const Vector&) {
    Energies energies;
    energies.elastic = potential(q);
    return energies;
}

void TrainingSystem::set_damping(const Rayleigh& damping) {
    SINEW_ASSERT(damping.mass == 0 && damping.stiffness == 0, "{}, {}", damping.mass,
                 damping.stiffness);
}

}  // namespace sinew::cubature
