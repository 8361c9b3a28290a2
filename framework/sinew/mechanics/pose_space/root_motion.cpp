#include <sinew/mechanics/pose_space/root_motion.hpp>

namespace sinew::pose_space {

void move_to_root(const Eigen::Isometry3d& root, Eigen::Matrix3Xd& x) {
    const Eigen::Isometry3d to_root = root.inverse();
    for (Index i = 0; i < x.cols(); ++i) {
        const Eigen::Vector3d seen = to_root * x.col(i);
        x.col(i) = seen;
    }
}

Eigen::Vector3d displaced(const Eigen::Vector3d& rest, const Eigen::Matrix3d& R,
                          const Eigen::Vector3d& u) {
    return rest + R * u;
}

}  // namespace sinew::pose_space
