/// Two dimensions are a grid that is one cell thick: what moves across it moves nothing.
#pragma once

#include <optional>
#include <string>

#include "params.hpp"

namespace sinew {

class UniformLoad;

namespace eulerian {

/// The axis along which the grid has one cell, in two dimensions.
std::optional<int> flat_axis(const Grid& grid);
/// Warns if gravity or buoyancy of the fluid acts across.
void warn_of_gravity(const Params& params, const Grid& grid, const BuildContext& context);
/// Warns if a body's load acts across.
void warn_of_load(const UniformLoad& load, const Body& body, const Grid& grid, SceneGraph& graph);
/// Advice where walls and sources prescribe all velocities.
std::string remedy_of_no_unknown(const Grid& grid);

}  // namespace eulerian

}  // namespace sinew
