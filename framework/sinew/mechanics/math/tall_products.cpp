#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <vector>

namespace sinew {

namespace {

constexpr Index block_rows = 512;

/// part(k, first row, number of rows) of each block. Always in a team: inside one, Eigen does not
/// make its own.
template <class Block>
void over_blocks(Index n_rows, Block&& part) {
    const Index n_blocks = (n_rows + block_rows - 1) / block_rows;
    parallel_for(n_blocks, [&](Index k) {
        part(k, k * block_rows, std::min(block_rows, n_rows - k * block_rows));
    });
}

}  // namespace

Eigen::MatrixXd transpose_times(const ConstMatrix& A, const ConstMatrix& B) {
    const Index n_blocks = (A.rows() + block_rows - 1) / block_rows;
    std::vector<Eigen::MatrixXd> parts(static_cast<std::size_t>(n_blocks));
    over_blocks(A.rows(), [&](Index k, Index first, Index n) {
        parts[static_cast<std::size_t>(k)].noalias() =
            A.middleRows(first, n).transpose() * B.middleRows(first, n);
    });
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(A.cols(), B.cols());
    for (const Eigen::MatrixXd& part : parts) sum += part;
    return sum;
}

void tall_product(double alpha, const ConstMatrix& A, const ConstMatrix& C, double beta,
                  Eigen::MatrixXd& Y) {
    if (beta == 0) Y.setZero(A.rows(), C.cols());
    over_blocks(A.rows(), [&](Index, Index first, Index n) {
        auto block = Y.middleRows(first, n);
        if (beta != 0 && beta != 1) block *= beta;
        block.noalias() += alpha * (A.middleRows(first, n) * C);
    });
}

}  // namespace sinew
