#include "proxy_search.hpp"

#include <algorithm>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

ProxySearch::Part::Part(const Body& of, int number, std::optional<double> voxel)
    : body(&of), tets(of.mesh, number), rest(of, voxel.value_or(RestSkin::fine_voxel(of))) {
    std::vector<BoxTree::Box> points;
    for (const int node : of.skin.nodes) points.emplace_back(of.mesh.positions.col(node));
    order = BoxTree(points).items();
}

ProxySearch::ProxySearch(const std::vector<Body*>& bodies, std::optional<double> voxel,
                         std::vector<KinematicSolid> solids)
    : solids_(std::move(solids)) {
    for (std::size_t b = 0; b < bodies.size(); ++b) parts_.emplace_back(*bodies[b], int(b), voxel);
}

const std::vector<ProxyPair>& ProxySearch::find(const PointMotion& motion, double t) {
    bool is_new = !found_at_ || (!solids_.empty() && *found_at_ != t);
    for (Part& part : parts_) is_new = part.tets.move_to(part.tets.nodes_of(motion)) || is_new;
    if (!is_new) return found_;
    found_at_ = t;
    ++n_searches_;
    found_.clear();
    std::vector<SolidAtTime> solids;
    for (const KinematicSolid& solid : solids_) solids.push_back(solid.at(t));
    for (int body = 0; body < n_bodies(); ++body) {
        for (int other = 0; other < n_bodies(); ++other) find_in_body(body, other);
        for (std::size_t k = 0; k < solids.size(); ++k) find_in_solid(body, int(k), solids[k]);
    }
    return found_;
}

/// Several vertices at a time, neighbours.
void ProxySearch::find_in_body(int body, int other) {
    constexpr std::size_t batch = MovingTets::most_queries;
    const std::vector<int>& order = parts_[std::size_t(body)].order;
    const std::size_t first = found_.size(), n_batches = (order.size() + batch - 1) / batch;
    std::vector<std::vector<ProxyPair>> shares(static_cast<std::size_t>(omp_get_max_threads()));
    parallel_for_dynamic(
        n_batches, 8, [&](int thread) { return &shares[std::size_t(thread)]; },
        [&](std::vector<ProxyPair>* mine, std::size_t k) {
            const std::size_t start = k * batch;
            find_batch(body, other, {order.data() + start, std::min(batch, order.size() - start)},
                       *mine);
        });
    for (const std::vector<ProxyPair>& share : shares)
        found_.insert(found_.end(), share.begin(), share.end());
    std::sort(found_.begin() + long(first), found_.end(),
              [](const ProxyPair& a, const ProxyPair& b) { return a.vertex < b.vertex; });
}

/// Of several tetrahedra that contain a vertex (one on each side of a face, or layers upon layers)
/// the one with the nearest target; of equals the one with the smallest number.
void ProxySearch::find_batch(int body, int other, std::span<const int> vertices,
                             std::vector<ProxyPair>& found) const {
    const Part &from = parts_[std::size_t(body)], &to = parts_[std::size_t(other)];
    std::array<MovingTets::Query, MovingTets::most_queries> queries;
    struct Nearest {
        double distance2 = std::numeric_limits<double>::infinity();
        int element = -1;
        ProxyPair pair;
    };
    std::array<Nearest, MovingTets::most_queries> nearest;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const int at = node(from, vertices[i]);
        queries[i] = {from.tets.position(at), body == other ? at : -1};
    }
    to.tets.locate({queries.data(), vertices.size()}, [&](std::size_t i,
                                                          const MovingTets::Location& at) {
        const ProxyPair now = pair(body, vertices[i], other, at);
        const double distance2 = now.to_target.squaredNorm();
        const std::pair order(distance2, at.element);
        if (order < std::pair(nearest[i].distance2, nearest[i].element) || nearest[i].element < 0)
            nearest[i] = {distance2, at.element, now};
    });
    for (std::size_t i = 0; i < vertices.size(); ++i)
        if (nearest[i].element >= 0) found.push_back(nearest[i].pair);
}

ProxyPair ProxySearch::pair(int body, int vertex, int other, const MovingTets::Location& at) const {
    const Part &from = parts_[std::size_t(body)], &to = parts_[std::size_t(other)];
    const VolumeMesh& mesh = to.body->mesh;
    Eigen::Vector3d X = Eigen::Vector3d::Zero();
    for (int a = 0; a < 4; ++a)
        X += at.weights[a] * mesh.positions.col(mesh.elements(a, at.element));
    ProxyPair pair{body, vertex, other, to.rest.project(X)};
    pair.to_target = -from.tets.position(node(from, vertex));
    for (int c = 0; c < 3; ++c)
        pair.to_target += pair.target.weights[c] *
                          to.tets.position(to.body->skin.triangles(c, pair.target.triangle));
    return pair;
}

void ProxySearch::find_in_solid(int body, int number, const SolidAtTime& solid) {
    const Part& part = parts_[std::size_t(body)];
    const std::size_t n = part.body->skin.nodes.size();
    std::vector<SignedDistance> distances(n);
    parallel_for(
        n, [&](std::size_t k) { distances[k] = solid(part.tets.position(node(part, int(k)))); });
    for (std::size_t k = 0; k < n; ++k) {
        if (!(distances[k].distance < 0)) continue;
        ProxyPair pair{body, int(k), n_bodies() + number};
        pair.to_target = -distances[k].distance * distances[k].normal;
        found_.push_back(pair);
    }
}

}  // namespace sinew
