/// The constraints, loads and formulation that stand on a body's node.
#pragma once

#include <sinew/mechanics/formulation/formulation.hpp>

namespace sinew {

class SceneNode;

/// The parts of a node whose objects are built; springs of constraints count among the loads.
BodyParts body_parts(SceneNode& node);

}  // namespace sinew
