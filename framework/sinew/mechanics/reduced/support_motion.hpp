/// The motion of a body's supports, as it is seen from a frame that goes with them or stands still.
#pragma once

#include <sinew/mechanics/full_space/full_space_constraints.hpp>
#include <sinew/mechanics/reduced/support_frame.hpp>

namespace sinew {

/// Mean of the nodes that have one of the degrees of freedom 3 node + axis (ascending) [m].
Eigen::Vector3d mean_position(const Points& nodes, const std::vector<Index>& dofs);

/// Displacements of the constrained degrees of freedom from rest, and their rates, as the frame
/// sees them.
struct SupportState {
    FrameMotion frame;
    Vector y, y_rate, y_acceleration;  ///< one a degree of freedom [m, m/s, m/s^2]
};

/// Evaluates constraints that act from the start to the end of a run on the same nodes.
class SupportMotion {
public:
    /// Body and constraints must outlive this. The frame stands still at first: c is the mean of
    /// the constrained nodes at rest, R = 1.
    SupportMotion(const Body& body, std::vector<const Constraint*> constraints);

    /// Constrained degrees of freedom, 3 node + axis, ascending.
    const std::vector<Index>& dofs() const { return dofs_; }
    /// True if three nodes or more that are not on a line are constrained in all axes, and none in
    /// some: then a frame can go with them.
    bool can_carry() const { return can_carry_; }
    /// Lets the frame be the one that fits the constrained nodes best.
    void carry() { carries_ = true; }
    bool carries() const { return carries_; }

    /// The state at time t [s]. Throws ComputationError if other nodes are constrained then.
    SupportState at(double t);
    /// Angle [rad] by which the nodes of each constraint turn seen from the frame at time t, the
    /// largest of all; those of fewer than three nodes do not count.
    double largest_turn(double t);

private:
    PointsMotion world() const;
    void find_carrier();

    const Body& body_;
    FullSpaceConstraints constraints_;
    std::vector<const Constraint*> each_;
    std::vector<Index> dofs_;
    Eigen::Vector3d origin_ = Eigen::Vector3d::Zero();
    Points rest_;  ///< of the nodes that are constrained in all axes, from their mean [m]
    bool can_carry_ = false, carries_ = false;
};

/// All that supports do over a run.
struct SupportSurvey {
    bool is_rigid = true;  ///< seen from the frame they stay where they are
    double largest = 0;    ///< displacement of a degree of freedom seen from the frame [m]
    double turn = 0;       ///< SupportMotion::largest_turn [rad]
    /// Principal directions of their displacements seen from the frame, 3 n_nodes x m, orthogonal,
    /// zero where nothing is constrained, as large as they get in the run [m].
    Eigen::MatrixXd motions;
};

/// Looks at up to 257 times evenly spread from 0 to `end` [s], in steps of the run's `step` at
/// least. Directions that are a millionth of the first, or of the body, are left out.
SupportSurvey survey(SupportMotion& supports, const Body& body, double end, double step);

}  // namespace sinew
