/// The joints of a skin in a glTF file, and its animations as clips.
///
/// A joint rests where its skin was bound (skin_pose.hpp); its bone reaches to each joint that it
/// carries. One that carries none reaches through the mean position of what it moves (by weight, of
/// the skin's vertices) to as far again, since files do not say how long such a bone is.
#pragma once

#include <sinew/gltf/gltf_file.hpp>

#include "skeleton_file.hpp"

namespace sinew {

/// Joints and warnings; the clip leaves each joint at its node, which may differ from the rest.
/// Throws InputError in the name of the file: joints that are stretched, or scaled differently from
/// their rest.
SkeletonFile skeleton_of(const gltf::File& file, int skin);

/// An animation; joints that it does not move stay where their nodes stand. `joints` are those that
/// skeleton_of gave. Throws InputError in the name of the file: a joint whose scale changes, or a
/// node between joints or above them that moves.
Clip clip_of(const gltf::File& file, int skin, int animation, const std::vector<Joint>& joints);

}  // namespace sinew
