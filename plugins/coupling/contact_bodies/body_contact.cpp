#include "body_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/coupling/penalty_contact.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

namespace sinew {

namespace {

using Box = MovingSkin::Box;

Box inflated(const Box& box, double by) {
    return {box.min().array() - by, box.max().array() + by};
}

double quarter_of_shortest_side(const std::vector<Body*>& bodies) {
    double side = std::numeric_limits<double>::infinity();
    for (const Body* body : bodies)
        side = std::min(side, bounding_box(body->mesh.positions).sizes().minCoeff());
    return 0.25 * side;
}

}  // namespace

BodyContact::BodyContact(std::vector<Body*> bodies, const BodyContactParams& params)
    : bodies_(std::move(bodies)),
      params_(params),
      reach_(params.reach.value_or(quarter_of_shortest_side(bodies_))) {
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        skins_.emplace_back(*bodies_[b], int(b));
        areas_.push_back(skin_areas(*bodies_[b]));
    }
}

const std::vector<BodyContact::Hit>& BodyContact::find(const PointMotion& motion, double reach) {
    hits_.clear();
    for (MovingSkin& skin : skins_) skin.update_positions(motion);
    for (int body = 0; body < int(skins_.size()); ++body)
        for (int other = 0; other < int(skins_.size()); ++other)
            if (other != body) find_inside(body, other, reach);
    return hits_;
}

/// Nodes of `body` that are in both boxes, and triangles of `other` that are near those.
void BodyContact::find_inside(int body, int other, double reach) {
    const MovingSkin& from = skins_[std::size_t(body)];
    const MovingSkin& to = skins_[std::size_t(other)];
    const Box shared = from.box().intersection(to.box());
    if (shared.isEmpty()) return;
    from.nodes_in(shared, nodes_);
    if (nodes_.empty()) return;
    Box around_nodes;
    for (const int k : nodes_) around_nodes.extend(from.position(k));
    to.triangles_at(inflated(around_nodes, reach), triangles_);
    if (triangles_.empty()) return;
    Box around_triangles;
    std::vector<Box> boxes;
    for (const int t : triangles_) {
        boxes.push_back(to.box_of(t));
        around_triangles.extend(boxes.back());
    }
    const BoxTree tree(boxes);
    around_triangles = inflated(around_triangles, reach);
    for (const int k : nodes_) {
        const Eigen::Vector3d& x = from.position(k);
        if (!around_triangles.contains(x)) continue;
        const auto [at, d2] = tree.nearest(x, [&](int i) {
            const int t = triangles_[std::size_t(i)];
            return (to.place(t, to.nearest(t, x)) - x).squaredNorm();
        });
        if (at < 0 || !(d2 > 0) || d2 > reach * reach) continue;
        const int triangle = triangles_[std::size_t(at)];
        const Eigen::Vector3d weights = to.nearest(triangle, x);
        if (!to.encloses(x, triangle, weights)) continue;
        hits_.push_back({body, k, other, triangle, weights, to.place(triangle, weights) - x});
    }
}

double BodyContact::stiffness_at(const Hit& hit) const {
    return 0.5 * params_.stiffness * areas_[std::size_t(hit.body)][std::size_t(hit.node)];
}

/// Half of what a node's own spring gives, and of those that end near it: with w_a >= 0 of sum 1,
///
///     c (u - sum_a w_a u_a)^2 <= 2 c u^2 + 2 sum_a c w_a u_a^2,
///
/// and as sheets meet, the areas of the nodes that end near one are its own and no more than that
/// of one of theirs.
std::optional<double> BodyContact::stiffness_bound() const {
    std::vector<double> largest;
    for (const std::vector<double>& areas : areas_)
        largest.push_back(*std::max_element(areas.begin(), areas.end()));
    std::sort(largest.rbegin(), largest.rend());
    return params_.stiffness * (largest[0] + largest[1]);
}

void BodyContact::begin_step(const PointMotion& motion, double t, double) {
    if (!depth_is_known_ && (t <= 0 || !common.active(t))) warn_of_depth(motion);
    depth_is_known_ = true;
}

/// Bodies that are deep inside each other when the contact begins to act are shot apart, or never
/// find their equilibrium: say so beforehand.
void BodyContact::warn_of_depth(const PointMotion& motion) {
    const double from = common.from.value_or(0);
    const std::string verb =
        from > 0 ? fmt::format("is, when contact begins at {:.6g} s,", from) : "starts";
    std::vector<Hit> deepest(bodies_.size());
    std::vector<double> depths(bodies_.size(), 0);
    for (const Hit& hit : find(motion, std::numeric_limits<double>::max())) {
        const double depth = hit.to_surface.norm();
        if (depth <= depths[std::size_t(hit.body)]) continue;
        depths[std::size_t(hit.body)] = depth;
        deepest[std::size_t(hit.body)] = hit;
    }
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        const Body& body = *bodies_[b];
        const double size = std::cbrt(element_volumes(body.mesh).mean());
        if (depths[b] <= size) continue;
        const Eigen::Vector3d place = skins_[b].position(deepest[b].node);
        log_diagnostic(
            Diagnostic::warning(
                fmt::format("{} {} {:.3g} m inside {}, at ({:.3g}, {:.3g}, {:.3g}), which is more "
                            "than its mean element size of {:.3g} m",
                            body.path, verb, depths[b],
                            bodies_[std::size_t(deepest[b].other)]->path, place.x(), place.y(),
                            place.z(), size))
                .remedy("the penalty will throw them apart, or the first step will fail: move one "
                        "out with "
                        "its transform or initial: {displacement: ...}")
                .on(provenance));
    }
}

void BodyContact::evaluate(const PointMotion& motion, double, PointForces& out) {
    for (const Hit& hit : find(motion, reach_)) {
        const Eigen::Vector3d force = stiffness_at(hit) * hit.to_surface;
        out.force(skins_[std::size_t(hit.body)].node(hit.node), force);
        out.force(skins_[std::size_t(hit.other)].point(hit.triangle, hit.weights), -force);
        if (out.wants_tangent()) add_stiffness(hit, out);
    }
}

/// Between the node and the place, across the face or edge that the place slides along.
void BodyContact::add_stiffness(const Hit& hit, PointForces& out) const {
    const MovingSkin& other = skins_[std::size_t(hit.other)];
    const std::vector<int> at = other.between(hit.triangle, hit.weights);
    Eigen::Matrix3d across = Eigen::Matrix3d::Identity();
    if (at.size() == 3) {
        const Eigen::Vector3d n = hit.to_surface.normalized();
        across = n * n.transpose();
    } else if (at.size() == 2) {
        const Eigen::Vector3d e = (other.position(at[1]) - other.position(at[0])).normalized();
        across -= e * e.transpose();
    }
    const Eigen::Matrix3d K = stiffness_at(hit) * across;
    const MaterialPoint node = skins_[std::size_t(hit.body)].node(hit.node);
    const MaterialPoint place = other.point(hit.triangle, hit.weights);
    out.stiffness(node, node, K);
    out.stiffness(place, place, K);
    out.stiffness(node, place, -K);
    out.stiffness(place, node, -K);
}

double BodyContact::energy(const PointMotion& motion, double) {
    double sum = 0;
    for (const Hit& hit : find(motion, reach_))
        sum += 0.5 * stiffness_at(hit) * hit.to_surface.squaredNorm();
    return sum;
}

}  // namespace sinew
