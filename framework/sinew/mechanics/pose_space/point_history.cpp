#include <sinew/mechanics/pose_space/point_history.hpp>

namespace sinew::pose_space {

void second_difference(const Eigen::Matrix3Xd& end, const Eigen::Matrix3Xd& start,
                       const Eigen::Matrix3Xd& before, double dt, double before_dt,
                       Eigen::Matrix3Xd& a) {
    a.resize(3, end.cols());
    if (dt == 0 || before_dt == 0)
        a.setZero();
    else
        a = ((end - start) / dt - (start - before) / before_dt) / dt;
}

void PointHistory::begin_step(double dt) {
    dt_ = dt;
    before_dt_ = done_dt_;
    before_ = done_dt_ > 0 ? done_ : now;
    start_ = now;
}

void PointHistory::commit() {
    if (dt_ == 0) return;
    done_dt_ = dt_;
    done_ = start_;
}

void PointHistory::find_accelerations(Eigen::Matrix3Xd& a) const {
    second_difference(now, start_, before_, dt_, before_dt_, a);
}

}  // namespace sinew::pose_space
