/// The rotation that a rig gives each element of a body.
#pragma once

#include <sinew/mechanics/law/tangent9.hpp>
#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>
#include <sinew/mechanics/weights/weights.hpp>

namespace sinew {

/// R_e(t): the blend of the bones' rotations by the weights at the element's centre, or that of its
/// one bone. In packs, as material laws see elements: element e is lane e % 8 of pack e / 8, and
/// lanes past the last element repeat it.
class ElementRotations {
public:
    /// `elements`: n_elements x n_bones. At rest, all are the identity.
    ElementRotations(const SkeletalRig& rig, const SkinWeights& elements);

    /// Moves the rotations to those of the rig's clip at time t [s].
    void move_to(double t);
    /// Moves the rotations to those of a motion of the bones.
    void move_to(const BoneMotion& motion);

    /// Rotations of a pack, one a lane: 3 x 3, world from rest.
    const Mat3<Pack>& operator[](Index pack) const { return packs_[std::size_t(pack)]; }
    /// Rotation of each element since rest, 3 x 3 each.
    const std::vector<Eigen::Matrix3d>& elements() const { return rotations_; }

private:
    void fill_packs();

    const SkeletalRig& rig_;
    SkinWeights weights_;
    std::vector<Eigen::Matrix3d> rotations_;
    AlignedVector<Mat3<Pack>> packs_;
};

}  // namespace sinew
