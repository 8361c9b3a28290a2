/// Weights that follow from distances to bones.
#pragma once

#include <sinew/mechanics/weights/weights.hpp>

namespace sinew {

/// distances: n_bones x n_points [m]. A point goes with its nearest bone, of equals the first. With
/// blend b > 0 [m] bones share in proportion to s(1 - (d_j - d_min)/b), s(x) = x^2 (3 - 2 x) for
/// x > 0, else 0.
SkinWeights weights_by_distance(const Eigen::MatrixXd& distances, double blend);

/// Common part of the `closest_...` plugins; each defines the distance to a bone. Elements are
/// judged by their centres.
class DistanceWeights : public Weights {
public:
    /// Parameters that the plugins have in common.
    struct Params {
        double blend = 0;
        static constexpr auto fields = std::tuple{
            field("blend", &Params::blend, unit::m, non_negative,
                  "How much farther than the nearest a bone may be and still have a share"),
        };
    };

    SkinWeights on_nodes(const VolumeMesh& mesh, const std::vector<Bone>& bones) const override;
    SkinWeights on_elements(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                            const SkinWeights& nodes) const override;

protected:
    explicit DistanceWeights(const Params& params) : blend_(params.blend) {}

    /// Distance of the point x to a bone at rest [m].
    virtual double distance(const Bone& bone, const Eigen::Vector3d& x) const = 0;

private:
    SkinWeights at(const Points& points, const std::vector<Bone>& bones) const;

    double blend_;
};

}  // namespace sinew
