/// Sparse Cholesky factors of principal submatrices of one matrix, which is in a good order
/// already: restricted to a subset, nested dissection is nested dissection.
///
/// Chen, Davis, Hager & Rajamanickam, Algorithm 887: CHOLMOD, ACM TOMS 35(3), 2008.
#pragma once

#include <cholmod.h>

#include <Eigen/SparseCore>
#include <vector>

namespace sinew::bbw {

using Sparse = Eigen::SparseMatrix<double>;
using Vector = Eigen::VectorXd;

/// An order of elimination with little fill; `lower`: the lower half of a symmetric matrix.
std::vector<int> elimination_order(const Sparse& lower);

/// Rows and columns `subset` (rising) of the symmetric A, lower half. `place`: room for as many
/// numbers as A has rows, -1 each, before and after.
Sparse lower_part(const Sparse& A, const std::vector<int>& subset, std::vector<int>& position);

/// Eliminates in the order of the rows. One thread at a time.
class Factor {
public:
    Factor();
    Factor(const Factor&) = delete;
    Factor& operator=(const Factor&) = delete;
    ~Factor();

    /// Finds the structure of the factor of `lower`.
    void analyze(const Sparse& lower);
    /// Factors a matrix with the structure that was analysed; false if it is not positive definite.
    bool factorize(const Sparse& lower);
    /// A^-1 b.
    Vector solve(Vector b);

private:
    cholmod_common common_{};
    cholmod_factor* factor_ = nullptr;
    cholmod_dense *solution_ = nullptr, *work_y_ = nullptr, *work_e_ = nullptr;
};

}  // namespace sinew::bbw
