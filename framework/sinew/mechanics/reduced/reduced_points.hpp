/// Motion of the points of a body by its reduced coordinates.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/system/points.hpp>

namespace sinew {

/// Shares of many points in one vector (of a uniform load), summed up: they stay the same however
/// the body moves.
struct SharedPoints {
    double total = 0;                                  ///< sum of shares
    Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< sum of share X, in the body's frame
    Eigen::MatrixX3d modes;  ///< sum of share U', r x 3; of several bases one below the other
};

/// Kinematics of the points of a body with reduced coordinates q, of which the last r deform it.
class ReducedPoints {
public:
    virtual ~ReducedPoints() = default;
    /// Number of reduced coordinates.
    virtual Index size() const = 0;
    /// Number r of those that deform the body, the last ones.
    virtual Index n_deformations() const = 0;
    /// Displacements of all nodes that go with these r, x y z a node, in the body's frame [m].
    virtual Vector displacements(const Eigen::Ref<const Vector>& q) const = 0;
    /// Position x(q) of a point in the world [m].
    virtual Eigen::Vector3d position(const MaterialPoint& point, const Vector& q) const = 0;
    /// Velocity of a point in the world [m/s], at q and rates v.
    virtual Eigen::Vector3d velocity(const MaterialPoint& point, const Vector& q,
                                     const Vector& v) const = 0;
    /// J := dx/dq, 3 x size().
    virtual void jacobian(const MaterialPoint& point, const Vector& q,
                          Eigen::Matrix3Xd& J) const = 0;
    /// f += (dx/dq)' force, force in the world [N].
    virtual void pull_back(const MaterialPoint& point, const Eigen::Vector3d& force,
                           const Vector& q, Vector& f) const = 0;
    /// Positions of all nodes, 3 x n [m]. O(n r): for outputs.
    virtual Points positions(const Vector& q) const = 0;
    /// Velocities of all nodes, 3 x n [m/s].
    virtual Points velocities(const Vector& q, const Vector& v) const = 0;

    /// Adds the share of a point to sums.
    virtual void add_share(const MaterialPoint& point, double share, SharedPoints& to) const = 0;
    /// f += what a force of share times `force` on each point gives.
    virtual void pull_back(const SharedPoints& points, const Eigen::Vector3d& force,
                           const Vector& q, Vector& f) const = 0;
    /// The sum of share times displacement from rest.
    virtual Eigen::Vector3d displacement(const SharedPoints& points, const Vector& q) const = 0;
};

}  // namespace sinew
