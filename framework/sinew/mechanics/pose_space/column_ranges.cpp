#include <algorithm>
#include <sinew/mechanics/pose_space/column_ranges.hpp>

namespace sinew::pose_space {

ColumnRanges::ColumnRanges(const std::vector<Eigen::MatrixXd>& bases) {
    first_.push_back(0);
    for (Index i = 0; i < bases.front().rows() / 3; ++i) {
        for (Index k = 0; k < bases.front().cols(); ++k) {
            const bool moves = std::any_of(bases.begin(), bases.end(), [&](const auto& U) {
                return !U.col(k).template segment<3>(3 * i).isZero(0);
            });
            if (!moves) continue;
            const bool goes_on =
                ranges_.size() > first_.back() && ranges_.back().first + ranges_.back().count == k;
            if (goes_on)
                ++ranges_.back().count;
            else
                ranges_.push_back({k, 1});
        }
        first_.push_back(ranges_.size());
    }
}

}  // namespace sinew::pose_space
