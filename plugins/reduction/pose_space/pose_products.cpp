#include "pose_products.hpp"

#include <sinew/mechanics/math/loop_on_threads.hpp>
#include <sinew/mechanics/math/tall_products.hpp>

#include "axis_rows.hpp"

namespace sinew::pose_space {

MixedMass mixed_mass(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass) {
    std::vector<Eigen::MatrixXd> products;
    for (const Eigen::MatrixXd& U_j : bases) {
        const Eigen::MatrixXd M_U = mass.times(U_j);
        for (const Eigen::MatrixXd& U_i : bases) products.push_back(transpose_times(U_i, M_U));
    }
    return {PairProducts(products), Index(bases.size()), bases.front().cols(), on_all_threads};
}

RotatedMass rotated_mass(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass) {
    const std::size_t m = bases.size();
    std::vector<Eigen::MatrixXd> products(9 * m * m);
    for (std::size_t j = 0; j < m; ++j) {
        const Eigen::MatrixXd M_U = mass.times(bases[j]);
        for (int d = 0; d < 3; ++d) {
            const Eigen::MatrixXd M_U_d = axis_rows(M_U, d);
            for (int c = 0; c < 3; ++c)
                for (std::size_t i = 0; i < m; ++i)
                    products[i + m * (j + m * std::size_t(c + 3 * d))] =
                        transpose_times(axis_rows(bases[i], c), M_U_d);
        }
    }
    return {PairProducts(products), Index(m), bases.front().cols()};
}

LinearInertia linear_inertia(const std::vector<Eigen::MatrixXd>& bases,
                             const Eigen::MatrixXd& factors, const MassMatrix& mass) {
    const Index r = bases.front().cols();
    Eigen::MatrixXd products(Index(bases.size()) * r, 3 * factors.cols());
    for (std::size_t i = 0; i < bases.size(); ++i) {
        const Eigen::MatrixXd M_U = mass.times(bases[i]);
        for (int a = 0; a < 3; ++a)
            products(Eigen::seqN(Index(i) * r, r), Eigen::seqN(a, factors.cols(), 3)) =
                transpose_times(axis_rows(M_U, a), factors);
    }
    return LinearInertia(std::move(products));
}

}  // namespace sinew::pose_space
