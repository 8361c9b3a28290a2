/// Rigs with bones, which move as rigid pieces.
#pragma once

#include <limits>
#include <sinew/mechanics/rig/bone.hpp>
#include <sinew/mechanics/rig/rig.hpp>
#include <vector>

namespace sinew {

/// A rig whose bones move as functions of p.
class SkeletalRig : public Rig {
public:
    /// The bones at rest, in the world [m].
    const std::vector<Bone>& bones() const { return bones_; }
    /// The motion of every bone at any p, n_parameters() numbers.
    virtual BoneMotion pose(const Vector& p) const = 0;

    /// pose(parameters(t)); the last one is kept. ComputationError if it is not finite.
    const BoneMotion& at(double t) const;

    const SkeletalRig* skeletal() const final { return this; }

protected:
    explicit SkeletalRig(std::vector<Bone> bones) : bones_(std::move(bones)) {}

    /// Lets `at` find its pose anew, since parameters(t) has become another function.
    void drop_kept_pose() { kept_time_ = std::numeric_limits<double>::quiet_NaN(); }

private:
    void check_finite(double t) const;

    std::vector<Bone> bones_;
    mutable double kept_time_ = std::numeric_limits<double>::quiet_NaN();
    mutable BoneMotion kept_;
};

/// The rig of a node, its own or the nearest above, if it has bones; else nullptr.
const SkeletalRig* skeletal_rig_of(SceneNode& node);
/// The rig of the context's node; an InputError if there is none, or it has no bones.
const SkeletalRig& skeletal_rig_here(const BuildContext& context);

}  // namespace sinew
