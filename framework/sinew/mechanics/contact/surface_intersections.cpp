#include <omp.h>

#include <algorithm>
#include <sinew/mechanics/contact/intersection.hpp>
#include <sinew/mechanics/contact/surface_intersections.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>

namespace sinew {
namespace {

template <class Vertices>
BoxTree::Box box_of(const Vertices& vertices, const Points& x) {
    BoxTree::Box box;
    for (const int v : vertices) box.extend(x.col(v));
    return box;
}

}  // namespace

std::vector<Intersection> intersections(const CollisionSurface& surface, const Points& x) {
    const Eigen::MatrixXi &triangles = surface.triangles(), &edges = surface.edges();
    std::vector<BoxTree::Box> boxes;
    for (const auto corners : triangles.colwise()) boxes.push_back(box_of(corners, x));
    const BoxTree tree(boxes);
    std::vector<std::vector<Intersection>> shares(static_cast<std::size_t>(omp_get_max_threads()));
    parallel_team_if(true, [&](const TeamMember& member) {
        const auto [first, last] = member.share(surface.n_edges());
        std::vector<int> near;
        for (int e = first; e < last; ++e) {
            const int p = edges(0, e), q = edges(1, e);
            near.clear();
            tree.overlapping(box_of(edges.col(e), x), [&](int t) { near.push_back(t); });
            std::sort(near.begin(), near.end());
            for (const int t : near) {
                const auto corners = triangles.col(t);
                if ((corners.array() == p).any() || (corners.array() == q).any()) continue;
                if (intersects(x.col(p), x.col(q), x.col(corners[0]), x.col(corners[1]),
                               x.col(corners[2])))
                    shares[std::size_t(member.thread)].push_back({e, t});
            }
        }
    });
    std::vector<Intersection> all;
    for (const auto& share : shares) all.insert(all.end(), share.begin(), share.end());
    return all;
}

}  // namespace sinew
