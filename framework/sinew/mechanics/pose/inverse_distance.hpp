/// Values of nearby points carried to others by inverse distances.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
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
    int n_neighbours() const { return k_; }
    /// The points that number i of `to` takes, by distance.
    std::span<const int> neighbours(Eigen::Index i) const {
        return {neighbours_.data() + i * k_, std::size_t(k_)};
    }
    /// Their weights, sum 1.
    std::span<const double> weights(Eigen::Index i) const {
        return {weights_.data() + i * k_, std::size_t(k_)};
    }

private:
    int k_;
    std::vector<int> neighbours_;
    std::vector<double> weights_;
};

}  // namespace sinew
