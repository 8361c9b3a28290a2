/// Bodies on a rig from files of reduced models.
#pragma once

#include <sinew/player/model_file.hpp>
#include <sinew/player/posed_body.hpp>

namespace sinew::player {

/// The content of rig/, shape/, pose/, basis/ and inertia/ of a file (docs/player.md), for r
/// vectors. Throws FileError.
PosedModel read_pose(const ModelFile& file, Index r);

}  // namespace sinew::player
