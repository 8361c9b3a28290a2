#include <cmath>
#include <limits>
#include <sinew/mechanics/pose_space/pose_weights.hpp>

namespace sinew {
namespace {

/// The distance of each pose to the nearest other, in the mean.
double mean_spacing(const Eigen::MatrixXd& poses) {
    double sum = 0;
    for (Index i = 0; i < poses.cols(); ++i) {
        double least2 = std::numeric_limits<double>::infinity();
        for (Index j = 0; j < poses.cols(); ++j)
            if (j != i) least2 = std::min(least2, (poses.col(i) - poses.col(j)).squaredNorm());
        sum += std::sqrt(least2);
    }
    return sum / double(poses.cols());
}

}  // namespace

NearestPoses nearest_poses(const Eigen::MatrixXd& poses) {
    NearestPoses nearest{0, 0, std::numeric_limits<double>::infinity()};
    for (Index i = 0; i < poses.cols(); ++i)
        for (Index j = i + 1; j < poses.cols(); ++j)
            if (const double d = (poses.col(i) - poses.col(j)).norm(); d < nearest.distance)
                nearest = {i, j, d};
    return nearest;
}

Vector without_negative(const Vector& weights) {
    const Vector shares = weights.cwiseMax(0.0);
    return shares / shares.sum();
}

PoseWeights::PoseWeights(Eigen::MatrixXd poses, PoseKernel kernel)
    : poses_(std::move(poses)), kernel_(kernel) {
    const Index m = size();
    if (m == 1) return;  // phi(0) = 0 has no inverse, and the only weight is 1
    if (kernel == PoseKernel::multiquadric) c2_ = std::pow(mean_spacing(poses_), 2);
    Eigen::MatrixXd between(m, m);
    Vector values;
    for (Index j = 0; j < m; ++j) {
        find_basis(poses_.col(j), values);
        between.col(j) = values;
    }
    matrix_.compute(between);
}

void PoseWeights::find_basis(const Vector& x, Vector& values) const {
    values.resize(size());
    for (Index j = 0; j < size(); ++j) values[j] = phi((x - poses_.col(j)).squaredNorm());
}

void PoseWeights::at(const Vector& x, Vector& phi, Vector& w) const {
    w.setOnes(size());
    if (size() == 1) return;
    find_basis(x, phi);
    w.noalias() = matrix_.solve(phi);
    w /= w.sum();
}

}  // namespace sinew
