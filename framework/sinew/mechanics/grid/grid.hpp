/// A regular grid of cubic cells, and fields over its nodes and cells.
#pragma once

#include <array>
#include <cmath>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// Equally spaced points: the nodes of a grid, or the centres of its cells. The first index runs
/// fastest.
struct Lattice {
    Eigen::Vector3d origin = Eigen::Vector3d::Zero();  ///< the first point [m]
    double spacing = 1;                                ///< [m]
    std::array<Index, 3> count{1, 1, 1};               ///< points along each axis

    Index size() const { return count[0] * count[1] * count[2]; }
    /// Distance, in points, to the next one along an axis.
    Index stride(int axis) const {
        return axis == 0 ? 1 : axis == 1 ? count[0] : count[0] * count[1];
    }
    Index at(Index i, Index j, Index k) const { return i + count[0] * (j + count[1] * k); }
    /// The point's indices along the axes.
    std::array<Index, 3> indices(Index point) const {
        const Index row = point / count[0];
        return {point % count[0], row % count[1], row / count[1]};
    }
    Eigen::Vector3d position(Index i, Index j, Index k) const {
        return origin + spacing * Eigen::Vector3d(double(i), double(j), double(k));
    }
    Eigen::Vector3d position(const std::array<Index, 3>& point) const {
        return position(point[0], point[1], point[2]);
    }
};

/// Calls visit(point, {i, j, k}) for every point of a lattice, rows on all threads.
template <class Visit>
void each_point(const Lattice& lattice, Visit&& visit) {
    parallel_for(lattice.count[1] * lattice.count[2], [&](Index row) {
        const Index j = row % lattice.count[1], k = row / lattice.count[1];
        for (Index i = 0; i < lattice.count[0]; ++i)
            visit(lattice.at(i, j, k), std::array<Index, 3>{i, j, k});
    });
}

/// Cubic cells that fill a box.
struct Grid {
    Eigen::Vector3d min = Eigen::Vector3d::Zero();  ///< the box's lowest corner [m]
    double spacing = 1;                             ///< edge of a cell [m]
    std::array<Index, 3> cells{1, 1, 1};            ///< along each axis

    /// The cells' corners, where velocities and forces live.
    Lattice nodes() const { return {min, spacing, {cells[0] + 1, cells[1] + 1, cells[2] + 1}}; }
    /// The cells' centres, where pressure and smoke live.
    Lattice centres() const {
        return {min + Eigen::Vector3d::Constant(spacing / 2), spacing, cells};
    }
};

/// The larger of two numbers; NaN if one is NaN.
inline double larger_or_nan(double a, double b) {
    return std::isnan(a) || a > b ? a : b;
}

/// Vectors at the points of a lattice, component by component.
struct VectorField {
    VectorField() = default;
    /// Zero at n points.
    explicit VectorField(Index n) : x{Vector::Zero(n), Vector::Zero(n), Vector::Zero(n)} {}

    Vector& operator[](int axis) { return x[std::size_t(axis)]; }
    const Vector& operator[](int axis) const { return x[std::size_t(axis)]; }
    Index size() const { return x[0].size(); }
    Eigen::Vector3d at(Index point) const { return {x[0][point], x[1][point], x[2][point]}; }
    void set(Index point, const Eigen::Vector3d& value) {
        for (int axis = 0; axis < 3; ++axis) (*this)[axis][point] = value[axis];
    }

    /// The largest size of a component; NaN if one is NaN.
    double largest() const {
        const auto of = [this](int axis) {
            return x[std::size_t(axis)].cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
        };
        return Eigen::Vector3d(of(0), of(1), of(2)).maxCoeff<Eigen::PropagateNaN>();
    }

    bool operator==(const VectorField&) const = default;

    std::array<Vector, 3> x;
};

}  // namespace sinew
