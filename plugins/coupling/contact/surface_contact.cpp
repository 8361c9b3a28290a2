#include "surface_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/contact/surface_ccd.hpp>
#include <sinew/mechanics/contact/surface_intersections.hpp>

namespace sinew {

SurfaceContact::SurfaceContact(std::vector<Body*> bodies, const SurfaceContactParams& params)
    : bodies_(std::move(bodies)),
      params_(params),
      potential_(params.law),
      surface_(bodies_),
      broad_phase_(surface_),
      least_gap_(params.thickness) {}

Points SurfaceContact::positions(const PointMotion& motion) const {
    Points x(3, surface_.n_vertices());
    int vertex = 0;
    Points all;
    for (int b = 0; b < int(bodies_.size()); ++b) {
        const bool has_all = motion.positions(b, all);
        for (; vertex < surface_.n_vertices() && surface_.body(vertex) == b; ++vertex) {
            const MaterialPoint& point = surface_.point(vertex);
            if (has_all)
                x.col(vertex) = all.col(point.nodes[0]);
            else
                x.col(vertex) = motion.position(point);
        }
    }
    return x;
}

/// Pairs of a body with itself, if it does not touch itself.
void SurfaceContact::leave_out(Candidates& candidates) const {
    if (params_.self) return;
    std::erase_if(candidates.vertex_triangle, [&](const auto& pair) {
        return surface_.body(pair[0]) == surface_.body(surface_.triangles()(0, pair[1]));
    });
    std::erase_if(candidates.edge_edge, [&](const auto& pair) {
        return surface_.body(surface_.edges()(0, pair[0])) ==
               surface_.body(surface_.edges()(0, pair[1]));
    });
}

/// Candidates are good until a vertex has used up what they were made too wide by.
PairSet SurfaceContact::pairs_at(const Points& x) {
    const double slack = params_.thickness;
    const bool still_good =
        candidates_at_.cols() == x.cols() &&
        (x - candidates_at_).colwise().squaredNorm().maxCoeff() <= 0.25 * slack * slack;
    if (!still_good) {
        candidates_ = broad_phase_.find(x, params_.thickness + slack);
        leave_out(candidates_);
        candidates_at_ = x;
    }
    return active_pairs(surface_, candidates_, x, params_.thickness);
}

void SurfaceContact::evaluate(const PointMotion& motion, double /*t*/, PointForces& out) {
    const Points x = positions(motion);
    for (const ContactPair& pair : pairs_at(x)) {
        const PairDerivatives at = out.wants_tangent()
                                       ? potential_.hessian(pair, x, out.definiteness())
                                       : potential_.gradient(pair, x);
        for (int i = 0; i < n_vertices(pair.kind); ++i) {
            const MaterialPoint& a = surface_.point(pair.vertices[std::size_t(i)]);
            out.force(a, -at.gradient.segment<3>(3 * i));
            if (!out.wants_tangent()) continue;
            for (int j = 0; j < n_vertices(pair.kind); ++j)
                out.stiffness(a, surface_.point(pair.vertices[std::size_t(j)]),
                              at.hessian.block<3, 3>(3 * i, 3 * j));
        }
    }
}

double SurfaceContact::energy(const PointMotion& motion, double /*t*/) {
    const Points x = positions(motion);
    return potential_.energy(pairs_at(x), x);
}

double SurfaceContact::largest_step(const PointMotion& from, const PointMotion& to) {
    const Points begin = positions(from), end = positions(to);
    Candidates candidates = broad_phase_.find(begin, end, 0);
    leave_out(candidates);
    return sinew::largest_step(surface_, candidates, begin, end);
}

void SurfaceContact::commit(const PointMotion& motion, double t) {
    const Points x = positions(motion);
    for (const Intersection& hit : intersections(surface_, x)) {
        const int edge_body = surface_.body(surface_.edges()(0, hit.edge)),
                  triangle_body = surface_.body(surface_.triangles()(0, hit.triangle));
        if (edge_body == triangle_body && !params_.self) continue;
        throw ComputationError(fmt::format("the skins of {} and {} intersect at {:.6g} s",
                                           bodies_[std::size_t(edge_body)]->path,
                                           bodies_[std::size_t(triangle_body)]->path, t),
                               "this should not be possible: report it with the scene");
    }
    const PairSet pairs = pairs_at(x);
    n_pairs_ = pairs.size();
    least_gap_ = params_.thickness;
    resultant_ = 0;
    for (const ContactPair& pair : pairs) {
        const double d = distance(pair.kind, pair.stencil(x));
        least_gap_ = std::min(least_gap_, d);
        resultant_ -= pair.weight * params_.law.at(d, pair.activation).first;
    }
}

void SurfaceContact::report(nlohmann::json& report) const {
    report["thickness"] = params_.thickness;
    report["stiffness"] = params_.law.stiffness;
    report["pairs"] = n_pairs_;
    report["least_gap"] = least_gap_;
    report["normal_forces"] = resultant_;
}

}  // namespace sinew
