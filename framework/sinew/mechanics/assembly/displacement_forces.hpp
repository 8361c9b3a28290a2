/// The plain displacement formulation: F at each quadrature point from the displacements alone.
#pragma once

#include <functional>
#include <memory>
#include <sinew/mechanics/assembly/element_forces.hpp>

namespace sinew {

/// The law of a mesh whose elements are in the order given.
using LawOfMesh = std::function<std::unique_ptr<PointLaw>(const VolumeMesh&)>;

/// Forces of the elements by a quadrature of that degree (stvk_degree(type) is exact for St.
/// Venant-Kirchhoff's energy). The law is bound to the elements in the table's order.
std::unique_ptr<ElementForces> displacement_forces(const VolumeMesh& mesh, const Material& material,
                                                   int degree);
/// The same of a law that is no material of a scene.
std::unique_ptr<ElementForces> displacement_forces(const VolumeMesh& mesh, const LawOfMesh& law,
                                                   int degree);
/// The same by a quadrature of degree force_degree(type).
std::unique_ptr<ElementForces> displacement_forces(const VolumeMesh& mesh,
                                                   const Material& material);

}  // namespace sinew
