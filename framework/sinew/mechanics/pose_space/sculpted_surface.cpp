#include <sinew/mechanics/pose_space/sculpted_surface.hpp>

namespace sinew::pose_space {

Eigen::Vector3d sculpted_correction(const std::vector<Eigen::Matrix3Xd>& corrections,
                                    const Vector& weights, Index point,
                                    const Eigen::Matrix3d& turn) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (std::size_t j = 0; j < corrections.size(); ++j)
        sum += weights[Index(j) + 1] * corrections[j].col(point);
    return turn * sum;
}

}  // namespace sinew::pose_space
