/// Trilinear interpolation of fields on a lattice.
#pragma once

#include <algorithm>
#include <sinew/mechanics/grid/grid.hpp>
#include <utility>
#include <vector>

namespace sinew {

/// Up to four fields side by side, so that one look reads all of them.
using Interleaved = std::vector<Eigen::Vector4d>;

/// The components of a field, and zero.
inline Interleaved interleaved(const VectorField& field) {
    Interleaved all(std::size_t(field.size()));
    parallel_for(field.size(), [&](Index i) {
        all[std::size_t(i)] = {field[0][i], field[1][i], field[2][i], 0};
    });
    return all;
}

/// The eight points of a lattice about a point in space, and their weights.
struct Trilinear {
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
    Index first;                ///< the lowest of the eight points
    std::array<Index, 3> step;  ///< to the next along each axis
};

/// Interpolation at points in space, between those of a lattice.
class TrilinearInterpolation {
public:
    explicit TrilinearInterpolation(const Lattice& lattice)
        : origin_(lattice.origin), per_spacing_(1 / lattice.spacing) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Index last = lattice.count[axis] - 1;
            last_[Index(axis)] = double(last);
            last_low_[axis] = std::max<Index>(last - 1, 0);
            stride_[axis] = lattice.stride(int(axis));
            step_[axis] = last > 0 ? stride_[axis] : 0;
        }
    }

    /// About x [m]. A point outside stands for the nearest one inside, and an axis with one point
    /// has no width.
    Trilinear at(const Eigen::Vector3d& x) const {
        const Eigen::Array3d scaled = ((x - origin_).array() * per_spacing_).max(0.0).min(last_);
        const Index i = std::min(Index(scaled[0]), last_low_[0]);
        const Index j = std::min(Index(scaled[1]), last_low_[1]);
        const Index k = std::min(Index(scaled[2]), last_low_[2]);
        const double a = scaled[0] - double(i), b = scaled[1] - double(j),
                     c = scaled[2] - double(k);
        const double none = (1 - b) * (1 - c), y = b * (1 - c), z = (1 - b) * c, yz = b * c;
        return {{(1 - a) * none, a * none, (1 - a) * y, a * y, (1 - a) * z, a * z, (1 - a) * yz,
                 a * yz},
                i + stride_[1] * j + stride_[2] * k,
                step_};
    }

private:
    Eigen::Vector3d origin_;
    double per_spacing_;
    Eigen::Array3d last_;
    std::array<Index, 3> last_low_, stride_, step_;
};

}  // namespace sinew
