#include "skin_reach.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

SkinReach::SkinReach(const Body& body, const BoxTree& skin_places)
    : nearest_(std::size_t(body.mesh.n_nodes())) {
    const Points& at_rest = body.mesh.positions;
    const std::vector<int>& skin = body.skin.nodes;
    parallel_for(nearest_.size(), [&](std::size_t node) {
        const Eigen::Vector3d X = at_rest.col(Eigen::Index(node));
        const auto distance2 = [&](int k) {
            return (at_rest.col(skin[std::size_t(k)]) - X).squaredNorm();
        };
        nearest_[node] = skin[std::size_t(skin_places.nearest(X, distance2).first)];
    });
}

}  // namespace sinew
