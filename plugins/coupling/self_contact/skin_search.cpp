#include "skin_search.hpp"

#include <algorithm>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>

namespace sinew {

SkinSearch::Part::Part(const Body& b, int number, const SkinSearchParams& params)
    : body(&b), tets(b.mesh, number), near(b.mesh, b.skin.nodes, params.rings) {
    std::vector<BoxTree::Box> places;
    for (const int node : b.skin.nodes) places.emplace_back(b.mesh.positions.col(node));
    const BoxTree tree(places);
    order = tree.items();
    if (params.way_out == WayOut::facing) {
        facing.emplace(b, number, near);
        reach.emplace(b, tree);
    } else {
        rest.emplace(b, params.voxel.value_or(RestSkin::fine_voxel(b)));
    }
}

SkinSearch::SkinSearch(const std::vector<Body*>& bodies, const SkinSearchParams& params)
    : params_(params) {
    for (std::size_t b = 0; b < bodies.size(); ++b)
        parts_.emplace_back(*bodies[b], int(b), params_);
}

const std::vector<SkinHit>& SkinSearch::find(const PointMotion& motion) {
    std::vector<Points> nodes;
    for (const Part& part : parts_) nodes.push_back(part.tets.ask(motion));
    const Stopwatch watch(seconds_);
    bool is_new = n_searches_ == 0 || known_ != ways_.revision();
    for (std::size_t k = 0; k < parts_.size(); ++k)
        is_new = parts_[k].tets.follow(nodes[k]) || is_new;
    if (!is_new) return found_;
    known_ = ways_.revision();
    ++n_searches_;
    // Where nothing was inside, likely nothing is: then skins need not be placed.
    has_skins_ = false;
    if (n_unpaired_ > 0 || !found_.empty() || !ways_.none()) place_skins();
    if (!find_all()) {
        place_skins();
        find_all();
    }
    return found_;
}

void SkinSearch::place_skins() {
    for (Part& part : parts_)
        if (part.facing) part.facing->place_all([&](int node) { return part.tets.position(node); });
    has_skins_ = true;
}

/// False if that takes skins that are not placed.
bool SkinSearch::find_all() {
    found_.clear();
    n_unpaired_ = 0;
    for (int body = 0; body < int(parts_.size()); ++body)
        for (int other = 0; other < int(parts_.size()); ++other) find_inside(body, other);
    return has_skins_ || n_unpaired_ == 0;
}

/// Several nodes at a time, neighbours.
void SkinSearch::find_inside(int body, int other) {
    constexpr std::size_t batch = MovingTets::most_queries;
    const std::vector<int>& order = part(body).order;
    const std::vector<int> ways = ways_.between(body, other, order.size());
    const std::size_t first = found_.size(), n_batches = (order.size() + batch - 1) / batch;
    struct Share {
        std::vector<SkinHit> found;
        long n_unpaired = 0;
    };
    std::vector<Share> shares(static_cast<std::size_t>(omp_get_max_threads()));
    parallel_for_dynamic(
        n_batches, 8, [&](int thread) { return &shares[std::size_t(thread)]; },
        [&](Share* mine, std::size_t k) {
            const std::size_t start = k * batch;
            find_batch(body, other, {order.data() + start, std::min(batch, order.size() - start)},
                       ways, mine->found, mine->n_unpaired);
        });
    for (const Share& share : shares) {
        found_.insert(found_.end(), share.found.begin(), share.found.end());
        n_unpaired_ += share.n_unpaired;
    }
    std::sort(found_.begin() + long(first), found_.end(),
              [](const SkinHit& a, const SkinHit& b) { return a.node < b.node; });
}

/// Of nodes that are not known to be inside, those in tetrahedra, with the longest reach of those.
/// At rest, of several tetrahedra that hold a node (one on each side of a face, or layers upon
/// layers) the one with the shortest way out; of equals the one with the smallest number.
void SkinSearch::find_batch(int body, int other, std::span<const int> nodes,
                            const std::vector<int>& ways, std::vector<SkinHit>& found,
                            long& n_unpaired) const {
    const Part &from = part(body), &to = part(other);
    std::array<MovingTets::Query, MovingTets::most_queries> queries;
    std::array<int, MovingTets::most_queries> asked;
    std::array<std::optional<SkinHit>, MovingTets::most_queries> best;
    std::array<double, MovingTets::most_queries> reach{};  // none where it is in no tetrahedron
    std::size_t n = 0;
    for (const int k : nodes) {
        if (const auto hit = still_inside(body, k, other, ways[std::size_t(k)]); hit) {
            found.push_back(*hit);
            continue;
        }
        const int node = from.body->skin.nodes[std::size_t(k)];
        queries[n] = {from.tets.position(node), body == other ? node : -1};
        asked[n++] = k;
    }
    to.tets.holding({queries.data(), n}, [&](std::size_t i, const MovingTets::Held& held) {
        const auto corners = to.body->mesh.elements.col(held.element);
        const double share =
            body == other ? to.near.ramp(std::size_t(asked[i]), corners, held.weights) : 1;
        if (!(share > 0)) return;
        if (to.facing) {
            const auto position_of = [&](int node) { return to.tets.position(node); };
            reach[i] = std::max(reach[i], to.reach->from(queries[i].x, corners, position_of));
            return;
        }
        SkinHit now = rest_hit(body, asked[i], other, held);
        now.share = share;
        const auto order = [](const SkinHit& h) {
            return std::pair(h.to_target.squaredNorm(), h.element);
        };
        if (!best[i] || order(now) < order(*best[i])) best[i] = now;
    });
    for (std::size_t i = 0; i < n; ++i) {
        if (reach[i] > 0 && has_skins_) best[i] = come_in(body, asked[i], other, reach[i]);
        if (best[i])
            found.push_back(*best[i]);
        else
            n_unpaired += reach[i] > 0;
    }
}

SkinHit SkinSearch::rest_hit(int body, int node, int other, const MovingTets::Held& held) const {
    const Part& to = part(other);
    const VolumeMesh& mesh = to.body->mesh;
    Eigen::Vector3d X = Eigen::Vector3d::Zero();
    for (int a = 0; a < 4; ++a)
        X += held.weights[a] * mesh.positions.col(mesh.elements(a, held.element));
    SkinHit hit{body, node, other, to.rest->project(X), held.element, held.weights};
    hit.to_target = hit.way(points(hit));
    return hit;
}

FacingSkin::Node SkinSearch::facing_node(int body, int node, int other) const {
    FacingSkin::Node now = part(body).facing->node(node);
    if (body != other) now.own = -1;
    return now;
}

SkinHit SkinSearch::facing_hit(int body, int node, int other,
                               const FacingSkin::Place& place) const {
    SkinHit hit{body, node, other, place};
    hit.share = part(other).facing->share(body == other ? node : -1, place);
    hit.to_target = hit.way(points(hit));
    return hit;
}

std::optional<SkinHit> SkinSearch::still_inside(int body, int node, int other, int triangle) const {
    if (triangle < 0) return {};
    const auto place = part(other).facing->follow(facing_node(body, node, other), triangle);
    if (place.triangle < 0) return {};
    return facing_hit(body, node, other, place);
}

std::optional<SkinHit> SkinSearch::come_in(int body, int node, int other, double reach) const {
    const auto place = part(other).facing->entry(facing_node(body, node, other), reach);
    if (place.triangle < 0) return {};
    return facing_hit(body, node, other, place);
}

bool SkinSearch::is_in_a_tet(const SkinHit& hit) const {
    const int node = part(hit.body).body->skin.nodes[std::size_t(hit.node)];
    const MovingTets::Query query{part(hit.body).tets.position(node),
                                  hit.body == hit.other ? node : -1};
    bool is_in = false;
    part(hit.other).tets.holding({&query, 1},
                                 [&](std::size_t, const MovingTets::Held&) { is_in = true; });
    return is_in;
}

void SkinSearch::begin_step() {
    if (remembers()) ways_.begin_step();
}

void SkinSearch::commit() {
    if (!remembers()) return;
    std::vector<SkinHit> inside;
    for (const SkinHit& hit : found_)
        if (is_in_a_tet(hit)) inside.push_back(hit);
    ways_.commit(inside);
}

void SkinSearch::save(Archive& archive, const std::string& prefix) const {
    if (remembers()) ways_.save(archive, prefix);
}

void SkinSearch::restore(const Archive& archive, const std::string& prefix) {
    if (remembers()) ways_.restore(archive, prefix);
}

PairPoints SkinSearch::points(const SkinHit& hit) const {
    const Part &from = part(hit.body), &to = part(hit.other);
    PairPoints z;
    z.col(0) = from.tets.position(from.body->skin.nodes[std::size_t(hit.node)]);
    for (int a = 0; a < 3; ++a)
        z.col(a + 1) = to.tets.position(to.body->skin.triangles(a, hit.place.triangle));
    return z;
}

/// The symmetric part of I - F (dY/dX) F^-1, with Y(X) the place on the skin at rest and F the
/// tetrahedron's deformation, its eigenvalues kept within 0 and 1.
Eigen::Matrix3d SkinSearch::slide(const SkinHit& hit) const {
    const Part& to = part(hit.other);
    const VolumeMesh& mesh = to.body->mesh;
    Eigen::Matrix<double, 3, 4> rest, now;
    for (int a = 0; a < 4; ++a) {
        const int node = mesh.elements(a, hit.element);
        rest.col(a) = mesh.positions.col(node);
        now.col(a) = to.tets.position(node);
    }
    const auto edges = [](const Eigen::Matrix<double, 3, 4>& x) -> Eigen::Matrix3d {
        return x.rightCols<3>().colwise() - x.col(0);
    };
    const Eigen::Matrix3d F = edges(now) * edges(rest).inverse();
    const Eigen::Matrix3d slide = to.rest->slide(rest * hit.weights, hit.place);
    const Eigen::Matrix3d S = Eigen::Matrix3d::Identity() - F * slide * F.inverse();
    // Of a tetrahedron that is pressed flat nothing is known.
    if (!S.allFinite()) return Eigen::Matrix3d::Identity();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(0.5 * (S + S.transpose()));
    const Eigen::Vector3d bounded = eigen.eigenvalues().array().max(0).min(1);
    return eigen.eigenvectors() * bounded.asDiagonal() * eigen.eigenvectors().transpose();
}

void SkinSearch::report(nlohmann::json& report) const {
    for (const Part& part : parts_)
        if (part.rest) report["voxel"].push_back(part.rest->voxel());
    if (remembers()) report["unpaired"] = n_unpaired_;
    report["searches"] = n_searches_;
    report["seconds"] = seconds_;
}

}  // namespace sinew
