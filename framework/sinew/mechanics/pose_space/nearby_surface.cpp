#include <sinew/mechanics/pose_space/nearby_surface.hpp>

namespace sinew::pose_space {

void find_displacements(const Eigen::Isometry3d& root, const Eigen::Matrix3Xd& rest,
                        Eigen::Matrix3Xd& x) {
    const Eigen::Isometry3d to_root = root.inverse();
    for (Index s = 0; s < x.cols(); ++s) {
        const Eigen::Vector3d seen = to_root * x.col(s);
        x.col(s) = seen - rest.col(s);
    }
}

void find_nodes(const NodesNearSurface& all, std::span<const int> which,
                const Eigen::Matrix3Xd& displacements, std::span<const int> place,
                const Vector& shares, const Eigen::Isometry3d& root, Loop loop,
                Eigen::Matrix3Xd& x) {
    x.resize(3, Index(which.size()));
    const auto find = [&](Index k) {
        const int node = which[std::size_t(k)];
        Eigen::Vector3d sum = all.nodes.col(node);
        const auto first = std::size_t(node) * std::size_t(all.nearby.n_each);
        for (std::size_t j = first; j < first + std::size_t(all.nearby.n_each); ++j)
            sum +=
                all.nearby.weights[j] * displacements.col(place[std::size_t(all.nearby.points[j])]);
        for (std::size_t j = 0; j < all.corrections.size(); ++j)
            sum += shares[Index(j)] * all.corrections[j].col(node);
        x.col(k) = root * sum;
    };
    loop(x.cols(), std::cref(find));
}

}  // namespace sinew::pose_space
