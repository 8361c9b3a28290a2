#include <sinew/mechanics/skinning/skinned_surface.hpp>

namespace sinew {
namespace {

class SkinnedSurface final : public RiggedSurface {
public:
    SkinnedSurface(const SkeletalRig& rig, Points rest, SkinWeights weights, Blend blend)
        : rig_(rig), rest_(std::move(rest)), weights_(std::move(weights)), blend_(blend) {}

    void positions(const Vector& p, std::span<const int> points, Points& x) const override {
        skinned(rest_, weights_, rig_.pose(p), blend_, points, x);
    }

private:
    const SkeletalRig& rig_;
    Points rest_;
    SkinWeights weights_;
    Blend blend_;
};

}  // namespace

std::unique_ptr<RiggedSurface> skinned_surface(const SkeletalRig& rig, Points rest,
                                               SkinWeights weights, Blend blend) {
    return std::make_unique<SkinnedSurface>(rig, std::move(rest), std::move(weights), blend);
}

}  // namespace sinew
