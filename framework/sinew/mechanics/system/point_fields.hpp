/// Deformations, stresses and energies at the integration points of all elements.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// Column n_points e + q belongs to point q of element e of the mesh; n = n_points n_elements.
///
/// The Kirchhoff stress tau = P F' stands for the Cauchy stress sigma = tau / J, as it stays finite
/// where an element is flat, and as its integral over a body at rest is that of sigma over the
/// present one, which the internal forces f_a on nodes x_a hold in balance: sum of f_a (x) x_a. Of
/// laws of small strains tau is P, and J is one.
struct PointFields {
    int n_points = 0;        ///< integration points of an element
    Eigen::Matrix3Xd xi;     ///< where they are in the reference element, 3 x n_points
    Eigen::VectorXd volume;  ///< each point's share of the volume at rest [m^3], n
    Eigen::MatrixXd deformation_gradient;  ///< F, 9 (column-major) x n
    Eigen::MatrixXd kirchhoff_stress;      ///< tau, xx yy zz xy yz xz x n [Pa]
    Eigen::VectorXd volume_change;         ///< J, n
    Eigen::VectorXd energy_density;        ///< per volume at rest [J/m^3], n
    Eigen::VectorXd plastic_strain;        ///< sqrt(2/3) |ln U_p|, U_p^2 = F_p' F_p; n, or none

    Index n_elements() const { return n_points == 0 ? 0 : volume.size() / n_points; }

    /// Cauchy stress at the points, xx yy zz xy yz xz x n [Pa].
    Eigen::MatrixXd cauchy_stress() const;
    /// Means over each element at rest of values at the points: k x n to k x n_elements.
    Eigen::MatrixXd means(const Eigen::MatrixXd& values) const;
    /// The mean over each element as it is now, xx yy zz xy yz xz x n_elements [Pa].
    Eigen::MatrixXd mean_cauchy_stress() const;

    /// Turns what is in the world: F to R F, tau to R tau R'.
    void rotate(const Eigen::Matrix3d& R);
};

}  // namespace sinew
