#include <cmath>
#include <sinew/mechanics/math/symmetric.hpp>
#include <sinew/mechanics/system/point_fields.hpp>

namespace sinew {

namespace {

/// A volume to divide by. The stress of what is flat has no bound; it stays a number that files can
/// hold.
double divisor(double volume, double at_rest) {
    const double least = 1e-9 * at_rest;
    return std::abs(volume) < least ? std::copysign(least, volume) : volume;
}

}  // namespace

Eigen::MatrixXd PointFields::cauchy_stress() const {
    Eigen::MatrixXd sigma = kirchhoff_stress;
    for (Index i = 0; i < sigma.cols(); ++i) sigma.col(i) /= divisor(volume_change[i], 1);
    return sigma;
}

Eigen::MatrixXd PointFields::means(const Eigen::MatrixXd& values) const {
    Eigen::MatrixXd means = Eigen::MatrixXd::Zero(values.rows(), n_elements());
    for (Index e = 0; e < means.cols(); ++e) {
        double whole = 0;
        for (Index i = n_points * e; i < n_points * (e + 1); ++i) {
            means.col(e) += volume[i] * values.col(i);
            whole += volume[i];
        }
        means.col(e) /= whole;
    }
    return means;
}

Eigen::MatrixXd PointFields::mean_cauchy_stress() const {
    Eigen::MatrixXd sigma = means(kirchhoff_stress);
    const Eigen::MatrixXd J = means(volume_change.transpose());
    for (Index e = 0; e < sigma.cols(); ++e) sigma.col(e) /= divisor(J(0, e), 1);
    return sigma;
}

void PointFields::rotate(const Eigen::Matrix3d& R) {
    for (Index i = 0; i < volume.size(); ++i) {
        const Eigen::Matrix3d F = deformation_gradient.col(i).reshaped(3, 3);
        deformation_gradient.col(i) = (R * F).reshaped();
        kirchhoff_stress.col(i) =
            components(R * symmetric_matrix(kirchhoff_stress.col(i)) * R.transpose());
    }
}

}  // namespace sinew
