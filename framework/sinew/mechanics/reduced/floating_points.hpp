/// Points of a body that deforms in a frame which moves with it.
#pragma once

#include <Eigen/Geometry>
#include <sinew/mechanics/reduced/one_basis_points.hpp>

namespace sinew {

/// Coordinates (c, theta, q): x = c + R(theta) (X + U q), X relative to the mass centre at rest,
/// R the turn by |theta| about theta. Velocities (c', Omega, q'): c' in the world, Omega seen from
/// the frame, so that x' = c' + R (Omega x r + U q') with r = X + U q.
class FloatingPoints final : public OneBasisPoints {
public:
    /// `rest`: 3 x n_nodes in the world [m]; `center`: of mass, there.
    FloatingPoints(const Points& rest, const Eigen::Vector3d& center,
                   const Eigen::Ref<const Eigen::MatrixXd>& U)
        : OneBasisPoints(U), center_(center), rest_(rest.colwise() - center) {}

    const Points& rest() const { return rest_; }  ///< X, 3 x n_nodes [m]
    /// Centre of mass at rest, in the world [m].
    const Eigen::Vector3d& center() const { return center_; }

    /// R(theta) of coordinates q, 3 x 3.
    static Eigen::Matrix3d rotation(const Eigen::Ref<const Vector>& q);
    /// The rotation vector [rad] of R(theta) R(by): a rotation and a further one `by`, seen from
    /// the frame.
    static Eigen::Vector3d composed(const Eigen::Vector3d& theta, const Eigen::Vector3d& by);

    Index size() const override { return 6 + basis_.size(); }
    Eigen::Vector3d position(const MaterialPoint& point, const Vector& q) const override;
    Eigen::Vector3d velocity(const MaterialPoint& point, const Vector& q,
                             const Vector& v) const override;
    void jacobian(const MaterialPoint& point, const Vector& q, Eigen::Matrix3Xd& J) const override;
    void pull_back(const MaterialPoint& point, const Eigen::Vector3d& force, const Vector& q,
                   Vector& f) const override;
    Points positions(const Vector& q) const override;
    Points velocities(const Vector& q, const Vector& v) const override;
    void add_share(const MaterialPoint& point, double share, SharedPoints& to) const override;
    void pull_back(const SharedPoints& points, const Eigen::Vector3d& force, const Vector& q,
                   Vector& f) const override;
    Eigen::Vector3d displacement(const SharedPoints& points, const Vector& q) const override;

private:
    Eigen::Vector3d in_frame(const MaterialPoint& point, const Vector& q) const;

    Eigen::Vector3d center_;
    Points rest_;
};

}  // namespace sinew
