/// The end of a step of SurfaceContact, and what is read off it.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/log.hpp>

#include "surface_contact.hpp"

namespace sinew {

/// Counts an intersection, and warns of the first where prescribed parts pass through each other.
void SurfaceContact::count_left_out(std::span<const int> first, std::span<const int> second,
                                    double t) {
    ++n_left_out_;
    if (has_warned_ || exclusions_.tangles.shared(first, second) >= 0) return;
    has_warned_ = true;
    log_diagnostic(
        Diagnostic::warning(fmt::format("prescribed parts of {} and {} intersect at {:.6g} s: no "
                                        "force keeps them apart",
                                        name(first[0]), name(second[0]), t))
            .remedy("change what is prescribed; run.json counts intersections there as "
                    "intersections_left_out")
            .at(provenance.where)
            .on(provenance.node_path, provenance.plugin));
}

void SurfaceContact::commit(const PointMotion& motion, double t) {
    Points x = placed(motion);
    if (!may_intersect_are_known_) {
        may_intersect_ = near_edges_and_triangles(surface_, trees_, found_at_.x, slack());
        may_intersect_are_known_ = true;
        find_near();
        place_near(motion, x);
    }
    const auto refuse = [&](const std::string& first, const std::string& second) {
        throw ComputationError(
            fmt::format("the skins of {} and {} intersect at {:.6g} s", first, second, t),
            params_.law.kind == ContactPotentialKind::barrier
                ? "this should not be possible: report it with the scene"
                : fmt::format("the potential `offset` resists with its stiffness at most: give it "
                              "more than {:.3g} Pa, or a greater thickness, or take smaller steps",
                              params_.law.stiffness));
    };
    n_left_out_ = 0;
    const std::vector<Intersection> all = sinew::intersections(surface_, may_intersect_, x),
                                    intersections = not_tied(all);
    n_tied_ = all.size() - intersections.size();
    const std::vector<Penetration> penetrations =
        sinew::penetrations(surface_, at_spheres_and_planes_, x);
    for (const Intersection& hit : intersections) {
        const auto ends = surface_.edges().col(hit.edge);
        const auto corners = surface_.triangles().col(hit.triangle);
        const std::span edge(ends.data(), 2), triangle(corners.data(), 3);
        if (is_avoidable(edge, triangle)) refuse(name(ends[0]), name(corners[0]));
        count_left_out(edge, triangle, t);
    }
    for (const Penetration& hit : penetrations) {
        if (exclusions_.touch(hit.vertices, std::span(&hit.obstacle, 1)))
            refuse(name(hit.vertices[0]), name(hit.obstacle));
        count_left_out(hit.vertices, std::span(&hit.obstacle, 1), t);
    }
    if (!exclusions_.tangles.empty())
        release_tangles(positions(motion), intersections, penetrations);
    committed_ = x = placed(motion);
    committed_pairs_ = active(x);
    least_gap_ = params_.thickness;
    resultants_.clear();
    for (const ContactPair& pair : committed_pairs_) {
        const double gap = pair.gap(x);
        least_gap_ = std::min(least_gap_, gap);
        const std::span<const int> vertices = vertices_of(pair);
        add_resultant(vertices, n_on_first_side(pair.kind), potential_.gradient(pair, x).gradient,
                      x);
        resultants_.add_normal(surface_.body(vertices.front()), surface_.body(vertices.back()),
                               normal_force(potential_, pair, x));
    }
    least_gap_of_run_ = std::min(least_gap_of_run_, least_gap_);
    const FrictionPotential friction = this->friction();
    for (const FrictionPair& pair : rubbing_)
        add_resultant(vertices_of(pair), n_on_first_side(pair.kind),
                      friction.derivatives(pair, x).gradient, x);
}

void SurfaceContact::commit_idle() {
    committed_.resize(3, 0);
    committed_pairs_.clear();
    rubbing_.clear();
    n_left_out_ = n_tied_ = 0;
    least_gap_ = params_.thickness;
    resultants_.clear();
}

/// Adds what a pair does to the resultants of its two bodies.
void SurfaceContact::add_resultant(std::span<const int> vertices, int n_on_first,
                                   const StencilVector& gradient, const Points& x) {
    const int first = surface_.body(vertices.front()), second = surface_.body(vertices.back());
    for (int i = 0; i < int(vertices.size()); ++i) {
        const bool is_first = i < n_on_first;
        resultants_.add(is_first ? first : second, is_first ? second : first,
                        -gradient.segment<3>(3 * i), x.col(vertices[std::size_t(i)]));
    }
}

void SurfaceContact::add_contact(const Body& body, ContactForces& out) const {
    if (committed_.cols() == 0) return;
    const auto found = std::find(bodies_.begin(), bodies_.end(), &body);
    const int number = int(found - bodies_.begin());
    const auto each_node = [&](int vertex, const auto& visit) {
        if (surface_.body(vertex) != number) return;
        const MaterialPoint& point = surface_.point(vertex);
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            visit(point.nodes[a], point.weights[a]);
    };
    const auto add = [&](std::span<const int> vertices, const StencilVector& gradient,
                         Points& forces) {
        for (std::size_t i = 0; i < vertices.size(); ++i)
            each_node(vertices[i], [&](int node, double weight) {
                forces.col(node) -= weight * gradient.segment<3>(3 * Index(i));
            });
    };
    for (const ContactPair& pair : committed_pairs_) {
        add(vertices_of(pair), potential_.gradient(pair, committed_).gradient, out.normal);
        const double gap = pair.gap(committed_);
        for (const int v : vertices_of(pair))
            each_node(v, [&](int node, double) { out.gap[node] = std::min(out.gap[node], gap); });
    }
    const FrictionPotential friction = this->friction();
    for (const FrictionPair& pair : rubbing_)
        add(vertices_of(pair), friction.derivatives(pair, committed_).gradient, out.friction);
    Eigen::RowVectorXd area = Eigen::RowVectorXd::Zero(out.area.size());
    for (int v = 0; v < surface_.n_vertices(); ++v)
        each_node(v,
                  [&](int node, double weight) { area[node] += weight * surface_.vertex_area(v); });
    out.area = out.area.cwiseMax(area);
}

std::vector<TouchingPair> SurfaceContact::touching_pairs() const {
    std::vector<TouchingPair> touching;
    for (const ContactPair& pair : committed_pairs_) {
        TouchingPair one;
        one.kind = name_of(pair.kind);
        for (std::size_t i = 0; i < vertices_of(pair).size(); ++i)
            one.points[i] = &surface_.point(pair.vertices[i]);
        const auto [weights, difference] = closest_sides(pair, committed_);
        one.weights = weights;
        one.direction = difference.normalized();
        one.area = pair.weight;
        one.gap = pair.gap(committed_);
        one.force = normal_force(potential_, pair, committed_);
        touching.push_back(one);
    }
    return touching;
}

void SurfaceContact::report(nlohmann::json& report) const {
    report["thickness"] = params_.thickness;
    report["stiffness"] = params_.law.stiffness;
    report["pairs"] = committed_pairs_.size();
    report["least_gap"] = least_gap_;
    report["least_gap_of_run"] = least_gap_of_run_;
    report["intersections_left_out"] = n_left_out_;
    if (!exclusions_.ties.empty()) report["intersections_tied"] = n_tied_;
    if (!exclusions_.tangles.empty()) report["tangles"] = exclusions_.tangles.count();
    std::vector<std::string> names;
    for (const Body* body : bodies_) names.push_back(body->path);
    resultants_.report(report, names);
}

}  // namespace sinew
