/// Dirichlet conditions of one node along directions that are not the world's axes.
#pragma once

#include <array>
#include <cstddef>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew {

/// A condition on a node: its displacement, velocity and acceleration along a direction.
struct SkewRow {
    Eigen::Vector3d direction;   ///< of unit length, in the world
    double q = 0, v = 0, a = 0;  ///< [m], [m/s], [m/s^2]
    std::size_t by = 0;          ///< number of the constraint
};

/// Orthonormal axes (columns) of which the first k span the first k independent directions:
/// Gram-Schmidt, completed to a rotation or a reflection.
Eigen::Matrix3d axes_of(const std::vector<SkewRow>& rows);

/// The axes of a node that its rows constrain, and values along them.
struct ConstrainedAxes {
    std::array<bool, 3> axes{};  ///< of the columns: true if it is constrained
    Eigen::Vector3d q, v, a;     ///< along the columns [m, m/s, m/s^2]; zero where free
    std::size_t by = 0;          ///< the last of the constraints
    /// A row that what later ones give does not fulfil; nullptr if none disagree.
    const SkewRow* unfulfilled = nullptr;
};

/// Finds the components along `axes` that fulfil the rows, where they disagree the later ones:
/// by more than `round_off` [m], else it does not count. False if the rows span another space than
/// that of whole columns.
bool constrain_axes(const std::vector<SkewRow>& rows, const Eigen::Matrix3d& axes, double round_off,
                    ConstrainedAxes& out);

}  // namespace sinew
