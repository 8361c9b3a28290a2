#include "immersed_body.hpp"

#include <algorithm>
#include <cmath>
#include <sinew/mechanics/grid/interpolation.hpp>
#include <sinew/mechanics/grid/refuse_outside.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// Points along the edge of a cell.
constexpr double points_a_cell = 2;

Eigen::AlignedBox3d box_of(const Grid& grid) {
    const Eigen::Array3d cells(double(grid.cells[0]), double(grid.cells[1]), double(grid.cells[2]));
    return {grid.min, grid.min + grid.spacing * cells.matrix()};
}

}  // namespace

ImmersedBody::ImmersedBody(const Grid& grid, const Body& body, const std::array<bool, 6>& open)
    : grid_(grid), body_(body), open_(open), points_(body, grid.spacing / points_a_cell) {
    refuse_outside(grid, body);
    move_to(body.mesh.positions + body.initial_displacement, body.initial_velocity);
}

std::optional<Eigen::Vector3d> ImmersedBody::nearest_in_grid(const Eigen::Vector3d& x) const {
    const Eigen::AlignedBox3d room = box_of(grid_);
    for (int axis = 0; axis < 3; ++axis)
        if ((x[axis] < room.min()[axis] && open_[std::size_t(2 * axis)]) ||
            (x[axis] > room.max()[axis] && open_[std::size_t(2 * axis + 1)]))
            return {};
    return x.cwiseMax(room.min()).cwiseMin(room.max());
}

void ImmersedBody::move_to(const Points& positions, const Points& velocities) {
    positions_ = points_.at(positions);
    velocities_ = points_.at(velocities);
    changes_ = Points::Zero(3, points_.size());
    nearest_ = positions_;
    takes_part_.assign(std::size_t(points_.size()), 0);
    Eigen::AlignedBox3d bounds;
    for (Index p = 0; p < points_.size(); ++p) {
        const auto nearest = nearest_in_grid(positions_.col(p));
        if (!nearest) continue;
        nearest_.col(p) = *nearest;
        takes_part_[std::size_t(p)] = 1;
        bounds.extend(*nearest);
    }
    is_in_grid_ = !bounds.isEmpty();
    box_ = {};
    if (is_in_grid_)
        for (std::size_t a = 0; a < 3; ++a) {
            box_.first[a] = cell_of(a, bounds.min()[Index(a)]);
            box_.count[a] = cell_of(a, bounds.max()[Index(a)]) - box_.first[a] + 2;
        }
    const Lattice nodes = box_.lattice(grid_);
    masses_ = Vector::Zero(nodes.size());
    volumes_ = masses_;
    momenta_ = VectorField(nodes.size());
    if (!is_in_grid_) return;
    const TrilinearInterpolation about(nodes);
    const Vector volumes = points_.volumes(positions);
    for (Index p = 0; p < points_.size(); ++p) {
        if (!takes_part_[std::size_t(p)]) continue;
        const Trilinear corners = about.at(nearest_.col(p));
        const double mass = points_.masses()[p];
        for (std::size_t corner = 0; corner < 8; ++corner) {
            const Index node = corners.point(corner);
            const double weight = corners.weights[corner];
            masses_[node] += weight * mass;
            volumes_[node] += weight * volumes[p];
            for (int axis = 0; axis < 3; ++axis)
                momenta_[axis][node] += weight * mass * velocities_(axis, p);
        }
    }
}

std::vector<Index> ImmersedBody::cells() const {
    const Lattice centres = grid_.centres();
    std::vector<Index> cells;
    for (Index p = 0; p < points_.size(); ++p) {
        if (!takes_part_[std::size_t(p)]) continue;
        std::array<Index, 3> at;
        for (std::size_t a = 0; a < 3; ++a) at[a] = cell_of(a, nearest_(Index(a), p));
        cells.push_back(centres.at(at[0], at[1], at[2]));
    }
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
}

Index ImmersedBody::cell_of(std::size_t axis, double x) const {
    const double at = std::floor((x - grid_.min[Index(axis)]) / grid_.spacing);
    return std::clamp(Index(at), Index(0), grid_.cells[axis] - 1);
}

double ImmersedBody::largest_velocity() const {
    return velocities_.size() > 0 ? velocities_.cwiseAbs().maxCoeff<Eigen::PropagateNaN>() : 0.0;
}

void ImmersedBody::take(const VectorField& velocity) {
    if (!is_in_grid_) return;
    const Lattice nodes = box_.lattice(grid_), all = grid_.nodes();
    VectorField change(nodes.size());
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        if (masses_[node] > 0)
            change.set(node,
                       velocity.at(box_.in_grid(all, at)) - momenta_.at(node) / masses_[node]);
    });
    const TrilinearInterpolation about(nodes);
    parallel_for(points_.size(), [&](Index p) {
        if (!takes_part_[std::size_t(p)]) return;
        const Trilinear corners = about.at(nearest_.col(p));
        changes_.col(p) += corners.of(change);
    });
}

Points ImmersedBody::impulses() const {
    return points_.on_nodes(changes_ * points_.masses().asDiagonal());
}

}  // namespace sinew
