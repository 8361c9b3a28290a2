#include "skin_contact.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/coupling/penalty_contact.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>

namespace sinew {

SkinContact::Part::Part(const Body& b, int number, const SkinContactParams& params)
    : body(&b),
      tets(b.mesh, number),
      skin(b, params.voxel.value_or(RestSkin::fine_voxel(b))),
      near(b.mesh, b.skin.nodes, params.rings),
      areas(skin_areas(b)) {
    std::vector<BoxTree::Box> places;
    for (const int node : b.skin.nodes) places.emplace_back(b.mesh.positions.col(node));
    order = BoxTree(places).items();
}

namespace {

double least_edge(const std::vector<Body*>& bodies) {
    double least = std::numeric_limits<double>::max();
    for (const Body* body : bodies) least = std::min(least, RestSkin::mean_edge(*body));
    return least;
}

/// N, or the same with beta.
Eigen::Matrix3d blend(const Eigen::Matrix3d& S, double alpha) {
    return (1 - alpha) * S + alpha * Eigen::Matrix3d::Identity();
}

}  // namespace

SkinContact::SkinContact(std::vector<Body*> bodies, const SkinContactParams& params)
    : bodies_(std::move(bodies)),
      params_(params),
      alternation_(least_edge(bodies_)),
      accepted_(bodies_) {
    for (std::size_t b = 0; b < bodies_.size(); ++b)
        parts_.emplace_back(*bodies_[b], int(b), params_);
}

const std::vector<SkinContact::Hit>& SkinContact::find(const PointMotion& motion) {
    bool moved = n_searches_ == 0;
    {
        const Stopwatch watch(seconds_);
        for (Part& part : parts_) moved = part.tets.follow(motion) || moved;
    }
    if (!moved) return found_;
    const Stopwatch watch(seconds_);
    ++n_searches_;
    found_.clear();
    for (int body = 0; body < int(parts_.size()); ++body)
        for (int other = 0; other < int(parts_.size()); ++other) find_inside(body, other);
    return found_;
}

/// Several nodes at a time, neighbours. Of several tetrahedra that hold a node (one on each side of
/// a face, or layers upon layers) the one with the shortest way out; of equals the one with the
/// smallest number.
void SkinContact::find_inside(int body, int other) {
    constexpr std::size_t batch = MovingTets::most_queries;
    const Part &from = parts_[std::size_t(body)], &to = parts_[std::size_t(other)];
    const std::size_t first = found_.size();
#pragma omp parallel
    {
        std::vector<Hit> found;
        std::array<MovingTets::Query, batch> queries;
        std::array<std::optional<Hit>, batch> best;
#pragma omp for schedule(dynamic, 8) nowait
        for (std::size_t start = 0; start < from.order.size(); start += batch) {
            const std::size_t n = std::min(batch, from.order.size() - start);
            for (std::size_t i = 0; i < n; ++i) {
                const int node = from.body->skin.nodes[std::size_t(from.order[start + i])];
                queries[i] = {from.tets.position(node), body == other ? node : -1};
                best[i].reset();
            }
            to.tets.holding({queries.data(), n}, [&](std::size_t i, const MovingTets::Held& held) {
                const int node = from.order[start + i];
                const double share = body == other ? ramp(body, node, held) : 1;
                if (!(share > 0)) return;
                Hit now = hit(body, node, other, held);
                now.share = share;
                const auto order = [](const Hit& h) {
                    return std::pair(h.to_target.squaredNorm(), h.element);
                };
                if (!best[i] || order(now) < order(*best[i])) best[i] = now;
            });
            for (std::size_t i = 0; i < n; ++i)
                if (best[i]) found.push_back(*best[i]);
        }
#pragma omp critical
        found_.insert(found_.end(), found.begin(), found.end());
    }
    std::sort(found_.begin() + long(first), found_.end(),
              [](const Hit& a, const Hit& b) { return a.node < b.node; });
}

double SkinContact::ramp(int body, int node, const MovingTets::Held& held) const {
    const Part& part = parts_[std::size_t(body)];
    double edges = 0;
    for (int a = 0; a < 4; ++a)
        edges += held.weights[a] *
                 part.near.edges(std::size_t(node), part.body->mesh.elements(a, held.element));
    return std::clamp((edges - 1) / (params_.rings - 1), 0.0, 1.0);
}

SkinContact::Hit SkinContact::hit(int body, int node, int other,
                                  const MovingTets::Held& held) const {
    const Part& to = parts_[std::size_t(other)];
    const VolumeMesh& mesh = to.body->mesh;
    Eigen::Vector3d X = Eigen::Vector3d::Zero();
    for (int a = 0; a < 4; ++a)
        X += held.weights[a] * mesh.positions.col(mesh.elements(a, held.element));
    const RestSkin::Place place = to.skin.project(X);
    Hit hit{body, node, other, held.element, held.weights, place, {}, 1};
    hit.to_target = way(hit);
    return hit;
}

/// d, where tetrahedra are now.
Eigen::Vector3d SkinContact::way(const Hit& hit) const {
    const Part &from = parts_[std::size_t(hit.body)], &to = parts_[std::size_t(hit.other)];
    Eigen::Vector3d d = -from.tets.position(from.body->skin.nodes[std::size_t(hit.node)]);
    for (int a = 0; a < 3; ++a)
        d +=
            hit.place.weights[a] * to.tets.position(to.body->skin.triangles(a, hit.place.triangle));
    return d;
}

Eigen::Vector3d SkinContact::way(const Hit& hit, const PointMotion& motion) const {
    return motion.position(target(hit)) - motion.position(point_of(hit));
}

void SkinContact::report(nlohmann::json& report) const {
    report["pairs"] = hits_.size();
    std::size_t n = 0;
    for (const Body* body : bodies_) n += body->skin.nodes.size();
    report["skin_nodes"] = n;
    for (const Part& part : parts_) report["voxel"].push_back(part.skin.voxel());
    report["searches"] = n_searches_;
    report["seconds"] = seconds_;
    accepted_.report(report);
}

double SkinContact::stiffness_of(const Hit& hit) const {
    const double area = parts_[std::size_t(hit.body)].areas[std::size_t(hit.node)];
    return hit.share * params_.node_stiffness.value_or(0.5 * params_.pressure_per_depth() * area);
}

/// Half of what a node's own spring gives, and of those that end near it, whose c sum up to no more
/// than that of twice the largest area where sheets of like meshes meet:
///
///     c (u - sum_a b_a u_a)^2 <= 2 c u^2 + 2 sum_a c b_a u_a^2.
double SkinContact::stiffness_bound() const {
    if (params_.node_stiffness) return 3 * *params_.node_stiffness;
    double largest = 0;
    for (const Part& part : parts_)
        largest = std::max(largest, *std::max_element(part.areas.begin(), part.areas.end()));
    return 1.5 * params_.pressure_per_depth() * largest;
}

Eigen::Matrix3d SkinContact::slide_of(const Hit& hit) const {
    const Part& to = parts_[std::size_t(hit.other)];
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
    const Eigen::Matrix3d S = Eigen::Matrix3d::Identity() -
                              F * to.skin.slide(rest * hit.weights, hit.place) * F.inverse();
    // Of a tetrahedron that is pressed flat nothing is known.
    if (!S.allFinite()) return Eigen::Matrix3d::Identity();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(0.5 * (S + S.transpose()));
    const Eigen::Vector3d bounded = eigen.eigenvalues().array().max(0).min(1);
    return eigen.eigenvectors() * bounded.asDiagonal() * eigen.eigenvectors().transpose();
}

MaterialPoint SkinContact::target(const Hit& hit) const {
    MaterialPoint point{hit.other, 3, {}, {}};
    for (int c = 0; c < 3; ++c) {
        point.nodes[std::size_t(c)] =
            bodies_[std::size_t(hit.other)]->skin.triangles(c, hit.place.triangle);
        point.weights[std::size_t(c)] = hit.place.weights[c];
    }
    return point;
}

void SkinContact::begin_step(const PointMotion& motion, double t, double) {
    is_kept_ = false;
    followed_ = -1;
    alternation_.begin_step();
    if (!accepted_.begins() || (t > 0 && common.active(t))) return;
    std::vector<AcceptedPair> pairs;
    for (const Hit& hit : find(motion)) pairs.push_back(pair(hit, motion));
    accepted_.warn_of_start(pairs, common.from.value_or(0), provenance);
}

/// The node is outside of the face that it is drawn to.
bool SkinContact::pulls(const Hit& hit, const Eigen::Vector3d& d, const PointMotion& motion) const {
    const auto& triangles = bodies_[std::size_t(hit.other)]->skin.triangles;
    std::array<Eigen::Vector3d, 3> x;
    for (int c = 0; c < 3; ++c)
        x[std::size_t(c)] =
            motion.position(MaterialPoint::at_node(hit.other, triangles(c, hit.place.triangle)));
    return d.dot((x[1] - x[0]).cross(x[2] - x[0])) < 0;
}

/// Without its force.
AcceptedPair SkinContact::pair(const Hit& hit, const PointMotion& motion) const {
    return {hit.body, hit.other, motion.position(point_of(hit)), way(hit, motion).norm()};
}

/// Of hits_, where bodies are now; no search.
void SkinContact::accept(const PointMotion& motion, double t) {
    std::vector<AcceptedPair> pairs;
    auto found = found_.begin();
    for (const Hit& hit : hits_) {
        AcceptedPair& now = pairs.emplace_back(pair(hit, motion));
        const Eigen::Vector3d d = way(hit, motion), f = hit.stiffness * d;
        now.force = f.norm();
        now.is_held = hit.is_held;
        if (!hit.is_held) continue;
        now.pulls = pulls(hit, d, motion);
        while (found != found_.end() && found->key() < hit.key()) ++found;
        const bool is_found = found != found_.end() && found->key() == hit.key();
        now.change = (is_found ? f - spring(*found) * way(*found, motion) : f).norm();
    }
    accepted_.accept(pairs, t, provenance);
}

/// The pairs that count at this evaluation, and whether they stay for those that follow. Another
/// tangent at the same place (a clamped one) is no further iteration.
void SkinContact::look(const PointMotion& motion, bool is_tangent) {
    if (is_kept_ && !is_tangent) return;
    find(motion);
    if (is_tangent && followed_ != n_searches_) alternation_.follow(found_);
    if (is_tangent) followed_ = n_searches_;
    use_found(is_tangent);
    is_kept_ = is_tangent;
}

bool SkinContact::renew(const PointMotion& motion, double) {
    if (!is_kept_) return false;
    const bool had_any = !hits_.empty();
    find(motion);
    use_found(false);
    return had_any || !hits_.empty();
}

void SkinContact::use_found(bool wants_slope) {
    hits_ = found_;
    alternation_.put_held(hits_);
    accepted_.count_held(alternation_.n_held());
    find_stiffness(wants_slope);
}

/// K, where tetrahedra are now.
Eigen::Matrix3d SkinContact::spring(const Hit& hit) const {
    const double alpha = params_.anisotropy;
    return stiffness_of(hit) *
           blend(alpha < 1 ? slide_of(hit) : Eigen::Matrix3d(Eigen::Matrix3d::Identity()), alpha);
}

/// Without a slope pairs count only where they were found, at d = d_0; S costs most, and a spring
/// to a place does not ask for it.
void SkinContact::find_stiffness(bool wants_slope) {
    const double alpha = params_.anisotropy, beta = std::min(alpha, 0.1);
    for (Hit& hit : hits_) {
        const double c = stiffness_of(hit);
        hit.to_target = way(hit);
        const bool slides = wants_slope && !hit.is_held;
        const Eigen::Matrix3d S =
            alpha < 1 || slides ? slide_of(hit) : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
        hit.stiffness = c * blend(S, alpha);
        hit.slope = slides ? Eigen::Matrix3d(c * blend(S, beta)) : hit.stiffness;
    }
}

void SkinContact::evaluate(const PointMotion& motion, double, PointForces& out) {
    look(motion, out.wants_tangent());
    for (const Hit& hit : hits_) {
        const MaterialPoint node = point_of(hit), place = target(hit);
        const Eigen::Matrix3d& K = hit.slope;
        const Eigen::Vector3d d = motion.position(place) - motion.position(node);
        const Eigen::Vector3d f = hit.stiffness * hit.to_target + K * (d - hit.to_target);
        out.force(node, f);
        out.force(place, -f);
        if (!out.wants_tangent()) continue;
        out.stiffness(node, node, K);
        out.stiffness(place, place, K);
        out.stiffness(node, place, -K);
        out.stiffness(place, node, -K);
    }
}

double SkinContact::energy(const PointMotion& motion, double) {
    look(motion, false);
    double sum = 0;
    for (const Hit& hit : hits_) {
        const Eigen::Vector3d d = way(hit, motion);
        sum += 0.5 * d.dot(hit.stiffness * d);
    }
    return sum;
}

MaterialPoint SkinContact::point_of(const Hit& hit) const {
    return MaterialPoint::at_node(
        hit.body, bodies_[std::size_t(hit.body)]->skin.nodes[std::size_t(hit.node)]);
}

}  // namespace sinew
