/// The plain displacement formulation: F at each quadrature point from the displacements alone.
#pragma once

#include <memory>
#include <sinew/mechanics/assembly/element_forces.hpp>

namespace sinew {

/// Quadrature of degree force_degree(type); the law is bound to mesh elements in the table's order.
/// And of another degree (stvk_degree(type): exact for St. Venant-Kirchhoff's energy).
std::unique_ptr<ElementForces> displacement_forces(const VolumeMesh& mesh, const Material& material,
                                                   int degree);
std::unique_ptr<ElementForces> displacement_forces(const VolumeMesh& mesh,
                                                   const Material& material);

}  // namespace sinew
