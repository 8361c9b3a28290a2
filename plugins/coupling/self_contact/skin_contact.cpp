#include "skin_contact.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/coupling/penalty_contact.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

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

/// The node is outside of the face that it is drawn to, by d.
bool pulls(const PairPoints& z, const Eigen::Vector3d& d) {
    const Eigen::Vector3d a = z.col(2) - z.col(1), b = z.col(3) - z.col(1);
    return d.dot(a.cross(b)) < 0;
}

/// Without its force.
AcceptedPair pair(const SkinHit& hit, const PairPoints& z) {
    return {hit.body, hit.other, z.col(0), hit.way(z).norm()};
}

}  // namespace

SkinContact::SkinContact(std::vector<Body*> bodies, const SkinContactParams& params)
    : bodies_(std::move(bodies)),
      params_(params),
      search_(bodies_, params),
      alternation_(least_edge(bodies_)),
      accepted_(bodies_) {
    for (const Body* body : bodies_) areas_.push_back(skin_areas(*body));
}

PairPoints SkinContact::points(const Hit& hit, const PointMotion& motion) const {
    const std::array<MaterialPoint, 4> points = points_of(hit);
    PairPoints z;
    for (int i = 0; i < 4; ++i) z.col(i) = motion.position(points[std::size_t(i)]);
    return z;
}

void SkinContact::report(nlohmann::json& report) const {
    report["pairs"] = hits_.size();
    std::size_t n = 0;
    for (const Body* body : bodies_) n += body->skin.nodes.size();
    report["skin_nodes"] = n;
    search_.report(report);
    accepted_.report(report);
}

double SkinContact::stiffness_of(const Hit& hit) const {
    const double area = areas_[std::size_t(hit.body)][std::size_t(hit.node)];
    return hit.share * params_.node_stiffness.value_or(0.5 * params_.pressure_per_depth() * area);
}

/// Half of what a node's own spring gives, and of those that end near it, whose c sum up to no more
/// than that of twice the largest area where sheets of like meshes meet:
///
///     c (u - sum_a b_a u_a)^2 <= 2 c u^2 + 2 sum_a c b_a u_a^2.
std::optional<double> SkinContact::stiffness_bound() const {
    if (params_.node_stiffness) return 3 * *params_.node_stiffness;
    double largest = 0;
    for (const std::vector<double>& areas : areas_)
        largest = std::max(largest, *std::max_element(areas.begin(), areas.end()));
    return 1.5 * params_.pressure_per_depth() * largest;
}

/// The node, and the corners of its place.
std::array<MaterialPoint, 4> SkinContact::points_of(const Hit& hit) const {
    const Body &body = *bodies_[std::size_t(hit.body)], &other = *bodies_[std::size_t(hit.other)];
    std::array<MaterialPoint, 4> points;
    points[0] = MaterialPoint::at_node(hit.body, body.skin.nodes[std::size_t(hit.node)]);
    for (int c = 0; c < 3; ++c)
        points[std::size_t(c + 1)] =
            MaterialPoint::at_node(hit.other, other.skin.triangles(c, hit.place.triangle));
    return points;
}

void SkinContact::begin_step(const PointMotion& motion, double t, double) {
    begin_solve();
    search_.begin_step();
    if (!accepted_.begins() || (t > 0 && common.active(t))) return;
    std::vector<AcceptedPair> pairs;
    for (const Hit& hit : find(motion)) pairs.push_back(pair(hit, points(hit, motion)));
    accepted_.warn_of_start(pairs, common.from.value_or(0), provenance);
}

void SkinContact::begin_solve() {
    is_kept_ = false;
    followed_ = -1;
    alternation_.begin();
}

/// Of hits_, where bodies are now. Newton's method has looked there but for where it stops after a
/// given number of iterations; explicit steps look when the next begins.
void SkinContact::commit(const PointMotion& motion, double t) {
    if (is_kept_) find(motion);
    std::vector<AcceptedPair> pairs;
    auto found = search_.found().begin();
    const auto end = search_.found().end();
    for (const Hit& hit : hits_) {
        const PairPoints z = points(hit, motion);
        AcceptedPair& now = pairs.emplace_back(pair(hit, z));
        const Eigen::Vector3d d = hit.way(z), f = hit.stiffness * d;
        now.force = f.norm();
        now.is_held = hit.is_held;
        if (!hit.is_held) continue;
        now.pulls = pulls(z, d);
        while (found != end && found->key() < hit.key()) ++found;
        const bool is_found = found != end && found->key() == hit.key();
        now.change =
            (is_found ? f - spring(*found) * found->way(points(*found, motion)) : f).norm();
    }
    accepted_.commit(pairs, t, provenance);
    search_.commit();
}

/// The pairs that count at this evaluation, and whether they stay for those that follow. Another
/// tangent at the same iterate (the PSD-projected one) is no further iteration.
void SkinContact::look(const PointMotion& motion, bool is_tangent) {
    if (is_kept_ && !is_tangent) return;
    find(motion);
    if (is_tangent && followed_ != search_.n_searches()) {
        followed_ = search_.n_searches();
        alternation_.follow(search_.found());
    }
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
    hits_ = search_.found();
    alternation_.put_held(hits_);
    accepted_.count_held(alternation_.n_held());
    find_slopes(wants_slope);
}

/// K, where tetrahedra are now.
Eigen::Matrix3d SkinContact::spring(const Hit& hit) const {
    const double alpha = params_.alpha(), c = stiffness_of(hit);
    if (alpha == 1 || params_.way_out == WayOut::facing) return c * Eigen::Matrix3d::Identity();
    return c * blend(search_.slide(hit), alpha);
}

/// Of a pair that is not held.
PairSlope SkinContact::slope(const Hit& hit) const {
    const double c = stiffness_of(hit);
    const Eigen::Vector3d& b = hit.place.weights;
    if (params_.way_out == WayOut::facing) return positive_part(nearest_slope(c, hit.found_at, b));
    return spring_slope(c * blend(search_.slide(hit), std::min(params_.alpha(), 0.1)), b);
}

/// Without a slope pairs count only where they were found; it costs most, and a spring to a place
/// that stays does not ask for it.
void SkinContact::find_slopes(bool wants_slope) {
    const long n = long(hits_.size());
    parallel_for(n, [&](long k) {
        Hit& hit = hits_[std::size_t(k)];
        hit.found_at = search_.points(hit);
        hit.to_target = hit.way(hit.found_at);
        hit.stiffness = spring(hit);
        hit.slope = wants_slope && !hit.is_held ? slope(hit)
                                                : spring_slope(hit.stiffness, hit.place.weights);
    });
}

void SkinContact::evaluate(const PointMotion& motion, double, PointForces& out) {
    look(motion, out.wants_tangent());
    for (const Hit& hit : hits_) {
        const std::array<MaterialPoint, 4> points = points_of(hit);
        PairPoints f;
        f.col(0) = hit.stiffness * hit.to_target;
        f.rightCols<3>() = -f.col(0) * hit.place.weights.transpose();
        f.reshaped() -= hit.slope * (this->points(hit, motion) - hit.found_at).reshaped();
        for (int i = 0; i < 4; ++i) {
            out.force(points[std::size_t(i)], f.col(i));
            if (!out.wants_tangent()) continue;
            for (int j = 0; j < 4; ++j)
                out.stiffness(points[std::size_t(i)], points[std::size_t(j)],
                              hit.slope.block<3, 3>(3 * i, 3 * j));
        }
    }
}

double SkinContact::energy(const PointMotion& motion, double) {
    look(motion, false);
    double sum = 0;
    for (const Hit& hit : hits_) {
        const Eigen::Vector3d d = hit.way(points(hit, motion));
        sum += 0.5 * d.dot(hit.stiffness * d);
    }
    return sum;
}

void SkinContact::save(Archive& archive, const std::string& prefix) const {
    accepted_.save(archive, prefix);
    search_.save(archive, prefix);
}

void SkinContact::restore(const Archive& archive, const std::string& prefix) {
    accepted_.restore(archive, prefix);
    search_.restore(archive, prefix);
    begin_solve();
}

}  // namespace sinew
