#include <algorithm>
#include <cmath>
#include <map>
#include <sinew/mechanics/coupling/skin_areas.hpp>
#include <sinew/mechanics/coupling/tie.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {

Tie::Tie(Body& first, Body& second, double distance, double stiffness)
    : first_(&first), second_(&second), nearest_(std::numeric_limits<double>::infinity()) {
    const Points& x = second.mesh.positions;
    const Eigen::MatrixXi& triangles = second.skin.triangles;
    std::vector<BoxTree::Box> boxes;
    for (Index k = 0; k < triangles.cols(); ++k) {
        BoxTree::Box box;
        for (int a = 0; a < 3; ++a) box.extend(Eigen::Vector3d(x.col(triangles(a, k))));
        boxes.push_back(box);
    }
    const BoxTree tree(boxes);
    const std::vector<double> areas = skin_areas(first);
    for (std::size_t n = 0; n < first.skin.nodes.size(); ++n) {
        const int node = first.skin.nodes[n];
        const Eigen::Vector3d p = first.mesh.positions.col(node);
        auto weights = [&](int k) {
            return nearest_in_triangle(p, x.col(triangles(0, k)), x.col(triangles(1, k)),
                                       x.col(triangles(2, k)));
        };
        auto distance2 = [&](int k) {
            const Eigen::Vector3d w = weights(k);
            return (w[0] * x.col(triangles(0, k)) + w[1] * x.col(triangles(1, k)) +
                    w[2] * x.col(triangles(2, k)) - p)
                .squaredNorm();
        };
        const auto [triangle, d2] = tree.nearest(p, distance2);
        nearest_ = std::min(nearest_, std::sqrt(d2));
        if (triangle < 0 || d2 > distance * distance) continue;
        MaterialPoint to{1, 3, {}, {}};
        const Eigen::Vector3d w = weights(triangle);
        for (std::size_t a = 0; a < 3; ++a) {
            to.nodes[a] = triangles(static_cast<Index>(a), triangle);
            to.weights[a] = w[static_cast<Index>(a)];
        }
        springs_.push_back({MaterialPoint::at_node(0, node), to, stiffness * areas[n]});
    }
}

/// With w_a the weights of the second body's nodes (all >= 0, their sum 1), by convexity
///
///     k (u - sum_a w_a u_a)^2 <= 2 k u^2 + 2 sum_a k w_a u_a^2,
///
/// so each node has k of its own spring and k w of those that end near it.
std::optional<double> Tie::stiffness_bound() const {
    std::map<std::pair<int, int>, double> at_node;  // by body and node [N/m]
    for (const Spring& spring : springs_)
        for (const MaterialPoint* point : {&spring.from, &spring.to})
            for (int a = 0; a < point->n; ++a)
                at_node[{point->body, point->nodes[std::size_t(a)]}] +=
                    spring.stiffness * point->weights[std::size_t(a)];
    double bound = 0;
    for (const auto& [node, stiffness] : at_node) bound = std::max(bound, stiffness);
    return bound;
}

void Tie::evaluate(const PointMotion& motion, double /*t*/, PointForces& out) const {
    for (const Spring& spring : springs_) {
        const Eigen::Vector3d pull =
            spring.stiffness * (motion.position(spring.to) - motion.position(spring.from));
        out.force(spring.from, pull);
        out.force(spring.to, -pull);
        if (!out.wants_tangent()) continue;
        const Eigen::Matrix3d K = spring.stiffness * Eigen::Matrix3d::Identity();
        out.stiffness(spring.from, spring.from, K);
        out.stiffness(spring.to, spring.to, K);
        out.stiffness(spring.from, spring.to, -K);
        out.stiffness(spring.to, spring.from, -K);
    }
}

double Tie::energy(const PointMotion& motion, double /*t*/) const {
    double sum = 0;
    for (const Spring& spring : springs_)
        sum += 0.5 * spring.stiffness *
               (motion.position(spring.to) - motion.position(spring.from)).squaredNorm();
    return sum;
}

}  // namespace sinew
