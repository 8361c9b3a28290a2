/// Weights of example poses at any pose, by radial basis functions.
///
///     w_i(x) = sum_j W_ij phi(|x - x_j|) / sum_ij W_ij phi(|x - x_j|),     W = phi(|x_i - x_j|)^-1
///
/// They are 1 at their own pose and 0 at the others, and their sum is 1. Between and beyond poses
/// they may be negative or greater than 1. phi = r has a kink at each pose: what passes through one
/// is kicked. The multiquadric is smooth there.
///
/// Xu & Barbic 2016, equation 2; Carr et al., Reconstruction and representation of 3D objects with
/// radial basis functions, 2001 (phi = r); Hardy 1971 (multiquadric).
#pragma once

#include <Eigen/LU>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// phi(r): r, or sqrt(r^2 + c^2) with c the mean distance of a pose to the nearest other.
enum class PoseKernel { distance, multiquadric };

/// The weights of m poses.
class PoseWeights {
public:
    /// `poses`: what distances are taken of, one pose a column; no two may be equal.
    PoseWeights(Eigen::MatrixXd poses, PoseKernel kernel);

    /// Number m of poses.
    Index size() const { return poses_.cols(); }
    /// Distance |x_i - x_j| of two poses.
    double distance(Index i, Index j) const { return (poses_.col(i) - poses_.col(j)).norm(); }
    const Eigen::MatrixXd& poses() const { return poses_; }
    PoseKernel kernel() const { return kernel_; }
    /// w := the weights at x, m numbers with the sum 1; phi: room for what the kernel gives.
    void at(const Vector& x, Vector& phi, Vector& w) const;
    Vector at(const Vector& x) const {
        Vector values, w;
        at(x, values, w);
        return w;
    }

private:
    double phi(double r2) const { return std::sqrt(r2 + c2_); }
    void find_basis(const Vector& x, Vector& values) const;

    Eigen::MatrixXd poses_;
    PoseKernel kernel_;
    double c2_ = 0;  ///< c^2
    Eigen::PartialPivLU<Eigen::MatrixXd> matrix_;
};

/// Weights of which negative ones count as zero, scaled to the sum 1: mixes by them lie between
/// what is mixed.
Vector without_negative(const Vector& weights);

/// The two poses, columns of a matrix, that are nearest to each other: their numbers and distance.
struct NearestPoses {
    Index first = 0, second = 0;
    double distance = 0;
};
NearestPoses nearest_poses(const Eigen::MatrixXd& poses);

}  // namespace sinew
