#include "vorticity_confinement.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// Differences of a field at nodes.
class Differences {
public:
    explicit Differences(const Grid& grid) : nodes_(grid.nodes()), cells_(grid.cells) {}

    /// df/dx_axis at node (i, j, k); 0 along an axis of one cell, as in two dimensions.
    double of(const Vector& field, int axis, const std::array<Index, 3>& at) const {
        const std::size_t a = std::size_t(axis);
        if (cells_[a] == 1) return 0;
        const Index node = nodes_.at(at[0], at[1], at[2]), stride = nodes_.stride(axis);
        const bool has_before = at[a] > 0, has_after = at[a] < cells_[a];
        const double rise =
            field[has_after ? node + stride : node] - field[has_before ? node - stride : node];
        return rise / (nodes_.spacing * (has_before && has_after ? 2 : 1));
    }

    const Lattice& nodes() const { return nodes_; }

private:
    Lattice nodes_;
    std::array<Index, 3> cells_;
};

}  // namespace

VectorField curl(const VectorField& v, const Grid& grid) {
    const Differences differences(grid);
    VectorField omega(v.size());
    each_point(differences.nodes(), [&](Index node, const std::array<Index, 3>& at) {
        for (int axis = 0; axis < 3; ++axis) {
            const int next = (axis + 1) % 3, last = (axis + 2) % 3;
            omega[axis][node] =
                differences.of(v[last], next, at) - differences.of(v[next], last, at);
        }
    });
    return omega;
}

void add_vorticity_confinement(const Grid& grid, double epsilon, double dt, VectorField& v) {
    const Differences differences(grid);
    const VectorField omega = curl(v, grid);
    Vector size(v.size());
    parallel_for(v.size(), [&](Index node) { size[node] = omega.at(node).norm(); });
    each_point(differences.nodes(), [&](Index node, const std::array<Index, 3>& at) {
        const Eigen::Vector3d rise(differences.of(size, 0, at), differences.of(size, 1, at),
                                   differences.of(size, 2, at));
        const double steepness = rise.norm();
        // Where the curl is the same all around, no direction leads to the vortex.
        if (steepness * grid.spacing <= 1e-9 * size[node]) return;
        const Eigen::Vector3d force =
            epsilon * grid.spacing * (rise / steepness).cross(omega.at(node));
        for (int axis = 0; axis < 3; ++axis) v[axis][node] += dt * force[axis];
    });
}

}  // namespace sinew
