/// How many edges apart nodes of a mesh are.
#pragma once

#include <algorithm>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// Numbers of edges between nodes, as far as they matter.
class Neighbours {
public:
    /// From each node of `of`, up to `most` edges: what is farther counts as `most`.
    Neighbours(const VolumeMesh& mesh, const std::vector<int>& of, int most);

    /// Between of[k] and a node.
    int edges(std::size_t k, int node) const {
        const auto end = nodes_.begin() + first_[k + 1];
        const auto found = std::lower_bound(nodes_.begin() + first_[k], end, Near{node, 0});
        return found != end && found->node == node ? found->edges : most_;
    }
    /// (g - 1) / (most - 1) within 0 and 1, g the mean of edges(k, .) over nodes with weights: 0
    /// among the neighbours of of[k], 1 away from them.
    template <class Nodes, class Weights>
    double ramp(std::size_t k, const Nodes& nodes, const Weights& weights) const {
        double g = 0;
        for (Eigen::Index a = 0; a < weights.size(); ++a) g += weights[a] * edges(k, nodes[a]);
        return std::clamp((g - 1) / (most_ - 1), 0.0, 1.0);
    }

private:
    struct Near {
        int node, edges;
        bool operator<(const Near& other) const { return node < other.node; }
    };
    int most_;
    std::vector<long> first_;
    std::vector<Near> nodes_;  ///< of each of `of`, fewer than `most` edges away, ascending
};

}  // namespace sinew
