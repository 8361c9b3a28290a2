#include "alike_axes.hpp"

namespace sinew {

bool AlikeAxes::take(const ReducedMatrix& lower) {
    const std::vector<int>& free = lower.free();
    if (free.empty() || free.size() % 3 != 0) return false;
    for (std::size_t k = 0; k < free.size(); k += 3)
        if (free[k] % 3 != 0 || free[k + 2] != free[k] + 2) return false;
    starts_.assign(1, 0);
    rows_.clear();
    values_.clear();
    const int n_nodes = static_cast<int>(free.size() / 3);
    for (int node = 0; node < n_nodes; ++node)
        if (!take_node(lower, node)) return false;
    return true;
}

/// The column of B for a node; false if its three columns of A differ.
bool AlikeAxes::take_node(const ReducedMatrix& lower, int node) {
    const auto first = rows_.size();
    for (int axis = 0; axis < 3; ++axis) {
        const auto column = static_cast<std::size_t>(3 * node + axis);
        auto at = first;
        for (auto e = static_cast<std::size_t>(lower.starts()[column]);
             e < static_cast<std::size_t>(lower.starts()[column + 1]); ++e) {
            const int row = lower.cross()[e];
            const double value = lower.values()[e];
            if (row % 3 != axis) {
                if (value != 0) return false;
                continue;
            }
            if (axis == 0) {
                rows_.push_back(row / 3);
                values_.push_back(value);
            } else if (at == rows_.size() || rows_[at] != row / 3 || values_[at] != value) {
                return false;
            }
            ++at;
        }
        if (at != rows_.size()) return false;
    }
    starts_.push_back(static_cast<int>(rows_.size()));
    return true;
}

Eigen::MatrixXd AlikeAxes::folded(const Eigen::Ref<const Eigen::MatrixXd>& b) {
    Eigen::MatrixXd result(b.rows() / 3, 3 * b.cols());
    for (Index c = 0; c < b.cols(); ++c)
        result.middleCols<3>(3 * c) = b.col(c).reshaped(3, b.rows() / 3).transpose();
    return result;
}

void AlikeAxes::unfold(const Eigen::Ref<const Eigen::MatrixXd>& x,
                       Eigen::Ref<Eigen::MatrixXd> out) {
    for (Index c = 0; c < out.cols(); ++c)
        out.col(c).reshaped(3, x.rows()) = x.middleCols<3>(3 * c).transpose();
}

}  // namespace sinew
