#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/rigid_motions.hpp>

namespace sinew {

Eigen::MatrixXd rigid_motions_about(const Eigen::Vector3d& center, const Eigen::Matrix3Xd& points) {
    Eigen::MatrixXd motions(3 * points.cols(), 6);
    parallel_for(points.cols(), [&](Index i) {
        const Eigen::Vector3d arm = points.col(i) - center;
        motions.block<3, 3>(3 * i, 0).setIdentity();
        for (int axis = 0; axis < 3; ++axis)
            motions.block<3, 1>(3 * i, 3 + axis) = Eigen::Vector3d::Unit(axis).cross(arm);
    });
    return motions;
}

}  // namespace sinew
