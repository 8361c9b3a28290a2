#include "rotated_mass.hpp"

#include <sinew/mechanics/math/tall_products.hpp>

#include "axis_rows.hpp"

namespace sinew::pose_space {

namespace {

/// U_i'M E_cd U_j: i fastest, then j, c and d.
std::vector<Eigen::MatrixXd> products_of(const std::vector<Eigen::MatrixXd>& bases,
                                         const MassMatrix& mass) {
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
    return products;
}

}  // namespace

RotatedMass::RotatedMass(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass)
    : n_poses_(Index(bases.size())),
      size_(bases.front().cols()),
      products_(products_of(bases, mass)) {}

/// Of vectors b and a, M E_cd has the transpose of M E_dc of a and b.
Vector RotatedMass::times(const Vector& weights, const Eigen::Matrix3d& Q,
                          const Vector& stacked) const {
    const Index m = n_poses_;
    const Eigen::MatrixXd of_vectors = stacked.reshaped(size_, m).transpose();
    const Eigen::Matrix3d Q_transposed = Q.transpose();
    Vector sum = Vector::Zero(size_), of_poses(m * m), transposed(m * m);
    for (Index k = 0; k < products_.n_pairs(); ++k) {
        const auto [a, b] = products_.pairs[std::size_t(k)];
        const Eigen::Map<const Eigen::MatrixXd> product(products_.values.col(k).data(), m * m, 9);
        of_poses.noalias() = product * Q.reshaped();
        sum[a] += weights.dot(of_poses.reshaped(m, m) * of_vectors.col(b));
        if (a == b) continue;
        transposed.noalias() = product * Q_transposed.reshaped();
        sum[b] += of_vectors.col(a).dot(transposed.reshaped(m, m) * weights);
    }
    return sum;
}

}  // namespace sinew::pose_space
