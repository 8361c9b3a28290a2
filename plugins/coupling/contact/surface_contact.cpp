#include "surface_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {
namespace {

CollisionSurface surface_of(const std::vector<Body*>& bodies,
                            const std::vector<Obstacle>& obstacles) {
    std::vector<SurfacePart> parts;
    for (std::size_t b = 0; b < bodies.size(); ++b)
        parts.push_back(SurfacePart::skin(*bodies[b], int(b)));
    for (const Obstacle& obstacle : obstacles) parts.push_back(obstacle.part);
    return CollisionSurface(parts);
}

std::vector<Body*> with_obstacles(std::vector<Body*> bodies,
                                  const std::vector<Obstacle>& obstacles) {
    for (const Obstacle& obstacle : obstacles) bodies.push_back(&obstacle.body->body());
    return bodies;
}

/// Calls derivatives_of(k) for 0 to n - 1 on all threads and take(k, derivatives) in order.
template <class DerivativesOf, class Take>
void in_order(std::size_t n, const DerivativesOf& derivatives_of, const Take& take) {
    constexpr std::size_t chunk = 2048;
    std::vector<PairDerivatives> some(std::min(n, chunk));
    for (std::size_t first = 0; first < n; first += chunk) {
        const std::size_t size = std::min(chunk, n - first);
        parallel_for(size, [&](std::size_t k) { some[k] = derivatives_of(first + k); });
        for (std::size_t k = 0; k < size; ++k) take(first + k, some[k]);
    }
}

}  // namespace

SurfaceContact::SurfaceContact(const std::vector<Body*>& bodies, const SurfaceContactParams& params,
                               std::vector<Obstacle> obstacles)
    : bodies_(with_obstacles(bodies, obstacles)),
      params_(params),
      obstacles_(std::move(obstacles)),
      potential_(params.law),
      surface_(surface_of(bodies, obstacles_)),
      broad_phase_(surface_, params.self),
      trees_(surface_, params.self),
      least_gap_(params.thickness),
      least_gap_of_run_(params.thickness) {
    first_vertices_.assign(bodies_.size() + 1, surface_.n_vertices());
    for (int v = surface_.n_vertices(); v-- > 0;)
        first_vertices_[std::size_t(surface_.body(v))] = v;
    for (std::size_t b = bodies_.size(); b-- > 0;)
        first_vertices_[b] = std::min(first_vertices_[b], first_vertices_[b + 1]);
}

std::vector<BodySystem*> SurfaceContact::obstacles() {
    std::vector<BodySystem*> systems;
    for (const Obstacle& obstacle : obstacles_) systems.push_back(obstacle.body.get());
    return systems;
}

std::vector<const ObstacleSurface*> SurfaceContact::obstacle_surfaces() const {
    std::vector<const ObstacleSurface*> surfaces;
    for (const Obstacle& obstacle : obstacles_) surfaces.push_back(&obstacle.shown);
    return surfaces;
}

const std::string& SurfaceContact::name(int vertex) const {
    return bodies_[std::size_t(surface_.body(vertex))]->path;
}

Points SurfaceContact::at_start() const {
    Points x = surface_.rest();
    const int n_skins = int(bodies_.size() - obstacles_.size());
    for (int v = 0; v < surface_.n_vertices(); ++v) {
        const MaterialPoint& point = surface_.point(v);
        if (point.body < n_skins) {
            x.col(v) += bodies_[std::size_t(point.body)]->initial_displacement.col(point.nodes[0]);
            continue;
        }
        const KinematicBody& obstacle = *obstacles_[std::size_t(point.body - n_skins)].body;
        x.col(v) = obstacle.position(point, obstacle.initial().q);
    }
    return x;
}

/// Which vertices move as they are told may change from step to step, and with it which pairs
/// count: candidates are found anew then.
void SurfaceContact::find_prescribed(const PointMotion& motion) const {
    if (prescribed_are_known_) return;
    prescribed_are_known_ = true;
    std::vector<char> now(static_cast<std::size_t>(surface_.n_vertices()));
    for (int v = 0; v < surface_.n_vertices(); ++v)
        now[std::size_t(v)] = motion.is_prescribed(surface_.point(v));
    if (now == exclusions_.is_prescribed) return;
    exclusions_.is_prescribed = std::move(now);
    found_at_ = {};
}

/// False where an edge and a triangle may intersect though all pairs that act have been kept apart:
/// where they do not touch, and where prescribed parts have passed through each other: the edge
/// through a side of the triangle, or an end of it through the triangle.
bool SurfaceContact::is_avoidable(std::span<const int> edge, std::span<const int> triangle) const {
    const auto n_prescribed = [&](std::span<const int> vertices) {
        return std::count_if(vertices.begin(), vertices.end(),
                             [&](int v) { return exclusions_.prescribed(v); });
    };
    const auto of_edge = n_prescribed(edge), of_triangle = n_prescribed(triangle);
    return exclusions_.touch(edge, triangle) && !(of_edge == 2 && of_triangle >= 2) &&
           !(of_edge >= 1 && of_triangle == 3);
}

void SurfaceContact::leave_out(Candidates& candidates) const {
    const Eigen::MatrixXi &triangles = surface_.triangles(), &edges = surface_.edges();
    const auto triangle = [&](int t) { return std::span(triangles.col(t).data(), 3); };
    const auto edge = [&](int e) { return std::span(edges.col(e).data(), 2); };
    std::erase_if(candidates.vertex_triangle, [&](const auto& pair) {
        return !exclusions_.touch(std::span(&pair[0], 1), triangle(pair[1]));
    });
    std::erase_if(candidates.edge_edge, [&](const auto& pair) {
        return !exclusions_.touch(edge(pair[0]), edge(pair[1]));
    });
    std::erase_if(candidates.sphere_triangle, [&](const auto& pair) {
        const int center = surface_.spheres()[std::size_t(pair[0])].vertex;
        return !exclusions_.touch(std::span(&center, 1), triangle(pair[1]));
    });
    std::erase_if(candidates.plane_vertex, [&](const auto& pair) {
        const int point = surface_.planes()[std::size_t(pair[0])].vertex;
        return !exclusions_.touch(std::span(&point, 1), std::span(&pair[1], 1));
    });
}

int SurfaceContact::leave_out_intersections(const Points& x) {
    exclusions_.tangles = Tangles(surface_, x, intersections_at(x), penetrations_at(x));
    found_at_ = {};
    return exclusions_.tangles.count();
}

/// What neither intersects any more nor is nearer than contact acts at may touch again: then its
/// forces begin at zero.
void SurfaceContact::release_tangles(const Points& x, const std::vector<Intersection>& hits,
                                     const std::vector<Penetration>& penetrations) {
    if (exclusions_.tangles.empty()) return;
    const int n_before = exclusions_.tangles.count();
    std::vector<char> keeps(static_cast<std::size_t>(n_before), false);
    const auto keep = [&](std::span<const int> first, std::span<const int> second) {
        const int number = exclusions_.tangles.shared(first, second);
        if (number >= 0) keeps[std::size_t(number)] = true;
    };
    for (const Intersection& hit : hits)
        keep(std::span(surface_.edges().col(hit.edge).data(), 2),
             std::span(surface_.triangles().col(hit.triangle).data(), 3));
    for (const Penetration& hit : penetrations) keep(hit.vertices, std::span(&hit.obstacle, 1));
    for (const ContactPair& pair :
         active_pairs(surface_, broad_phase_.find(x, params_.thickness), x, params_.thickness)) {
        const std::span<const int> vertices = vertices_of(pair);
        const std::size_t n_first = std::size_t(n_on_first_side(pair.kind));
        keep(vertices.first(n_first), vertices.subspan(n_first));
    }
    exclusions_.tangles.keep(keeps);
    if (exclusions_.tangles.count() == n_before) return;
    found_at_ = {};
    log_info(fmt::format("{}: {} of the places that have intersected or been tied are left",
                         provenance.plugin, exclusions_.tangles.count()));
}

FrictionPotential SurfaceContact::friction() const {
    return FrictionPotential(params_.friction, slip_length_);
}

/// Contact that begins late may find what has intersected until then.
void SurfaceContact::begin(const PointMotion& motion, double t) {
    has_begun_ = true;
    const Points x = positions(motion);
    if (params_.ignores_intersections) leave_out_intersections(x);
    for (const Intersection& hit : intersections_at(x)) {
        const auto ends = surface_.edges().col(hit.edge);
        const auto corners = surface_.triangles().col(hit.triangle);
        if (is_avoidable(std::span(ends.data(), 2), std::span(corners.data(), 3)))
            fail_at_begin(ends[0], corners[0], t);
    }
    for (const Penetration& hit : penetrations_at(x))
        if (exclusions_.touch(hit.vertices, std::span(&hit.obstacle, 1)))
            fail_at_begin(hit.vertices[0], hit.obstacle, t);
}

void SurfaceContact::fail_at_begin(int vertex, int other, double t) const {
    throw ComputationError(
        fmt::format("the skins of {} and {} intersect at {:.6g} s, when contact begins",
                    name(vertex), name(other), t),
        "let contact begin before they meet (from:), or write at_start: ignore_until_apart");
}

/// What is prescribed is that of the step that ends here, until the first question of the next one.
void SurfaceContact::begin_step(const PointMotion& motion, double t, double dt) {
    prescribed_are_known_ = false;
    find_prescribed(motion);
    rubbing_.clear();
    slip_length_ = 0;
    if (!has_begun_) begin(motion, t);
    release_ties(t);
    if (params_.friction > 0 && dt > 0) {
        slip_length_ = params_.stick_speed * dt;
        step_begin_ = positions(motion);
        rubbing_ = friction_pairs(active(placed(motion)), potential_, step_begin_, step_begin_);
        find_near();
        n_friction_iterations_ = 1;
    }
    prescribed_are_known_ = false;
}

/// Slip in a second is the velocity, so that derivatives by slip are those by velocity.
void SurfaceContact::damp(const PointMotion& motion, double /*t*/, PointForces& out) const {
    if (params_.friction == 0) return;
    find_prescribed(motion);
    const Points x = positions(motion);
    Points second_ago = x;
    for (int v = 0; v < surface_.n_vertices(); ++v)
        second_ago.col(v) -= motion.velocity(surface_.point(v));
    const FrictionPotential friction(params_.friction, params_.stick_speed);
    for (const FrictionPair& pair :
         friction_pairs(active(placed(motion)), potential_, x, second_ago)) {
        const PairDerivatives at = friction.derivatives(pair, x);
        const std::span<const int> vertices = vertices_of(pair);
        for (std::size_t i = 0; i < vertices.size(); ++i)
            for (std::size_t j = 0; j < vertices.size(); ++j)
                out.damping(surface_.point(vertices[i]), surface_.point(vertices[j]),
                            at.hessian.block<3, 3>(3 * Index(i), 3 * Index(j)));
    }
}

/// The next of the friction iterations: normal forces and frames of where bodies are now.
bool SurfaceContact::update_lagged(const PointMotion& motion, double /*t*/) {
    if (n_friction_iterations_ >= params_.friction_iterations || slip_length_ == 0) return false;
    ++n_friction_iterations_;
    const Points x = placed(motion);
    rubbing_ = friction_pairs(active(x), potential_, x, step_begin_);
    find_near();
    return true;
}

void SurfaceContact::add(std::span<const int> vertices, const PairDerivatives& at,
                         PointForces& out) const {
    std::array<const MaterialPoint*, 4> points{};
    for (std::size_t i = 0; i < vertices.size(); ++i) points[i] = &surface_.point(vertices[i]);
    const StencilVector force = -at.gradient;
    out.stencil(std::span(points).first(vertices.size()), force.data(), at.hessian);
}

void SurfaceContact::evaluate(const PointMotion& motion, double /*t*/, PointForces& out) const {
    find_prescribed(motion);
    const Points x = placed(motion);
    const PairSet pairs = active(x);
    const bool projected = out.definiteness() == Definiteness::psd_projected;
    in_order(
        pairs.size(),
        [&](std::size_t k) {
            return out.wants_tangent() ? potential_.hessian(pairs[k], x, out.definiteness())
                                       : potential_.gradient(pairs[k], x);
        },
        [&](std::size_t k, const PairDerivatives& at) { add(vertices_of(pairs[k]), at, out); });
    const FrictionPotential friction = this->friction();
    for (const FrictionPair& pair : rubbing_) {
        PairDerivatives at = friction.derivatives(pair, x);
        if (projected && pair.normal_force < 0) at.hessian.setZero();
        add(vertices_of(pair), at, out);
    }
}

double SurfaceContact::energy(const PointMotion& motion, double /*t*/) const {
    find_prescribed(motion);
    const Points x = placed(motion);
    return potential_.energy(active(x), x);
}

double SurfaceContact::potential(const PointMotion& motion, double /*t*/) const {
    find_prescribed(motion);
    const Points x = placed(motion);
    double sum = potential_.energy(active(x), x);
    const FrictionPotential friction = this->friction();
    for (const FrictionPair& pair : rubbing_) sum += friction.energy(pair, x);
    return sum;
}

std::optional<double> SurfaceContact::stiffness_bound() const {
    if (params_.law.kind == ContactPotentialKind::barrier) return {};
    double largest = 0;
    for (int v = 0; v < surface_.n_vertices(); ++v)
        if (!surface_.is_obstacle(v)) largest = std::max(largest, surface_.vertex_area(v));
    return params_.law.stiffness / params_.thickness * 2 * largest;
}

std::vector<Intersection> SurfaceContact::intersections_at(const Points& x) const {
    return not_tied(intersections(surface_, near_edges_and_triangles(surface_, trees_, x, 0), x));
}

std::vector<Intersection> SurfaceContact::not_tied(std::vector<Intersection> hits) const {
    std::erase_if(hits, [&](const Intersection& hit) {
        return exclusions_.tied(std::span(surface_.edges().col(hit.edge).data(), 2),
                                std::span(surface_.triangles().col(hit.triangle).data(), 3));
    });
    return hits;
}

/// The side of a tie that each vertex is on, 1 or 2; 0 for neither.
std::vector<char> SurfaceContact::sides_of(const Tie& tie) const {
    const TiedNodes nodes = tie.tied_nodes();
    std::vector<char> sides(static_cast<std::size_t>(surface_.n_vertices()), 0);
    for (int v = 0; v < surface_.n_vertices(); ++v) {
        const Body* body = bodies_[std::size_t(surface_.body(v))];
        const auto is_among = [&](const std::vector<int>& tied) {
            return std::binary_search(tied.begin(), tied.end(), surface_.point(v).nodes[0]);
        };
        if (body == tie.bodies()[0] && is_among(nodes.first)) sides[std::size_t(v)] = 1;
        if (body == tie.bodies()[1] && is_among(nodes.second)) sides[std::size_t(v)] = 2;
    }
    return sides;
}

std::size_t SurfaceContact::leave_out_ties(std::span<const Tie* const> ties) {
    std::size_t n_tied = 0;
    for (const Tie* tie : ties) {
        ties_.push_back(tie);
        tie_is_released_.push_back(false);
        exclusions_.ties.push_back(sides_of(*tie));
        for (const char side : exclusions_.ties.back()) n_tied += side != 0;
    }
    found_at_ = {};
    return n_tied;
}

/// What a tie has held together lies on each other when it ends: both sides are a tangle from then
/// on.
void SurfaceContact::release_ties(double t) {
    for (std::size_t k = 0; k < ties_.size(); ++k) {
        if (tie_is_released_[k] || !ties_[k]->common.is_over(t)) continue;
        std::vector<char>& sides = exclusions_.ties[k];
        std::vector<int> tied;
        for (int v = 0; v < surface_.n_vertices(); ++v)
            if (sides[std::size_t(v)] != 0) tied.push_back(v);
        if (!tied.empty()) exclusions_.tangles.add(surface_, tied);
        sides.assign(sides.size(), 0);
        tie_is_released_[k] = true;
        found_at_ = {};
    }
}

std::vector<Penetration> SurfaceContact::penetrations_at(const Points& x) const {
    if (surface_.spheres().empty() && surface_.planes().empty()) return {};
    return penetrations(surface_, broad_phase_.find(x, params_.thickness), x);
}

void SurfaceContact::save(Archive& archive, const std::string& prefix) const {
    const std::vector<int>& tangles = exclusions_.tangles.of_vertices();
    archive.put(prefix + "/tangles", std::vector<std::int64_t>(tangles.begin(), tangles.end()));
    archive.put(prefix + "/released_ties",
                std::vector<std::int64_t>(tie_is_released_.begin(), tie_is_released_.end()));
    archive.put(prefix + "/has_begun", std::int64_t(has_begun_));
    archive.put(prefix + "/least_gap", least_gap_of_run_);
}

void SurfaceContact::restore(const Archive& archive, const std::string& prefix) {
    const std::vector<std::int64_t>& tangles = archive.integers(prefix + "/tangles");
    exclusions_.tangles = Tangles(std::vector<int>(tangles.begin(), tangles.end()));
    const std::vector<std::int64_t>& released = archive.integers(prefix + "/released_ties");
    for (std::size_t k = 0; k < ties_.size(); ++k) {
        tie_is_released_[k] = released.at(k) != 0;
        if (tie_is_released_[k]) exclusions_.ties[k].assign(exclusions_.ties[k].size(), 0);
    }
    found_at_ = {};
    has_begun_ = archive.integer(prefix + "/has_begun") != 0;
    least_gap_of_run_ = archive.number(prefix + "/least_gap");
}

}  // namespace sinew
