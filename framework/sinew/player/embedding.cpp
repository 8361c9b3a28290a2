#include <sinew/player/embedding.hpp>

namespace sinew::player {

Eigen::Vector3d embedded_point(Index n, const int* nodes, const double* weights,
                               const double* positions) {
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    for (Index a = 0; a < n; ++a)
        x += weights[a] * Eigen::Map<const Eigen::Vector3d>(positions + 3 * Index(nodes[a]));
    return x;
}

}  // namespace sinew::player
