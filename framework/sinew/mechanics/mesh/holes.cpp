/// The centre of a ball that comes in by a hole passes every surface that spans the hole. There the
/// ball is no larger than the distance from its centre to the triangles. So no ball comes in that
/// is larger than the largest distance between a point of such a surface and the triangles.
///
/// The surface is the cone over the hole's border from its middle, and the largest distance is
/// found by branch and bound: no point of a piece of the cone is farther away than the piece's
/// centre and the length from there to its farthest corner together.

#include <algorithm>
#include <array>
#include <cmath>
#include <Eigen/Dense>
#include <queue>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/components.hpp>
#include <sinew/mechanics/mesh/holes.hpp>
#include <sinew/mechanics/mesh/surface_edges.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>
#include <vector>

namespace sinew {
namespace {

using Eigen::Vector3d;
using Triangle = Eigen::Matrix3d;  ///< a corner a column

/// The radius that is found, over the largest distance that was seen.
constexpr double slack = 1.05;

class Distances {
public:
    explicit Distances(const SurfaceMesh& surface) : surface_(surface) {
        std::vector<BoxTree::Box> boxes(std::size_t(surface.n_triangles()));
        for (std::size_t t = 0; t < boxes.size(); ++t)
            for (const int vertex : surface.triangles.col(Eigen::Index(t)))
                boxes[t].extend(surface.positions.col(vertex));
        tree_ = BoxTree(boxes);
    }
    /// Distance of x to the nearest triangle [m].
    double at(const Vector3d& x) const {
        const auto distance2 = [&](int t) {
            const Triangle c = corners(t);
            return (c * nearest_in_triangle(x, c.col(0), c.col(1), c.col(2)) - x).squaredNorm();
        };
        return std::sqrt(tree_.nearest(x, distance2).second);
    }

private:
    Triangle corners(int t) const {
        Triangle corners;
        for (int i = 0; i < 3; ++i)
            corners.col(i) = surface_.positions.col(surface_.triangles(i, t));
        return corners;
    }

    const SurfaceMesh& surface_;
    BoxTree tree_;
};

/// Cones over the borders of all holes, a triangle over each edge there. The middle of a border is
/// the mean of its points by length.
std::vector<Triangle> cones(const SurfaceMesh& surface) {
    std::vector<std::array<int, 2>> edges;
    DisjointSets borders(int(surface.n_points()));
    for_each_edge(surface, [&](int low, auto first, auto last) {
        if (last - first != 1) return;
        edges.push_back({low, first->high});
        borders.unite(low, first->high);
    });
    Eigen::Matrix4Xd moments = Eigen::Matrix4Xd::Zero(4, surface.n_points());
    for (const auto& [a, b] : edges) {
        const Vector3d from = surface.positions.col(a), to = surface.positions.col(b);
        moments.col(borders.find(a)) += (to - from).norm() * (0.5 * (from + to)).homogeneous();
    }
    std::vector<Triangle> triangles;
    for (const auto& [a, b] : edges) {
        const Eigen::Vector4d moment = moments.col(borders.find(a));
        if (!(moment[3] > 0)) continue;
        triangles.emplace_back();
        triangles.back() << moment.hnormalized(), surface.positions.col(a),
            surface.positions.col(b);
    }
    return triangles;
}

/// A piece of a cone.
struct Piece {
    Triangle corners;
    double bound;  ///< on the distance from its points to the surface [m]
    bool operator<(const Piece& other) const { return bound < other.bound; }
};

/// The two halves of a triangle, cut at the middle of its longest edge.
std::array<Triangle, 2> halves(const Triangle& corners) {
    int longest = 0;
    const auto length = [&](int i) { return (corners.col((i + 1) % 3) - corners.col(i)).norm(); };
    for (const int i : {1, 2})
        if (length(i) > length(longest)) longest = i;
    const Vector3d middle = 0.5 * (corners.col(longest) + corners.col((longest + 1) % 3));
    std::array<Triangle, 2> cut{corners, corners};
    cut[0].col(longest) = middle;
    cut[1].col((longest + 1) % 3) = middle;
    return cut;
}

}  // namespace

double closing_radius(const SurfaceMesh& surface, double least) {
    double largest = 0;
    const auto found = [&] { return std::max(least, slack * largest); };
    std::priority_queue<Piece> pieces;
    const Distances distances(surface);
    const auto look_at = [&](const Triangle& corners) {
        const Vector3d centre = corners.rowwise().mean();
        const double distance = distances.at(centre);
        const double size = (corners.colwise() - centre).colwise().norm().maxCoeff();
        largest = std::max(largest, distance);
        if (distance + size > found()) pieces.push({corners, distance + size});
    };
    for (const Triangle& triangle : cones(surface)) look_at(triangle);
    while (!pieces.empty() && pieces.top().bound > found()) {
        const Triangle corners = pieces.top().corners;
        pieces.pop();
        for (const Triangle& half : halves(corners)) look_at(half);
    }
    return found();
}

}  // namespace sinew
