#include "moving_tets.hpp"

#include <Eigen/Dense>
#include <sinew/kernel/diagnostics/assert.hpp>

namespace sinew {

namespace {

/// How far outside, as a weight, a place still counts as inside: the faces between tetrahedra leave
/// no gaps.
constexpr double tolerance = 1e-10;

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
    for (std::vector<float>& axis : coarse_)
        axis.assign(nodes_.size() + 1, std::numeric_limits<float>::quiet_NaN());
}

bool MovingTets::follow(const PointMotion& motion) {
    const auto n = Eigen::Index(nodes_.size());
    Points all;
    const bool at_once = motion.positions(body_, all);
    bool moved = false;
#pragma omp parallel for schedule(static) reduction(|| : moved) if (at_once)
    for (Eigen::Index i = 0; i < n; ++i) {
        const int node = nodes_[std::size_t(i)];
        const Eigen::Vector3d x = at_once ? Eigen::Vector3d(all.col(node))
                                          : motion.position(MaterialPoint::at_node(body_, node));
        moved = moved || x != positions_.col(i);
        positions_.col(i) = x;
        for (std::size_t axis = 0; axis < 3; ++axis)
            coarse_[axis][std::size_t(i)] = float(x[Eigen::Index(axis)]);
    }
    if (moved) tree_.refit_groups([this](int g, BoxGroup& group) { fit(g, group); });
    return moved;
}

/// Boxes of eight tetrahedra, of rounded corners: BoxGroup makes up for the rounding.
void MovingTets::fit(int g, BoxGroup& group) const {
    using Lanes = BoxGroup::Lanes;
    const Eight& tets = tets_[std::size_t(g)];
    Lanes least[3], most[3];
    for (int axis = 0; axis < 3; ++axis) {
        const float* x = coarse_[std::size_t(axis)].data();
        for (int a = 0; a < 4; ++a) {
            Lanes corner;
            for (int lane = 0; lane < width; ++lane) corner[lane] = x[tets.nodes[a][lane]];
            least[axis] = a == 0 ? corner : corner < least[axis] ? corner : least[axis];
            most[axis] = a == 0 ? corner : corner > most[axis] ? corner : most[axis];
        }
    }
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

/// Inverted tetrahedra hold places too; flat ones none.
bool MovingTets::holds(int place, const Eigen::Vector3d& x, Eigen::Vector4d& weights) const {
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
