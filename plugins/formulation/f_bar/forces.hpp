/// Element forces with averaged volume change.
#pragma once

#include <memory>
#include <sinew/mechanics/assembly/element_forces.hpp>

namespace sinew::f_bar {

std::unique_ptr<ElementForces> hex_forces(const VolumeMesh& mesh, const Material& material);
std::unique_ptr<ElementForces> patch_forces(const VolumeMesh& mesh, const Material& material,
                                            int patch_size);

}  // namespace sinew::f_bar
