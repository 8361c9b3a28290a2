/// Points in space around the step under way.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew::pose_space {

/// a := ((end - start)/dt - (start - before)/before_dt)/dt; zero if either step has no length.
void second_difference(const Eigen::Matrix3Xd& end, const Eigen::Matrix3Xd& start,
                       const Eigen::Matrix3Xd& before, double dt, double before_dt,
                       Eigen::Matrix3Xd& a);

/// Points where they are now, where the step begun last began, and where the step before it did.
/// Their rates are differences over a step, and accelerations the change of these since the step
/// before, over the length of the step.
class PointHistory {
public:
    Eigen::Matrix3Xd now;  ///< the points' positions at the time moved to, 3 x n [m]

    /// Begins a step of length dt [s].
    void begin_step(double dt);
    /// The step begun is done.
    void commit();
    /// From now on there is no step before the next one; `now` stays.
    void forget() { dt_ = before_dt_ = done_dt_ = 0; }
    /// a := accelerations over the step begun last [m/s^2]; zero in the first.
    void find_accelerations(Eigen::Matrix3Xd& a) const;
    /// Positions at the start of the step begun, 3 x n [m].
    const Eigen::Matrix3Xd& start() const { return start_; }

private:
    double dt_ = 0, before_dt_ = 0, done_dt_ = 0;
    Eigen::Matrix3Xd start_, before_, done_;
};

}  // namespace sinew::pose_space
