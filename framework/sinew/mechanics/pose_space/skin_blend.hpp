/// Points that bones carry by weights.
///
/// Linear blend: x = sum_j w_j T_j X (Magnenat-Thalmann, Laperriere & Thalmann 1988). Dual
/// quaternions: the unit dual quaternions of the T_j are blended and normalised, so that x moves
/// rigidly (Kavan, Collins, Zara & O'Sullivan, Geometric skinning with approximate dual quaternion
/// blending, 2008, section 3 and algorithm 1).
#pragma once

#include <Eigen/Geometry>
#include <sinew/mechanics/math/types.hpp>
#include <span>
#include <vector>

namespace sinew {

/// The blending rule of a procedural skin.
enum class Blend { linear, dual_quaternion };

/// real + eps dual, of one bone or of a blend: x y z w each.
struct DualQuaternion {
    Eigen::Vector4d real = Eigen::Vector4d::Zero(), dual = Eigen::Vector4d::Zero();
};

/// A point's bones, and how much each carries of it: their sum is 1, and there is one at least.
struct BoneWeights {
    std::span<const int> bones;
    std::span<const double> weights;
};

/// Rigid motions of bones, as a blend of points takes them.
class BlendedBones {
public:
    explicit BlendedBones(Blend blend) : blend_(blend) {}

    /// Moves to these motions of the bones, x = T X [m].
    void move_to(const std::vector<Eigen::Isometry3d>& motion);
    /// The position that the point X goes to [m].
    Eigen::Vector3d moved(const BoneWeights& weights, const Eigen::Vector3d& X) const;
    /// The rotation of the blend of quaternions, which only dual quaternions have.
    Eigen::Matrix3d rotation(const BoneWeights& weights) const;

private:
    DualQuaternion blended(const BoneWeights& weights) const;

    Blend blend_;
    std::vector<Eigen::Isometry3d> motion_;
    std::vector<DualQuaternion> quaternions_;
};

}  // namespace sinew
