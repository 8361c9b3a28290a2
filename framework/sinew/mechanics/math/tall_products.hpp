/// Products of tall matrices whose bits do not depend on the number of threads (Eigen's do).
#pragma once

#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// A matrix, or a block of one, that is only read: n x r, with n much larger than r.
using ConstMatrix = Eigen::Ref<const Eigen::MatrixXd>;

/// A'B: partial sums of fixed blocks of rows, added in order.
Eigen::MatrixXd transpose_times(const ConstMatrix& A, const ConstMatrix& B);

/// Y := beta Y + alpha A C. Y is resized if beta = 0.
void tall_product(double alpha, const ConstMatrix& A, const ConstMatrix& C, double beta,
                  Eigen::MatrixXd& Y);

/// The columns product(x, y) makes of those of X, on all threads. The bits of a product do not
/// depend on the number of its own threads.
template <class Product>
Eigen::MatrixXd product_by_columns(const ConstMatrix& X, Product&& product) {
    Eigen::MatrixXd Y(X.rows(), X.cols());
    parallel_for_if(X.cols() > 1, X.cols(), [&](Index j) {
        const Vector x = X.col(j);
        Vector y;
        product(x, y);
        Y.col(j) = y;
    });
    return Y;
}

/// While it lives, Eigen's own products and factorisations of this library run on one thread.
class SerialEigen {
public:
    /// The destructor gives Eigen its default number of threads back.
    SerialEigen() { Eigen::setNbThreads(1); }
    ~SerialEigen() { Eigen::setNbThreads(0); }
    SerialEigen(const SerialEigen&) = delete;
    SerialEigen& operator=(const SerialEigen&) = delete;
};

}  // namespace sinew
