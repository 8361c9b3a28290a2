#include <algorithm>
#include <Eigen/Dense>
#include <sinew/mechanics/mesh/components.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <sinew/mechanics/mesh/surface_edges.hpp>

namespace sinew {
namespace {

/// Position of a vertex in a triangle.
int corner(const SurfaceMesh& surface, int triangle, int vertex) {
    int i = 0;
    while (surface.triangles(i, triangle) != vertex) ++i;
    return i;
}

bool has_no_area(const SurfaceMesh& surface, Eigen::Index t) {
    const Eigen::Vector3d a = surface.positions.col(surface.triangles(0, t));
    const Eigen::Vector3d b = surface.positions.col(surface.triangles(1, t));
    const Eigen::Vector3d c = surface.positions.col(surface.triangles(2, t));
    const double longest =
        std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
    return !((b - a).cross(c - a).norm() > 1e-12 * longest);
}

}  // namespace

SurfaceReport inspect(const SurfaceMesh& surface) {
    SurfaceReport report;
    const auto n_triangles = static_cast<int>(surface.n_triangles());
    // Around a vertex of a manifold the triangles form one fan: corners joined across edges.
    DisjointSets parts(n_triangles), fans(3 * n_triangles), borders(int(surface.n_points()));
    std::vector<int> at_borders;  // vertices, once for each of their edges there
    int n_edges = 0;
    for_each_edge(surface, [&](int low, auto first, auto last) {
        ++n_edges;
        if (last - first == 1) {
            ++report.n_border_edges;
            borders.unite(low, first->high);
            at_borders.insert(at_borders.end(), {low, first->high});
        }
        report.n_non_manifold_edges += last - first > 2;
        report.n_flipped_edges += last - first == 2 && first->forward == (first + 1)->forward;
        for (auto i = first + 1; i != last; ++i) {
            parts.unite(first->triangle, i->triangle);
            for (const int vertex : {low, first->high})
                fans.unite(3 * first->triangle + corner(surface, first->triangle, vertex),
                           3 * i->triangle + corner(surface, i->triangle, vertex));
        }
    });

    std::sort(at_borders.begin(), at_borders.end());
    at_borders.erase(std::unique(at_borders.begin(), at_borders.end()), at_borders.end());
    for (const int vertex : at_borders) report.n_holes += borders.find(vertex) == vertex;

    std::vector<int> n_fans(static_cast<std::size_t>(surface.n_points()), 0);
    double six_volumes = 0;
    for (int t = 0; t < n_triangles; ++t) {
        report.n_components += parts.find(t) == t;
        report.n_degenerate_triangles += has_no_area(surface, t);
        for (int i = 0; i < 3; ++i)
            n_fans[static_cast<std::size_t>(surface.triangles(i, t))] +=
                fans.find(3 * t + i) == 3 * t + i;
        const Eigen::Vector3d a = surface.positions.col(surface.triangles(0, t));
        six_volumes += a.dot(surface.positions.col(surface.triangles(1, t))
                                 .cross(surface.positions.col(surface.triangles(2, t))));
    }
    report.volume = six_volumes / 6;
    int n_vertices = 0;
    for (const int n : n_fans) {
        n_vertices += n > 0;
        report.n_non_manifold_vertices += n > 1;
    }
    report.euler = n_vertices - n_edges + n_triangles;
    return report;
}

void orient(SurfaceMesh& surface) {
    const auto n = static_cast<std::size_t>(surface.n_triangles());
    struct Neighbour {
        int triangle;
        bool alike;  ///< runs the same way already
    };
    std::vector<std::vector<Neighbour>> neighbours(n);
    for_each_edge(surface, [&](int, auto first, auto last) {
        if (last - first != 2) return;
        const HalfEdge &a = *first, &b = *(first + 1);
        const bool alike = a.forward != b.forward;
        neighbours[static_cast<std::size_t>(a.triangle)].push_back({b.triangle, alike});
        neighbours[static_cast<std::size_t>(b.triangle)].push_back({a.triangle, alike});
    });

    const auto flip = [&](std::size_t t) {
        auto v = surface.triangles.col(static_cast<Eigen::Index>(t));
        std::swap(v[1], v[2]);
    };
    enum : char { unseen, kept, flipped };
    std::vector<char> state(n, unseen);
    for (std::size_t seed = 0; seed < n; ++seed) {
        if (state[seed] != unseen) continue;
        // The part turns to what most of its triangles say.
        std::vector<std::size_t> part{seed};
        state[seed] = kept;
        std::size_t n_flipped = 0;
        for (std::size_t i = 0; i < part.size(); ++i)
            for (const Neighbour& next : neighbours[part[i]]) {
                const auto t = static_cast<std::size_t>(next.triangle);
                if (state[t] != unseen) continue;
                const bool flips = (state[part[i]] == flipped) == next.alike;
                state[t] = flips ? flipped : kept;
                n_flipped += flips;
                part.push_back(t);
            }
        const char wrong = 2 * n_flipped > part.size() ? kept : flipped;
        for (const std::size_t t : part)
            if (state[t] == wrong) flip(t);
    }
    const SurfaceReport report = inspect(surface);
    if (report.closed() && report.volume < 0)
        for (std::size_t t = 0; t < n; ++t) flip(t);
}

}  // namespace sinew
