/// The bones of a rig as joints of a glTF file, in single precision as the file holds them.
#pragma once

#include <sinew/mechanics/rig/skeletal_rig.hpp>

namespace sinew::gltf_output {

/// A joint: the node of a bone. It rests unturned in the world's axes, where the bone turns.
struct JointTrack {
    std::string name;
    int parent = -1;         ///< a smaller number; -1 for a root
    Eigen::Vector3f rest;    ///< beside the parent's; of a root in the world [m]
    Eigen::Vector3f unbind;  ///< the translation of the inverse bind matrix, which turns nothing
    /// Translations in place of `rest`, one a frame; none if it stays [m].
    std::vector<Eigen::Vector3f> translations;
    /// x y z w, one a frame; neighbours are on one side.
    std::vector<Eigen::Vector4f> rotations;
};

/// The joints of a rig at times as the file holds them [s].
std::vector<JointTrack> joint_tracks(const SkeletalRig& rig, const std::vector<float>& times);

/// The upper rows of G_j B_j of each joint in a frame, from the joints' numbers alone: where it
/// takes points at rest.
std::vector<Eigen::Matrix<double, 3, 4>> joint_transforms(const std::vector<JointTrack>& joints,
                                                          std::size_t frame);

}  // namespace sinew::gltf_output
