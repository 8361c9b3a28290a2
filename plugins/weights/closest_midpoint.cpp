/// Each point goes with the bone whose middle is nearest to it.
///
///     w_j(X) = 1 for the j with the least distance d_j(X) from X to the midpoint of a segment of
///              bone j, else 0
///
/// `blend` as in weights/closest_bone. Between bones of equal length, in one line, the border is at
/// the joint; next to a longer one a bone takes a part of it: the border is half way between the
/// midpoints.
///
/// Song, Kachkovski, Monem, Negash & Levin, Automatic skinning using the mixed finite element
/// method, 2023, "Exploring different rotation clustering". The blend is ours.

#include <limits>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/weights/distance_weights.hpp>

namespace sinew {

class ClosestMidpoint final : public DistanceWeights {
public:
    static constexpr const char* source =
        "Song et al. 2023, \"Exploring different rotation clustering\"";

    explicit ClosestMidpoint(const Params& params) : DistanceWeights(params) {}

private:
    double distance(const Bone& bone, const Eigen::Vector3d& x) const override {
        double least = std::numeric_limits<double>::infinity();
        for (const BoneSegment& segment : bone.segments)
            least = std::min(least, (x - 0.5 * (segment.head + segment.tail)).norm());
        return least;
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ClosestMidpoint, "weights/closest_midpoint",
             "Each point goes with the bone whose middle is nearest")
