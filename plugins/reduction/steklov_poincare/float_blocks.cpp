#include "float_blocks.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/quad.hpp>

namespace sinew::steklov {

void FloatBlocks::follow_pattern(const BlockView& view, const std::vector<int>& order) {
    std::vector<int> position(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) position[std::size_t(order[i])] = int(i);
    starts_.assign(1, 0);
    for (const int row : order) {
        for (int k = view.begin(row); k < view.end(row); ++k) {
            columns_.push_back(position[std::size_t(view.column(k))]);
            from_.push_back(k);
        }
        starts_.push_back(int(columns_.size()));
    }
    values_.assign(9 * columns_.size() + 1, 0.0F);
}

void FloatBlocks::take(const BlockView& view, const BlockMatrix& A, const std::vector<int>& order,
                       const NodeRotations& rotations) {
    if (columns_.empty()) follow_pattern(view, order);
    const int n = int(order.size());
    parallel_for_if(n >= parallel_rows, n, [&](int i) {
        for (int k = starts_[std::size_t(i)]; k < starts_[std::size_t(i) + 1]; ++k) {
            Eigen::Map<Eigen::Matrix3f> to(values_.data() + 9 * std::size_t(k));
            const auto block = A.at(view.block(from_[std::size_t(k)]));
            if (rotations.empty()) {
                to = block.cast<float>();
                continue;
            }
            const auto& row = rotations[std::size_t(order[std::size_t(i)])];
            const int other = columns_[std::size_t(k)];
            const auto& column = rotations[std::size_t(order[std::size_t(other)])];
            to = (row.transpose() * block * column).cast<float>();
        }
    });
}

/// A column of a block at a time; the fourth lane meets the next number and is dropped.
void FloatBlocks::subtract_product(const AlignedVector<float>& x, AlignedVector<float>& y) const {
    const int n = int(starts_.size()) - 1;
    parallel_for_if(n >= parallel_rows, n, [&](int i) {
        Quad<float> sum[3] = {};
        for (int k = starts_[std::size_t(i)]; k < starts_[std::size_t(i) + 1]; ++k) {
            const float* v = x.data() + 4 * std::ptrdiff_t(columns_[std::size_t(k)]);
            const float* a = values_.data() + 9 * std::size_t(k);
            for (int c = 0; c < 3; ++c) sum[c] += load_quad(a + 3 * c) * v[c];
        }
        const Quad<float> total = sum[0] + sum[1] + sum[2];
        for (int r = 0; r < 3; ++r) y[4 * std::size_t(i) + std::size_t(r)] -= total[r];
    });
}

}  // namespace sinew::steklov
