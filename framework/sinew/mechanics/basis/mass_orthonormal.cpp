#include <Eigen/Cholesky>
#include <sinew/mechanics/basis/mass_orthonormal.hpp>
#include <sinew/mechanics/math/tall_products.hpp>

namespace sinew {

bool make_mass_orthonormal(Eigen::MatrixXd& X, const MassMatrix& mass) {
    const Eigen::LLT<Eigen::MatrixXd> gram(transpose_times(X, mass.times(X)));
    if (gram.info() != Eigen::Success) return false;
    X = gram.matrixL().solve(X.transpose()).transpose().eval();
    return true;
}

}  // namespace sinew
