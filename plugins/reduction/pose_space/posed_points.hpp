/// Points of a body that moves in a mixed basis about a rest shape that moves.
#pragma once

#include <sinew/mechanics/reduced/reduced_points.hpp>

#include "posed_motion.hpp"

namespace sinew::pose_space {

/// x = Phi + R U q, with Phi and R, the turn of the root, those of the time moved to. Velocities
/// are x' = Phi' + R_0 U q' + R' U q, with rates of Phi and R as differences over the step and R_0
/// the turn where it began: under implicit Euler, where q' is one too, that is the difference of x
/// for a basis that stays. The change of U is neglected, as published.
///
/// If the motion has a transition, its s is the first coordinate, and velocities are those at the
/// end of the step.
class PosedPoints final : public ReducedPoints {
public:
    /// Both outlive it.
    PosedPoints(const VolumeMesh& mesh, const PosedMotion& motion)
        : mesh_(mesh), motion_(motion), basis_(motion.basis), transition_(motion.transition) {}

    Index size() const override { return basis_.size() + (transition_ ? 1 : 0); }
    Index n_deformations() const override { return basis_.size(); }
    /// Displacements from where the mesh is, in the world [m].
    Vector displacements(const Eigen::Ref<const Vector>& q) const override;
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
    /// The sum of share times displacement from the rest shape.
    Eigen::Vector3d displacement(const SharedPoints& points, const Vector& q) const override;

private:
    /// U of the point, transposed: r x 3, seen from the root.
    Eigen::MatrixX3d rows(const MaterialPoint& point) const;
    /// Positions of all nodes without a transition, 3 x n [m].
    Points ends(const Eigen::Ref<const Vector>& q) const;

    const VolumeMesh& mesh_;
    const PosedMotion& motion_;
    const PoseBasis& basis_;
    const std::optional<Transition>& transition_;
};

}  // namespace sinew::pose_space
