/// Quadrature of a cubic cell with trilinear fields: eight points, one a lane.
#pragma once

#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// The 2 x 2 x 2 points of Gauss in a cell of edge h. Corners and points count alike: bit a of a
/// number is the side along axis a.
struct CellQuadrature {
    explicit CellQuadrature(double h) : weight(h * h * h / 8) {
        const double near = (1 - std::sqrt(1.0 / 3)) / 2;
        for (int q = 0; q < 8; ++q)
            for (int axis = 0; axis < 3; ++axis) points(axis, q) = q >> axis & 1 ? 1 - near : near;
        for (int a = 0; a < 8; ++a)
            for (int q = 0; q < 8; ++q) {
                Eigen::Vector3d factor, slope;
                for (int axis = 0; axis < 3; ++axis) {
                    const bool high = a >> axis & 1;
                    factor[axis] = high ? points(axis, q) : 1 - points(axis, q);
                    slope[axis] = high ? 1 / h : -1 / h;
                }
                values[std::size_t(a)].set_lane(q, factor.prod());
                for (int axis = 0; axis < 3; ++axis)
                    gradients[std::size_t(a)][std::size_t(axis)].set_lane(
                        q, slope[axis] * factor[(axis + 1) % 3] * factor[(axis + 2) % 3]);
            }
    }

    /// d/dx of a field at the points, from its values at the corners: value(corner, component).
    template <class Value>
    Mat3<Pack> gradient(Value&& value) const {
        Mat3<Pack> sum = Mat3<Pack>::Zero();
        for (std::size_t a = 0; a < 8; ++a)
            for (int i = 0; i < 3; ++i) {
                const Pack v = value(a, i);
                for (int j = 0; j < 3; ++j) sum(i, j) += v * gradients[a][std::size_t(j)];
            }
        return sum;
    }

    double weight;                                 ///< of a point [m^3]
    Eigen::Matrix<double, 3, 8> points;            ///< in the unit cell
    std::array<Pack, 8> values;                    ///< N_a
    std::array<std::array<Pack, 3>, 8> gradients;  ///< dN_a/dx [1/m]
};

}  // namespace sinew
