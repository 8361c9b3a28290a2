/// Values of nearby points carried to others by inverse distances.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/pose_space/nearby_surface.hpp>
#include <span>
#include <vector>

namespace sinew {

/// Shepard's interpolation among the k nearest points: weights 1/d^2 over their sum; a point that
/// is one of them has all the weight there. (Shepard 1968; Barnhill, Dube & Little 1983.)
class InverseDistance {
public:
    /// `from`: 3 x n, of which each of `to` (3 x m) takes the k <= n nearest; of equally near ones
    /// those with the smallest numbers.
    InverseDistance(const Points& from, const Points& to, int k);

    /// Number k of points that each takes.
    int n_neighbours() const { return nearby_.n_each; }
    /// All of them.
    const pose_space::NearbyPoints& nearby() const { return nearby_; }
    /// The points that number i of `to` takes, by distance.
    std::span<const int> neighbours(Eigen::Index i) const {
        return {nearby_.points.data() + i * nearby_.n_each, std::size_t(nearby_.n_each)};
    }
    /// Their weights, sum 1.
    std::span<const double> weights(Eigen::Index i) const {
        return {nearby_.weights.data() + i * nearby_.n_each, std::size_t(nearby_.n_each)};
    }

private:
    pose_space::NearbyPoints nearby_;
};

}  // namespace sinew
