/// Candidates of SurfaceContact: where its vertices are, which of them may touch, and how far they
/// may go.

#include <fmt/format.h>

#include <algorithm>
#include <sinew/mechanics/contact/surface_ccd.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

#include "surface_contact.hpp"

namespace sinew {

/// Places all vertices of a body, point by point: a vertex has the same bits whether the others are
/// placed or not, and of a body whose interior follows its skin the skin alone is asked for.
void SurfaceContact::place(const PointMotion& motion, int body, Points& x) const {
    const int first = first_vertices_[std::size_t(body)],
              n = first_vertices_[std::size_t(body) + 1] - first;
    parallel_for_if(n > 2000, n,
                    [&](int k) { x.col(first + k) = motion.position(surface_.point(first + k)); });
}

/// A bound on how far any vertex of a body that tells it has moved since its generalised
/// coordinates were `from`: so far as its nodes, if the vertex is inside of an element.
double SurfaceContact::moved_since(const PointMotion& motion, int body, const Vector& from) const {
    return stretch_[std::size_t(body)] * motion.moved_since(body, from);
}

Points SurfaceContact::positions(const PointMotion& motion) const {
    Points x(3, surface_.n_vertices());
    for (int b = 0; b < int(bodies_.size()); ++b) place(motion, b, x);
    return x;
}

/// x := where vertices are, but for those of bodies that tell how far they have moved: of these,
/// vertices that cannot touch stay where candidates were found. False if candidates do not hold.
bool SurfaceContact::place_near(const PointMotion& motion, Points& x) const {
    if (found_at_.q.size() != bodies_.size()) return false;
    x = found_at_.x;
    for (int b = 0; b < int(bodies_.size()); ++b) {
        const Vector& then = found_at_.q[std::size_t(b)];
        const int first = first_vertices_[std::size_t(b)],
                  n = first_vertices_[std::size_t(b) + 1] - first;
        if (n == 0) continue;
        if (then.size() > 0) {
            if (moved_since(motion, b, then) > 0.5 * slack()) return false;
            continue;
        }
        place(motion, b, x);
        if ((x - found_at_.x).middleCols(first, n).colwise().squaredNorm().maxCoeff() >
            0.25 * slack() * slack())
            return false;
    }
    for (const int v : near_) x.col(v) = motion.position(surface_.point(v));
    return true;
}

/// Where vertices are, as place_near says, with candidates that hold there.
Points SurfaceContact::placed(const PointMotion& motion) const {
    Points x;
    if (place_near(motion, x)) return x;
    find_candidates(motion);
    return found_at_.x;
}

/// Candidates are good until a vertex has used up what they were made too wide by.
void SurfaceContact::find_candidates(const PointMotion& motion) const {
    found_at_.x = positions(motion);
    found_at_.q.clear();
    for (int b = 0; b < int(bodies_.size()); ++b)
        found_at_.q.push_back(motion.generalised_coordinates(b));
    candidates_ = broad_phase_.find(found_at_.x, params_.thickness + slack());
    at_spheres_and_planes_.sphere_triangle = candidates_.sphere_triangle;
    at_spheres_and_planes_.plane_vertex = candidates_.plane_vertex;
    leave_out(candidates_);
    may_intersect_are_known_ = false;
    may_intersect_.clear();
    find_near();
}

/// The vertices, of bodies that tell how far they have moved, that contact looks at.
void SurfaceContact::find_near() const {
    std::vector<char> looked_at(static_cast<std::size_t>(surface_.n_vertices()), false);
    const auto add = [&](const auto& vertices) {
        for (const int v : vertices) looked_at[std::size_t(v)] = true;
    };
    const Eigen::MatrixXi &triangles = surface_.triangles(), &edges = surface_.edges();
    const auto add_vertex = [&](int v) { looked_at[std::size_t(v)] = true; };
    for (const auto& [v, t] : candidates_.vertex_triangle) {
        add_vertex(v);
        add(triangles.col(t));
    }
    for (const auto& [e, f] : candidates_.edge_edge) {
        add(edges.col(e));
        add(edges.col(f));
    }
    for (const auto& pair : at_spheres_and_planes_.sphere_triangle) add(triangles.col(pair[1]));
    for (const auto& pair : at_spheres_and_planes_.plane_vertex) add_vertex(pair[1]);
    for (const FrictionPair& pair : rubbing_) add(vertices_of(pair));
    for (const Intersection& pair : may_intersect_) {
        add(edges.col(pair.edge));
        add(triangles.col(pair.triangle));
    }
    near_.clear();
    for (int v = 0; v < surface_.n_vertices(); ++v)
        if (looked_at[std::size_t(v)] && found_at_.q[std::size_t(surface_.body(v))].size() > 0)
            near_.push_back(v);
}

PairSet SurfaceContact::active(const Points& x) const {
    return active_pairs(surface_, candidates_, x, params_.thickness, exclusions_);
}

PairSet SurfaceContact::pairs_at(const Points& x) const {
    return active_pairs(surface_, broad_phase_.find(x, params_.thickness), x, params_.thickness,
                        exclusions_);
}

/// The share of a path that may be gone. What is near is known for the first part of it; farther
/// parts are looked at only if that is free, each many times as long as the one before, since the
/// boxes of long paths overlap everywhere.
double SurfaceContact::free_share(const PointMotion& from, const PointMotion& end_of_path) {
    constexpr double growth = 32;
    const Points begin = positions(from), end = positions(end_of_path);
    const double length = (end - begin).colwise().norm().maxCoeff();
    double part = std::min(1.0, 0.5 * slack() / length);
    Points to = begin + part * (end - begin);
    if ((to - found_at_.x).colwise().squaredNorm().maxCoeff() > 0.25 * slack() * slack())
        find_candidates(from);
    double share = sinew::largest_step(surface_, candidates_, begin, to);
    while (share == 1 && part < 1) {
        part = std::min(1.0, growth * part);
        to = begin + part * (end - begin);
        Candidates candidates = broad_phase_.find(begin, to, 0);
        leave_out(candidates);
        share = sinew::largest_step(surface_, candidates, begin, to);
    }
    note_obstruction(share, begin, to);
    return part * share;
}

/// Keeps the path of the last step that was not free, from where the last one began.
void SurfaceContact::note_obstruction(double share, const Points& begin, const Points& end) {
    if (share < 1) {
        blocked_from_ = begin;
        blocked_to_ = end;
    } else if (blocked_from_.cols() > 0 && blocked_from_ != begin) {
        blocked_from_.resize(3, 0);
    }
}

double SurfaceContact::largest_step(const PointMotion& from, const PointMotion& to) {
    find_prescribed(from);
    Points begin = placed(from), end = begin;
    double length = 0;
    for (int b = 0; b < int(bodies_.size()); ++b) {
        const int first = first_vertices_[std::size_t(b)],
                  n = first_vertices_[std::size_t(b) + 1] - first;
        if (n == 0) continue;
        const Vector then = from.generalised_coordinates(b);
        if (then.size() == 0) place(to, b, end);
        length =
            std::max(length, then.size() > 0
                                 ? moved_since(to, b, then)
                                 : (end - begin).middleCols(first, n).colwise().norm().maxCoeff());
    }
    if (length > 0.5 * slack()) return free_share(from, to);
    if (!place_near(to, end)) {
        find_candidates(from);
        begin = found_at_.x;
        if (!place_near(to, end)) return free_share(from, to);
    }
    const double share = sinew::largest_step(surface_, candidates_, begin, end);
    if (share < 1 || blocked_from_.cols() > 0)
        note_obstruction(share, positions(from), positions(to));
    return share;
}

std::string SurfaceContact::obstruction() const {
    if (blocked_from_.cols() == 0) return {};
    BroadPhase broad_phase(surface_, params_.self);
    Candidates all = broad_phase.find(blocked_from_, blocked_to_, 0);
    leave_out(all);
    const FirstContact first = first_contact(surface_, all, blocked_from_, blocked_to_);
    if (!(first.share < 1)) return {};
    const auto side = [&](int vertex) {
        return name(vertex) + (exclusions_.prescribed(vertex) ? " (prescribed)" : "");
    };
    const Eigen::Vector3d at = blocked_from_.col(first.vertices[0]);
    return fmt::format("the skins of {} and {} meet near [{:.4g}, {:.4g}, {:.4g}]{}",
                       side(first.vertices[0]), side(first.vertices[3]), at.x(), at.y(), at.z(),
                       params_.law.kind == ContactPotentialKind::offset
                           ? ", where the potential `offset` resists with its stiffness at most: "
                             "give it more, or a greater thickness"
                           : "");
}

}  // namespace sinew
