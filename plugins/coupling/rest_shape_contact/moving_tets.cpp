#include "moving_tets.hpp"

#include <atomic>
#include <Eigen/Dense>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// How far outside, as a weight, a point still counts as inside, so that the faces between
/// tetrahedra leave nothing out.
constexpr double tolerance = 1e-10;

/// Three axes of eight points, each of x, y, z and nothing.
template <class Point>
void transpose(const Point (&points)[8], BoxGroup::Lanes (&axes)[3]) {
    const auto pair = [&](int k) {
        return __builtin_shufflevector(points[k], points[k + 4], 0, 1, 2, 3, 4, 5, 6, 7);
    };
    const auto xy = [](auto a, auto b) {
        return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
    };
    const auto z = [](auto a, auto b) {
        return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
    };
    const auto firsts = [](auto a, auto b) {
        return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
    };
    const auto p0 = pair(0), p1 = pair(1), p2 = pair(2), p3 = pair(3);
    axes[0] = firsts(xy(p0, p1), xy(p2, p3));
    axes[1] = __builtin_shufflevector(xy(p0, p1), xy(p2, p3), 2, 3, 10, 11, 6, 7, 14, 15);
    axes[2] = firsts(z(p0, p1), z(p2, p3));
}

}  // namespace

MovingTets::MovingTets(const VolumeMesh& mesh, int body)
    : body_(body), place_of_(std::size_t(mesh.n_nodes()), -1) {
    SINEW_ASSERT(mesh.type == ElementType::tet4, "elements are {}", name_of(mesh.type));
    std::vector<BoxTree::Box> boxes(std::size_t(mesh.n_elements()));
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        for (const int node : mesh.elements.col(e))
            boxes[std::size_t(e)].extend(mesh.positions.col(node));
    tree_ = BoxTree(boxes);
    // Lanes of the last eight that no tetrahedron fills have the node after the last.
    const int n = int(mesh.n_elements());
    tets_.resize(std::size_t((n + width - 1) / width));
    std::vector<std::int32_t*> empty;
    for (int i = 0; i < width * int(tets_.size()); ++i)
        for (int a = 0; a < 4; ++a) {
            std::int32_t& corner = tets_[std::size_t(i / width)].nodes[a][i % width];
            if (i >= n) {
                empty.push_back(&corner);
                continue;
            }
            const int node = mesh.elements(a, tree_.items()[std::size_t(i)]);
            int& place = place_of_[std::size_t(node)];
            if (place < 0) {
                place = int(nodes_.size());
                nodes_.push_back(node);
            }
            corner = place;
        }
    for (std::int32_t* corner : empty) *corner = int(nodes_.size());
    positions_ = mesh.positions(Eigen::all, nodes_);
    coarse_.assign(nodes_.size() + 1, std::numeric_limits<float>::quiet_NaN() - Coarse{});
}

Points MovingTets::nodes_of(const PointMotion& motion) const {
    Points nodes;
    if (motion.positions(body_, nodes)) return nodes;
    nodes.resize(3, Eigen::Index(place_of_.size()));
    for (int node = 0; node < int(place_of_.size()); ++node)
        nodes.col(node) = motion.position(MaterialPoint::at_node(body_, node));
    return nodes;
}

bool MovingTets::move_to(const Points& nodes) {
    const auto n = Eigen::Index(nodes_.size());
    std::atomic<bool> moved = false;
    parallel_blocks(n, [&](Eigen::Index first, Eigen::Index last) {
        bool one_moved = false;
        for (Eigen::Index i = first; i < last; ++i) {
            const Eigen::Vector3d x = nodes.col(nodes_[std::size_t(i)]);
            one_moved = one_moved || x != positions_.col(i);
            positions_.col(i) = x;
            coarse_[std::size_t(i)] = Coarse{float(x[0]), float(x[1]), float(x[2]), 0};
        }
        if (one_moved) moved = true;
    });
    if (moved) tree_.refit_groups([this](int g, BoxGroup& group) { fit(g, group); });
    return moved;
}

/// Boxes of eight tetrahedra, of rounded corners: BoxGroup makes up for the rounding.
void MovingTets::fit(int g, BoxGroup& group) const {
    const Eight& tets = tets_[std::size_t(g)];
    Coarse lower[width], upper[width];
    for (int lane = 0; lane < width; ++lane) {
        lower[lane] = upper[lane] = coarse_[std::size_t(tets.nodes[0][lane])];
        for (int a = 1; a < 4; ++a) {
            const Coarse corner = coarse_[std::size_t(tets.nodes[a][lane])];
            lower[lane] = corner < lower[lane] ? corner : lower[lane];
            upper[lane] = corner > upper[lane] ? corner : upper[lane];
        }
    }
    BoxGroup::Lanes least[3], most[3];
    transpose(lower, least);
    transpose(upper, most);
    group.set(least, most);
}

/// Which of eight tetrahedra have a node, as bits.
unsigned MovingTets::with_node(int g, int place) const {
    const Eight& tets = tets_[std::size_t(g)];
    unsigned bits = 0;
    for (int lane = 0; lane < width; ++lane)
        bits |= unsigned(tets.nodes[0][lane] == place || tets.nodes[1][lane] == place ||
                         tets.nodes[2][lane] == place || tets.nodes[3][lane] == place)
                << lane;
    return bits;
}

/// Inverted tetrahedra contain points too; flat ones none.
bool MovingTets::contains(int place, const Eigen::Vector3d& x, Eigen::Vector4d& weights) const {
    const auto corner = [&](int k) {
        return positions_.col(tets_[std::size_t(place / width)].nodes[k][place % width]);
    };
    const Eigen::Vector3d a = corner(0), b = corner(1) - a, c = corner(2) - a, d = corner(3) - a;
    const Eigen::Vector3d r = x - a, cd = c.cross(d), br = b.cross(r);
    const double volume = b.dot(cd);
    weights[1] = r.dot(cd) / volume;
    weights[2] = br.dot(d) / volume;
    weights[3] = -br.dot(c) / volume;
    weights[0] = 1 - weights[1] - weights[2] - weights[3];
    return weights.minCoeff() >= -tolerance;
}

}  // namespace sinew
