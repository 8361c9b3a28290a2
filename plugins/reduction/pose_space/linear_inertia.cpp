#include "linear_inertia.hpp"

#include <sinew/mechanics/math/tall_products.hpp>

#include "axis_rows.hpp"

namespace sinew::pose_space {

LinearInertia::LinearInertia(const std::vector<Eigen::MatrixXd>& bases,
                             const Eigen::MatrixXd& factors, const MassMatrix& mass) {
    const Index r = bases.front().cols();
    products_.resize(Index(bases.size()) * r, 3 * factors.cols());
    for (std::size_t i = 0; i < bases.size(); ++i) {
        const Eigen::MatrixXd M_U = mass.times(bases[i]);
        for (int a = 0; a < 3; ++a) {
            products_(Eigen::seqN(Index(i) * r, r), Eigen::seqN(a, factors.cols(), 3)) =
                transpose_times(axis_rows(M_U, a), factors);
        }
    }
}

Vector LinearInertia::of(const PoseBasis& basis, const Eigen::Matrix3d& R,
                         const Points& accelerations) const {
    const Points seen = R.transpose() * accelerations;
    const Vector stacked = products_ * seen.reshaped();
    return basis.mixed(stacked);
}

}  // namespace sinew::pose_space
