/// Procedural skins: points that follow the bones by weights.
///
/// Linear blend: x_i = sum_j w_ij T_j X_i (Magnenat-Thalmann, Laperriere & Thalmann 1988).
/// Dual quaternions: the unit dual quaternions of the T_j are blended and normalised, so that x_i
/// moves rigidly (Kavan, Collins, Zara & O'Sullivan, Geometric skinning with approximate dual
/// quaternion blending, 2008, section 3 and algorithm 1).
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/weights/weights.hpp>
#include <span>

namespace sinew {

/// The blending rule of a procedural skin.
enum class Blend { linear, dual_quaternion };
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
