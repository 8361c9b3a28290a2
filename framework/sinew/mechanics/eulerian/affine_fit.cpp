#include "affine_fit.hpp"

#include <Eigen/Dense>

namespace sinew {

AffineFit::AffineFit(const Points& x, const Points& values) {
    const Eigen::Vector3d centre = x.rowwise().mean(), mean = values.rowwise().mean();
    const Points arms = x.colwise() - centre;
    const Eigen::Matrix3d spread = arms * arms.transpose();
    A = ((values.colwise() - mean) * arms.transpose()) * spread.inverse();
    b = mean - A * centre;
}

}  // namespace sinew
