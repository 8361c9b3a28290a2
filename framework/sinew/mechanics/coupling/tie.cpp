#include <algorithm>
#include <cmath>
#include <map>
#include <sinew/mechanics/coupling/skin_areas.hpp>
#include <sinew/mechanics/coupling/tie.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {

namespace {

/// Finds the closest point of a body's skin at rest.
class NearestOnSkin {
public:
    struct ClosestPoint {
        int triangle = -1;
        Eigen::Vector3d weights;
        double distance = 0;  ///< [m]
    };

    explicit NearestOnSkin(const Body& body)
        : x_(body.mesh.positions), triangles_(body.skin.triangles), tree_(boxes()) {}

    ClosestPoint to(const Eigen::Vector3d& p) const {
        const auto [triangle, squared] =
            tree_.nearest(p, [&](int k) { return (corners(k) * weights(p, k) - p).squaredNorm(); });
        if (triangle < 0) return {};
        return {triangle, weights(p, triangle), std::sqrt(squared)};
    }

private:
    Eigen::Matrix3d corners(int k) const {
        Eigen::Matrix3d x;
        for (int a = 0; a < 3; ++a) x.col(a) = x_.col(triangles_(a, k));
        return x;
    }
    Eigen::Vector3d weights(const Eigen::Vector3d& p, int k) const {
        const Eigen::Matrix3d x = corners(k);
        return nearest_in_triangle(p, x.col(0), x.col(1), x.col(2));
    }
    std::vector<BoxTree::Box> boxes() const {
        std::vector<BoxTree::Box> boxes;
        for (int k = 0; k < int(triangles_.cols()); ++k) {
            BoxTree::Box box;
            const Eigen::Matrix3d x = corners(k);
            for (int a = 0; a < 3; ++a) box.extend(Eigen::Vector3d(x.col(a)));
            boxes.push_back(box);
        }
        return boxes;
    }

    const Points& x_;
    const Eigen::MatrixXi& triangles_;
    BoxTree tree_;
};

/// Adds the nodes of one skin that are near the other, and the corners that these are nearest to.
void add_tied(const Body& one, const Body& other, double distance, std::vector<int>& of_one,
              std::vector<int>& of_other) {
    const NearestOnSkin nearest(other);
    for (const int node : one.skin.nodes) {
        const auto closest = nearest.to(one.mesh.positions.col(node));
        if (closest.triangle < 0 || closest.distance > distance) continue;
        of_one.push_back(node);
        for (const int corner : other.skin.triangles.col(closest.triangle))
            of_other.push_back(corner);
    }
}

}  // namespace

Tie::Tie(Body& first, Body& second, double distance, double stiffness)
    : first_(&first),
      second_(&second),
      distance_(distance),
      nearest_(std::numeric_limits<double>::infinity()) {
    const NearestOnSkin nearest(second);
    const std::vector<double> areas = skin_areas(first);
    for (std::size_t n = 0; n < first.skin.nodes.size(); ++n) {
        const int node = first.skin.nodes[n];
        const auto closest = nearest.to(first.mesh.positions.col(node));
        if (closest.triangle < 0) continue;
        nearest_ = std::min(nearest_, closest.distance);
        if (closest.distance > distance) continue;
        MaterialPoint to{1, 3, {}, {}};
        for (std::size_t a = 0; a < 3; ++a) {
            to.nodes[a] = second.skin.triangles(static_cast<Index>(a), closest.triangle);
            to.weights[a] = closest.weights[static_cast<Index>(a)];
        }
        springs_.push_back({MaterialPoint::at_node(0, node), to, stiffness * areas[n]});
    }
}

TiedNodes Tie::tied_nodes() const {
    TiedNodes nodes;
    add_tied(*first_, *second_, distance_, nodes.first, nodes.second);
    add_tied(*second_, *first_, distance_, nodes.second, nodes.first);
    for (std::vector<int>* of_one : {&nodes.first, &nodes.second}) {
        std::sort(of_one->begin(), of_one->end());
        of_one->erase(std::unique(of_one->begin(), of_one->end()), of_one->end());
    }
    return nodes;
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
