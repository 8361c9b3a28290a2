/// Procedural skins: points that follow the bones by weights (BlendedBones).
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/pose_space/skin_blend.hpp>
#include <sinew/mechanics/weights/weights.hpp>
#include <span>

namespace sinew {

template <>
struct EnumNames<Blend> {
    static constexpr std::array names{std::pair{"linear", Blend::linear},
                                      std::pair{"dual_quaternion", Blend::dual_quaternion}};
};

/// rest, result: 3 x n [m]; weights: n x n_bones. Bitwise the same for any number of threads.
Points skinned(const Points& rest, const SkinWeights& weights, const BoneMotion& motion,
               Blend blend);

/// The same of some of the points, one a column of x.
void skinned(const Points& rest, const SkinWeights& weights, const BoneMotion& motion, Blend blend,
             std::span<const int> points, Points& x);

/// The rotation of each row's blend of quaternions, one matrix a row: the rotational part of dual
/// quaternion skinning.
void blended_rotations(const SkinWeights& weights, const BoneMotion& motion,
                       std::vector<Eigen::Matrix3d>& rotations);

}  // namespace sinew
