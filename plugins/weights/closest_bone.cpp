/// Each place goes with the bone that is nearest to it.
///
///     w_j(X) = 1 for the j with the least distance d_j(X) from X to the segments of bone j, else 0
///
/// With `blend: b` the bones that are not much farther share, so that the weights are continuous:
/// w_j is in proportion to s(1 - (d_j - d_min)/b), s(x) = x^2 (3 - 2 x) for x > 0, else 0.
///
/// Song, Kachkovski, Monem, Negash & Levin, Automatic skinning using the mixed finite element
/// method, 2023, section 3.1: rotation clusters of elements by their centres. The blend is ours;
/// the paper leaves smoothing of the clusters to future work.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/rig/distance_weights.hpp>

namespace sinew {

class ClosestBone final : public Weights {
public:
    struct Params {
        double blend = 0;
        static constexpr auto fields = std::tuple{
            field("blend", &Params::blend, unit::m, non_negative,
                  "How much farther than the nearest a bone may be and still have a share"),
        };
    };
    static constexpr const char* source = "Song et al. 2023, section 3.1";

    explicit ClosestBone(const Params& params) : params_(params) {}

    SkinWeights on_nodes(const VolumeMesh& mesh, const std::vector<Bone>& bones) const override {
        return at(mesh.positions, bones);
    }
    SkinWeights on_elements(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                            const SkinWeights&) const override {
        return at(element_centres(mesh), bones);
    }

private:
    SkinWeights at(const Points& points, const std::vector<Bone>& bones) const {
        Eigen::MatrixXd distances(Eigen::Index(bones.size()), points.cols());
        for (Eigen::Index i = 0; i < points.cols(); ++i)
            for (std::size_t j = 0; j < bones.size(); ++j)
                distances(Eigen::Index(j), i) = distance_to(bones[j], points.col(i));
        return weights_by_distance(distances, params_.blend);
    }

    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ClosestBone, "weights/closest_bone", "Each place goes with its nearest bone")
