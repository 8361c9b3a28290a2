/// Products of tall matrices whose bits do not depend on the number of threads (Eigen's do).
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew {

using ConstMatrix = Eigen::Ref<const Eigen::MatrixXd>;

/// A'B: partial sums of fixed blocks of rows, added in order.
Eigen::MatrixXd transpose_times(const ConstMatrix& A, const ConstMatrix& B);

/// Y := beta Y + alpha A C. Y is resized if beta = 0.
void tall_product(double alpha, const ConstMatrix& A, const ConstMatrix& C, double beta,
                  Eigen::MatrixXd& Y);

/// While it lives, Eigen's own products and factorisations of this library run on one thread.
class SerialEigen {
public:
    SerialEigen() { Eigen::setNbThreads(1); }
    ~SerialEigen() { Eigen::setNbThreads(0); }
    SerialEigen(const SerialEigen&) = delete;
    SerialEigen& operator=(const SerialEigen&) = delete;
};

}  // namespace sinew
