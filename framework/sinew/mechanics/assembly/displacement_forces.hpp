/// The plain displacement formulation: F at each quadrature point from the displacements alone.
#pragma once

#include <functional>
#include <memory>
#include <sinew/mechanics/assembly/element_forces.hpp>

namespace sinew {

/// The law of a mesh whose elements are in the order given.
using LawOfMesh = std::function<std::unique_ptr<PointLaw>(const VolumeMesh&)>;

/// Quadrature of degree force_degree(type); the law is bound to mesh elements in the table's order.
/// And of another degree (stvk_degree(type): exact for St. Venant-Kirchhoff's energy).
std::unique_ptr<ElementForces> displacement_forces(const VolumeMesh& mesh, const Material& material,
                                                   int degree);
std::unique_ptr<ElementForces> displacement_forces(const VolumeMesh& mesh, const LawOfMesh& law,
                                                   int degree);
std::unique_ptr<ElementForces> displacement_forces(const VolumeMesh& mesh,
                                                   const Material& material);

}  // namespace sinew
