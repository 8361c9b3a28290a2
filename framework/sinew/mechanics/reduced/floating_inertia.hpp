/// The inertia of a body that deforms in a frame which moves with it.
#pragma once

#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// x = c + R (X + U q), where X is relative to the mass centre at rest, the columns of U are free
/// of rigid motion (sum M U = 0, sum X x M U = 0) and U'MU = I. With the velocity c' of the centre
/// in the world, Omega of the frame, seen from itself, and q',
///
///     T = m c'^2/2 + Omega'J(q)Omega/2 + Omega.A(q)q' + q'^2/2,
///
/// and Lagrange's equations of the frame and of q are
///
///     J Omega' + A q'' + J'Omega + Omega x (J Omega + A q')             = torque, from the frame
///     q'' + A'Omega' - 2 sum_k (a_jk . Omega) q'_k - Omega'J_j Omega/2  = force on q_j
///
/// with J = tr(Q)1 - Q, Q = sum m_ab r_a r_b', r = X + U q, J_j = dJ/dq_j, A_j = sum_i q_i a_ij,
/// a_ij = sum m_ab U_ai x U_bj = -a_ji. Sums go over the nodes a, b of the consistent mass m_ab, so
/// that these are the kinetics of the full body, not of its lumped nodes. Everything costs O(r^2).
///
/// Shabana, Dynamics of Multibody Systems, 3rd ed., 2005, ch. 5; Terzopoulos & Witkin, Physically
/// based models with rigid and deformable components, IEEE CG&A 8(6), 1988.
class FloatingInertia {
public:
    /// `rest`: 3 x n_nodes, relative to the mass centre. U: 3 n_nodes x r.
    FloatingInertia(const Points& rest, const Eigen::Ref<const Eigen::MatrixXd>& U,
                    const MassMatrix& mass);

    /// r, the number of columns of U.
    Index n_deformations() const { return r_; }
    /// Mass m of the body [kg].
    double mass() const { return mass_; }

    /// J and A (3 x r) at q.
    void move_to(const Eigen::Ref<const Vector>& q);
    /// Inertia tensor about the centre of mass at the q moved to, in the frame [kg m^2].
    const Eigen::Matrix3d& J() const { return J_; }
    /// Coupling of rotation and deformation at the q moved to, 3 x r [kg^1/2 m].
    const Eigen::Matrix3Xd& A() const { return A_; }

    /// The terms without accelerations, at the q moved to: 3 of the frame, then r.
    void add_velocity_forces(const Eigen::Vector3d& omega, const Eigen::Ref<const Vector>& q_rate,
                             Eigen::Ref<Vector> f) const;

    /// Omega, q' or their rates to the generalised momentum [J Omega + A q'; A'Omega + q'].
    void multiply(const Eigen::Vector3d& omega, const Eigen::Ref<const Vector>& q_rate,
                  Eigen::Ref<Vector> y) const;
    /// Kinetic energy of rotation and deformation at the q moved to [J]; `omega` in the frame
    /// [rad/s].
    double kinetic(const Eigen::Vector3d& omega, const Eigen::Ref<const Vector>& q_rate) const;

private:
    Index r_;
    double mass_;
    Eigen::Matrix3d Q_rest_;
    /// dQ/dq_j at rest, symmetric: xx yy zz xy yz xz in column j.
    Eigen::Matrix<double, 6, Eigen::Dynamic> Q_linear_;
    /// d2Q/dq_i dq_j in the same way: 6 r rows of i, r columns of j.
    Eigen::MatrixXd Q_quadratic_;
    /// a_ij: 3 r rows of i, r columns of j.
    Eigen::MatrixXd a_;

    Vector q_;
    Eigen::Matrix3d J_;
    Eigen::Matrix3Xd A_;
    Eigen::Matrix<double, 6, Eigen::Dynamic> dQ_;  ///< dQ/dq_j at q
};

}  // namespace sinew
