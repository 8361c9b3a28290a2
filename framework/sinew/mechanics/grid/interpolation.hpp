/// Trilinear interpolation of fields on a lattice.
#pragma once

#include <algorithm>
#include <sinew/mechanics/grid/grid.hpp>
#include <utility>
#include <vector>

namespace sinew {

/// Up to four fields side by side, so that a place reads all of them at once.
using Interleaved = std::vector<Eigen::Vector4d>;

/// The eight points about a place and their weights; a place outside stands for the nearest one
/// inside, and an axis with one point has no width.
struct Trilinear {
    /// About x [m].
    Trilinear(const Lattice& lattice, const Eigen::Vector3d& x) {
        std::array<Index, 3> low;
        std::array<double, 3> part;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Index last = lattice.count[axis] - 1;
            const double place =
                std::clamp((x[Index(axis)] - lattice.origin[Index(axis)]) / lattice.spacing, 0.0,
                           double(last));
            low[axis] = std::min(Index(place), std::max<Index>(last - 1, 0));
            part[axis] = place - double(low[axis]);
            step[axis] = last > 0 ? lattice.stride(int(axis)) : 0;
        }
        first = lattice.at(low[0], low[1], low[2]);
        for (std::size_t corner = 0; corner < 8; ++corner) {
            double weight = 1;
            for (std::size_t axis = 0; axis < 3; ++axis)
                weight *= corner >> axis & 1 ? part[axis] : 1 - part[axis];
            weights[corner] = weight;
        }
    }

    /// The point of a corner; bit a of `corner` is its side along axis a.
    Index point(std::size_t corner) const {
        return first + (corner & 1 ? step[0] : 0) + (corner & 2 ? step[1] : 0) +
               (corner & 4 ? step[2] : 0);
    }
    /// The field's value.
    double of(const Vector& field) const {
        double sum = 0;
        for (std::size_t corner = 0; corner < 8; ++corner)
            sum += weights[corner] * field[point(corner)];
        return sum;
    }
    Eigen::Vector3d of(const VectorField& field) const {
        return {of(field[0]), of(field[1]), of(field[2])};
    }
    Eigen::Vector4d of(const Interleaved& fields) const {
        Eigen::Vector4d sum = weights[0] * fields[std::size_t(first)];
        for (std::size_t corner = 1; corner < 8; ++corner)
            sum += weights[corner] * fields[std::size_t(point(corner))];
        return sum;
    }
    /// The least and the largest of the eight values, field by field.
    std::pair<Eigen::Vector4d, Eigen::Vector4d> range(const Interleaved& fields) const {
        Eigen::Vector4d least = fields[std::size_t(first)], largest = least;
        for (std::size_t corner = 1; corner < 8; ++corner) {
            least = least.cwiseMin(fields[std::size_t(point(corner))]);
            largest = largest.cwiseMax(fields[std::size_t(point(corner))]);
        }
        return {least, largest};
    }

    std::array<double, 8> weights;

private:
    Index first = 0;
    std::array<Index, 3> step;
};

}  // namespace sinew
