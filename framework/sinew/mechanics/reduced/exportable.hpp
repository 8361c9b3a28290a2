/// Scenes whose reduced body a player can evaluate.
#pragma once

#include <string>

namespace sinew {

class SceneGraph;

/// Materials that a player knows, in words.
std::string exportable_laws();
/// The remedy where forces cannot be exported: force models and materials that can.
std::string exportable_forces();

/// Throws InputError, at the material, if the scene samples elements (forces/cubature) under a law
/// that no player knows: before anything is built, and trained.
void refuse_unexportable_laws(SceneGraph& graph);

}  // namespace sinew
