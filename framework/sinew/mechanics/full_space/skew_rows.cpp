#include <cmath>
#include <sinew/mechanics/full_space/skew_rows.hpp>

namespace sinew {
namespace {

constexpr double least_angle = 2e-4;  // between directions, below which they are one

/// Orthonormal directions, as many as the rows have that are independent.
struct IndependentRows {
    int n = 0;
    Eigen::Matrix3d directions = Eigen::Matrix3d::Zero();  ///< its first n columns
    Eigen::Matrix3d values = Eigen::Matrix3d::Zero();      ///< q, v, a (rows) along them

    /// Takes a row that is independent of those before; else false.
    bool take(const SkewRow& row) {
        const Eigen::Vector3d along = directions.transpose() * row.direction;
        const Eigen::Vector3d rest = row.direction - directions * along;
        const double length = rest.norm();
        if (n == 3 || length < least_angle) return false;
        directions.col(n) = rest / length;
        values.col(n) = (Eigen::Vector3d(row.q, row.v, row.a) - values * along) / length;
        ++n;
        return true;
    }
    /// True if a row that depends on them says another displacement than they do.
    bool contradict(const SkewRow& row, double round_off) const {
        const Eigen::Vector3d u = directions * values.row(0).transpose();
        return std::abs(row.q - u.dot(row.direction)) > round_off;
    }
};

}  // namespace

Eigen::Matrix3d axes_of(const std::vector<SkewRow>& rows) {
    IndependentRows independent;
    for (const SkewRow& row : rows) independent.take(row);
    Eigen::Matrix3d axes = independent.directions;
    if (independent.n == 0) return Eigen::Matrix3d::Identity();
    if (independent.n == 1) {
        Index least = 0;
        axes.col(0).cwiseAbs().minCoeff(&least);
        axes.col(1) = axes.col(0).cross(Eigen::Vector3d::Unit(least)).normalized();
    }
    if (independent.n < 3) axes.col(2) = axes.col(0).cross(axes.col(1));
    return axes;
}

bool constrain_axes(const std::vector<SkewRow>& rows, const Eigen::Matrix3d& axes, double round_off,
                    ConstrainedAxes& out) {
    const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
    out = {{}, zero, zero, zero, 0, nullptr};
    IndependentRows independent;
    int n_constrained = 0;
    for (std::size_t k = rows.size(); k-- > 0;) {
        const SkewRow& row = rows[k];
        if (!independent.take(row) && independent.contradict(row, round_off))
            out.unfulfilled = &row;
        const Eigen::Vector3d along = axes.transpose() * row.direction;
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (!out.axes[axis] && std::abs(along[Index(axis)]) > least_angle) {
                out.axes[axis] = true;
                ++n_constrained;
            }
    }
    if (n_constrained != independent.n) return false;
    if (rows.empty()) return true;
    out.by = rows.back().by;
    const Eigen::Matrix3d values = axes.transpose() * independent.directions *
                                   independent.values.transpose();  // columns q, v, a
    for (Index axis = 0; axis < 3; ++axis) {
        if (!out.axes[std::size_t(axis)]) continue;
        out.q[axis] = values(axis, 0);
        out.v[axis] = values(axis, 1);
        out.a[axis] = values(axis, 2);
    }
    return true;
}

}  // namespace sinew
