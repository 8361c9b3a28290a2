#include <Eigen/Cholesky>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/reduced/support_columns.hpp>

namespace sinew {

Eigen::MatrixXd joined(const Eigen::MatrixXd& B, const Eigen::MatrixXd& U, const MassMatrix& mass) {
    Eigen::MatrixXd X = B;
    for (int pass = 0; pass < 2; ++pass) {
        tall_product(-1, U, transpose_times(U, mass.times(X)), 1, X);
        const Eigen::LLT<Eigen::MatrixXd> gram(transpose_times(X, mass.times(X)));
        SINEW_ASSERT(gram.info() == Eigen::Success, "{} constraint modes depend on each other",
                     X.cols());
        X = gram.matrixL().solve(X.transpose()).transpose().eval();
    }
    Eigen::MatrixXd all(U.rows(), X.cols() + U.cols());
    all << X, U;
    return all;
}

}  // namespace sinew
