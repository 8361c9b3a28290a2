#include "surface_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {
namespace {

CollisionSurface surface_of(std::vector<SurfacePart> parts,
                            const std::vector<Obstacle>& obstacles) {
    for (const Obstacle& obstacle : obstacles) parts.push_back(obstacle.part);
    return CollisionSurface(parts);
}

std::vector<Body*> with_obstacles(std::vector<Body*> bodies,
                                  const std::vector<Obstacle>& obstacles) {
    for (const Obstacle& obstacle : obstacles) bodies.push_back(&obstacle.body->body());
    return bodies;
}

/// The sum of |w_a|: 1 inside of an element, and more outside.
double sum_of_weights(const MaterialPoint& point) {
    double sum = 0;
    for (int a = 0; a < point.n; ++a) sum += std::abs(point.weights[std::size_t(a)]);
    return sum;
}

/// The area of the largest vertex [m^2] times the greatest sum of |w_va| |w_vb| over vertices v and
/// nodes b at a node a; obstacles do not count.
double carried_area(const CollisionSurface& surface) {
    double largest = 0, carried = 0;
    std::map<std::pair<int, int>, double> at_node;  // by body and node
    for (int v = 0; v < surface.n_vertices(); ++v) {
        if (surface.is_obstacle(v)) continue;
        largest = std::max(largest, surface.vertex_area(v));
        const MaterialPoint& point = surface.point(v);
        for (std::size_t a = 0; a < std::size_t(point.n); ++a) {
            double& sum = at_node[{point.body, point.nodes[a]}];
            sum += std::abs(point.weights[a]) * sum_of_weights(point);
            carried = std::max(carried, sum);
        }
    }
    return largest * carried;
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

SurfaceContact::SurfaceContact(const std::vector<Body*>& bodies, std::vector<SurfacePart> parts,
                               const SurfaceContactParams& params, std::vector<Obstacle> obstacles)
    : bodies_(with_obstacles(bodies, obstacles)),
      params_(params),
      obstacles_(std::move(obstacles)),
      potential_(params.law),
      surface_(surface_of(std::move(parts), obstacles_)),
      broad_phase_(surface_, params.self),
      trees_(surface_, params.self),
      least_gap_(params.thickness),
      least_gap_of_run_(params.thickness) {
    first_vertices_.assign(bodies_.size() + 1, surface_.n_vertices());
    for (int v = surface_.n_vertices(); v-- > 0;)
        first_vertices_[std::size_t(surface_.body(v))] = v;
    for (std::size_t b = bodies_.size(); b-- > 0;)
        first_vertices_[b] = std::min(first_vertices_[b], first_vertices_[b + 1]);
    stretch_.assign(bodies_.size(), 1);
    for (int v = 0; v < surface_.n_vertices(); ++v) {
        double& stretch = stretch_[std::size_t(surface_.body(v))];
        stretch = std::max(stretch, sum_of_weights(surface_.point(v)));
    }
    if (params_.law.kind == ContactPotentialKind::offset) carried_area_ = carried_area(surface_);
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
            const Points& u = bodies_[std::size_t(point.body)]->initial_displacement;
            for (std::size_t a = 0; a < std::size_t(point.n); ++a)
                x.col(v) += point.weights[a] * u.col(point.nodes[a]);
            continue;
        }
        const KinematicBody& obstacle = *obstacles_[std::size_t(point.body - n_skins)].body;
        x.col(v) = obstacle.position(point, obstacle.initial().q);
    }
    return x;
}

FrictionPotential SurfaceContact::friction() const {
    return FrictionPotential(params_.friction, slip_length_);
}

void SurfaceContact::jump() {
    has_jumped_ = has_begun_;
    has_begun_ = false;
}

/// Contact that begins late, or anew after a jump, may find what intersects.
void SurfaceContact::begin(const PointMotion& motion, double t) {
    has_begun_ = true;
    const Points x = positions(motion);
    if (params_.ignores_intersections) leave_out_intersections(x);
    const auto both = [&](int vertex, int other) {
        return fmt::format("the skins of {} and {} intersect", name(vertex), name(other));
    };
    for (const Intersection& hit : intersections_at(x)) {
        const auto ends = surface_.edges().col(hit.edge);
        const auto corners = surface_.triangles().col(hit.triangle);
        if (is_avoidable(std::span(ends.data(), 2), std::span(corners.data(), 3)))
            fail_at_begin(both(ends[0], corners[0]), t);
    }
    for (const Penetration& hit : penetrations_at(x))
        if (exclusions_.touch(hit.vertices, std::span(&hit.obstacle, 1)))
            fail_at_begin(both(hit.vertices[0], hit.obstacle), t);
    if (const auto enclosed = enclosed_at(x))
        fail_at_begin(fmt::format("{} is inside {}", name(enclosed->vertex),
                                  bodies_[std::size_t(enclosed->in)]->path),
                      t);
    has_jumped_ = false;
}

void SurfaceContact::fail_at_begin(const std::string& what, double t) const {
    throw ComputationError(
        fmt::format("{} at {:.6g} s, {}", what, t,
                    has_jumped_ ? "in the step in which a rig jumps" : "when contact begins"),
        fmt::format("{}, or write at_start: ignore_until_apart",
                    has_jumped_ ? "let the rig jump to where nothing is"
                                : "let contact begin before they meet (from:)"));
}

std::optional<SurfaceContact::Enclosed> SurfaceContact::enclosed_at(const Points& x) const {
    const auto is_obstacle = [&](int body) {
        return std::size_t(body) + n_obstacles() >= bodies_.size();
    };
    int last = -1;
    for (int v = 0; v < surface_.n_vertices(); ++v) {
        const int body = surface_.body(v);
        if (body == last || is_left_out(v)) continue;
        last = body;  // one vertex of each body tells
        const bool is_plane =
            std::any_of(surface_.planes().begin(), surface_.planes().end(),
                        [&](const CollisionSurface::Plane& plane) { return plane.vertex == v; });
        for (int other = 0; !is_plane && other < int(bodies_.size()); ++other)
            if (other != body && !(is_obstacle(body) && is_obstacle(other)) &&
                winding_number(surface_, other, x, x.col(v)) > 0.5)
                return Enclosed{v, other};
    }
    return std::nullopt;
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
    return params_.law.stiffness / params_.thickness * 2 * carried_area_;
}

std::vector<Intersection> SurfaceContact::intersections_at(const Points& x) const {
    return not_tied(intersections(surface_, near_edges_and_triangles(surface_, trees_, x, 0), x));
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
