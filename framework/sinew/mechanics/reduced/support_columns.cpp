#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/basis/mass_orthonormal.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/reduced/support_columns.hpp>

namespace sinew {

Eigen::MatrixXd joined(const Eigen::MatrixXd& B, const Eigen::MatrixXd& U, const MassMatrix& mass) {
    Eigen::MatrixXd X = B;
    for (int pass = 0; pass < 2; ++pass) {
        tall_product(-1, U, transpose_times(U, mass.times(X)), 1, X);
        const bool is_independent = make_mass_orthonormal(X, mass);
        SINEW_ASSERT(is_independent, "{} constraint modes depend on each other", X.cols());
    }
    Eigen::MatrixXd all(U.rows(), X.cols() + U.cols());
    all << X, U;
    return all;
}

}  // namespace sinew
