#include <cmath>
#include <Eigen/Cholesky>
#include <sinew/mechanics/linear/preconditioners.hpp>
#include <sinew/mechanics/math/blocked_sums.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

Vector inverse_diagonal(const Tangent& tangent, const FixedMask& fixed) {
    Vector inverse = tangent.diagonal();
    for (Index i = 0; i < inverse.size(); ++i) {
        const bool usable = !fixed.fixed[static_cast<std::size_t>(i)] && inverse[i] > 0;
        inverse[i] = usable ? 1 / inverse[i] : 1.0;
    }
    return inverse;
}

class Jacobi final : public Preconditioner {
public:
    explicit Jacobi(Vector inverse) : inverse_(std::move(inverse)) {}
    void apply(const Vector& x, Vector& y) const override {
        const Index n = x.size();
        y.resize(n);
        parallel_blocks_if(n >= parallel_length, n, [&](Index first, Index last) {
#pragma omp simd
            for (Index i = first; i < last; ++i) y[i] = inverse_[i] * x[i];
        });
    }

private:
    Vector inverse_;
};

class BlockJacobi final : public Preconditioner {
public:
    BlockJacobi(Eigen::Matrix3Xd blocks, Vector inverse)
        : blocks_(std::move(blocks)), inverse_(std::move(inverse)) {}
    void apply(const Vector& x, Vector& y) const override {
        const Index n = x.size(), n_blocks = blocks_.cols() / 3;
        y.resize(n);
        parallel_for_if(n >= parallel_length, n_blocks, [&](Index k) {
            y.segment<3>(3 * k).noalias() = blocks_.middleCols<3>(3 * k) * x.segment<3>(3 * k);
        });
        for (Index i = 3 * n_blocks; i < n; ++i) y[i] = inverse_[i] * x[i];
    }

private:
    Eigen::Matrix3Xd blocks_;  // inverse blocks side by side
    Vector inverse_;
};

/// Keeps the entries of the 3 x 3 blocks on the diagonal.
class DiagonalBlocks final : public EntrySink {
public:
    explicit DiagonalBlocks(Index n_blocks) : blocks(Eigen::Matrix3Xd::Zero(3, 3 * n_blocks)) {}
    void add(Index row, Index col, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        for (Index j = 0; j < block.cols(); ++j)
            for (Index i = 0; i < block.rows(); ++i) {
                const Index r = row + i, c = col + j;
                if (r / 3 == c / 3 && c < blocks.cols()) blocks(r % 3, c) += block(i, j);
            }
    }
    void add3(Index row, Index col, const Eigen::Matrix3d& block) override {
        if (row == col && row % 3 == 0 && row + 3 <= blocks.cols())
            blocks.middleCols<3>(row) += block;
        else if (std::abs(row - col) < 3)
            add(row, col, block);
    }
    Eigen::Matrix3Xd blocks;
};

}  // namespace

std::unique_ptr<Preconditioner> jacobi(const Tangent& tangent, const FixedMask& fixed) {
    return std::make_unique<Jacobi>(inverse_diagonal(tangent, fixed));
}

std::unique_ptr<Preconditioner> block_jacobi(const Tangent& tangent, const FixedMask& fixed) {
    const Index n_blocks = tangent.size() / 3;
    DiagonalBlocks sink(n_blocks);
    tangent.add_entries(sink, 0);
    const Vector inverse = inverse_diagonal(tangent, fixed);
    for (Index k = 0; k < n_blocks; ++k) {
        Eigen::Matrix3d block = sink.blocks.middleCols<3>(3 * k);
        for (int i = 0; i < 3; ++i) {
            if (!fixed.fixed[static_cast<std::size_t>(3 * k + i)]) continue;
            block.row(i).setZero();
            block.col(i).setZero();
            block(i, i) = 1;
        }
        const Eigen::LLT<Eigen::Matrix3d> factor(block);
        if (factor.info() == Eigen::Success)
            block = factor.solve(Eigen::Matrix3d::Identity());
        else
            block = inverse.segment<3>(3 * k).asDiagonal();
        sink.blocks.middleCols<3>(3 * k) = block;
    }
    return std::make_unique<BlockJacobi>(std::move(sink.blocks), inverse);
}

}  // namespace sinew
