/// The entries that a tangent adds, as a dense matrix.
#pragma once

#include <sinew/mechanics/system/tangent.hpp>

namespace sinew::test {

class DenseEntries final : public EntrySink {
public:
    explicit DenseEntries(Index n) : matrix(Eigen::MatrixXd::Zero(n, n)) {}
    void add(Index row, Index col, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        matrix.block(row, col, block.rows(), block.cols()) += block;
    }
    void add3(Index row, Index col, const Eigen::Matrix3d& block) override {
        matrix.block<3, 3>(row, col) += block;
    }
    Eigen::MatrixXd matrix;
};

}  // namespace sinew::test
