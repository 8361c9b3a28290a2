/// The inertia of a body that deforms in a frame whose motion is given.
#pragma once

#include <array>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// x = c + R (X + U q), with any U. Seen from the frame, the acceleration of a point is
///
///     R'c'' + (Omega' + Omega Omega) r + 2 Omega U q' + U q'',     r = X + U q
///
/// (Omega: matrix of the cross product), so that all it takes are sums over the nodes a, b of the
/// consistent mass m_ab that a 3 x 3 matrix L multiplies:
///
///     sum m_ab U_a' L X_b  =  sum_kl L_kl x_kl,       sum m_ab U_a' L U_b  =  sum_kl L_kl T_kl
///
/// Everything costs O(r^2).
///
/// Shabana, Dynamics of Multibody Systems, 3rd ed., 2005, ch. 5.
class CarriedInertia {
public:
    /// `rest`: X, 3 x n_nodes, relative to the frame's origin [m]. U: 3 n_nodes x r.
    CarriedInertia(const Points& rest, const Eigen::Ref<const Eigen::MatrixXd>& U,
                   const MassMatrix& mass);

    /// Generalised force of a uniform acceleration: sum m_ab U_a', r x 3 [kg^1/2].
    const Eigen::MatrixX3d& of_translation() const { return of_translation_; }
    /// sum m_ab U_a' L r_b at q: r numbers [m kg^1/2, times the unit of L].
    Vector of_position(const Eigen::Matrix3d& L, const Eigen::Ref<const Vector>& q) const;
    /// sum m_ab U_a' L U_b: r x r, in the unit of L.
    Eigen::MatrixXd matrix(const Eigen::Matrix3d& L) const;
    /// Kinetic energy [J] at q; velocity of the origin [m/s] and angular velocity [rad/s] seen from
    /// the frame.
    double kinetic(const Eigen::Vector3d& velocity, const Eigen::Vector3d& omega,
                   const Eigen::Ref<const Vector>& q, const Eigen::Ref<const Vector>& q_rate) const;

private:
    double mass_;                  ///< [kg]
    Eigen::Vector3d moment_rest_;  ///< sum m_ab X_b [kg m]
    Eigen::Matrix3d second_rest_;  ///< sum m_ab X_a X_b' [kg m^2]
    Eigen::MatrixX3d of_translation_;
    std::array<Vector, 9> x_;           ///< x_kl, column-major
    std::array<Eigen::MatrixXd, 9> T_;  ///< T_kl, column-major
};

}  // namespace sinew
