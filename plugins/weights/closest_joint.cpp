/// Each point goes with the bone whose joint is nearest to it.
///
///     w_j(X) = 1 for the j with the least distance d_j(X) = |X - joint of bone j|, else 0
///
/// `blend` as in weights/closest_bone. The far half of a bone goes with the joint that it carries,
/// one too early: figure 5 (left) shows the effect on a hip. The rule is useful for chains of short
/// bones, and for comparison.
///
/// Song, Kachkovski, Monem, Negash & Levin, Automatic skinning using the mixed finite element
/// method, 2023, "Exploring different rotation clustering" and figure 5. The blend is ours.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/weights/distance_weights.hpp>

namespace sinew {

class ClosestJoint final : public DistanceWeights {
public:
    static constexpr const char* source = "Song et al. 2023, figure 5";

    explicit ClosestJoint(const Params& params) : DistanceWeights(params) {}

private:
    double distance(const Bone& bone, const Eigen::Vector3d& x) const override {
        return (x - bone.joint).norm();
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ClosestJoint, "weights/closest_joint", "Each point goes with its nearest joint")
