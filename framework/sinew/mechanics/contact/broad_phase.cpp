#include <omp.h>

#include <algorithm>
#include <sinew/mechanics/contact/broad_phase.hpp>

namespace sinew {
namespace {

using Box = BoxTree::Box;

/// The box of the paths of some vertices.
template <class Vertices>
Box box_of(const Vertices& vertices, const Points& from, const Points& to) {
    Box box;
    for (const int v : vertices) {
        box.extend(from.col(v));
        box.extend(to.col(v));
    }
    return box;
}

std::vector<Box> boxes_of(const Eigen::MatrixXi& items, const Points& x) {
    std::vector<Box> boxes;
    for (const auto item : items.colwise()) boxes.push_back(box_of(item, x, x));
    return boxes;
}

/// Calls query(i, found) for all i, which appends to found, and returns all that was found in the
/// order of i, whatever the number of threads.
template <class Query>
std::vector<std::array<int, 2>> gathered(int n, const Query& query) {
    std::vector<std::vector<std::array<int, 2>>> shares(
        static_cast<std::size_t>(omp_get_max_threads()));
    parallel_team_if(true, [&](const TeamMember& member) {
        const auto [first, last] = member.share(n);
        auto& found = shares[std::size_t(member.thread)];
        for (int i = first; i < last; ++i) {
            const std::size_t begin = found.size();
            query(i, found);
            std::sort(found.begin() + std::ptrdiff_t(begin), found.end());
        }
    });
    std::vector<std::array<int, 2>> all;
    for (const auto& share : shares) all.insert(all.end(), share.begin(), share.end());
    return all;
}

}  // namespace

BroadPhase::BroadPhase(const CollisionSurface& surface)
    : surface_(surface),
      triangles_(boxes_of(surface.triangles(), surface.rest())),
      edges_(boxes_of(surface.edges(), surface.rest())) {}

Candidates BroadPhase::find(const Points& from, const Points& to, double radius) {
    const Eigen::MatrixXi &triangles = surface_.triangles(), &edges = surface_.edges();
    triangles_.refit([&](int position) {
        return box_of(triangles.col(triangles_.items()[std::size_t(position)]), from, to);
    });
    edges_.refit([&](int position) {
        return box_of(edges.col(edges_.items()[std::size_t(position)]), from, to);
    });
    const Eigen::Vector3d around = Eigen::Vector3d::Constant(radius);
    const auto widened = [&](const Box& box) {
        return Box(box.min() - around, box.max() + around);
    };
    Candidates found;
    found.radius = radius;
    found.vertex_triangle = gathered(surface_.n_vertices(), [&](int v, auto& pairs) {
        triangles_.overlapping(widened(box_of(std::array{v}, from, to)), [&](int t) {
            if ((triangles.col(t).array() != v).all()) pairs.push_back({v, t});
        });
    });
    found.edge_edge = gathered(surface_.n_edges(), [&](int e, auto& pairs) {
        const int a = edges(0, e), b = edges(1, e);
        edges_.overlapping(widened(box_of(edges.col(e), from, to)), [&](int f) {
            if (f > e && (edges.col(f).array() != a).all() && (edges.col(f).array() != b).all())
                pairs.push_back({e, f});
        });
    });
    return found;
}

}  // namespace sinew
