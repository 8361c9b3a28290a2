#include "inverse_distance.hpp"

#include <algorithm>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>

namespace sinew {

InverseDistance::InverseDistance(const Points& from, const Points& to, int k)
    : nearby_{k, std::vector<int>(std::size_t(to.cols()) * std::size_t(k)),
              std::vector<double>(std::size_t(to.cols()) * std::size_t(k))} {
    SINEW_ASSERT(k > 0 && k <= from.cols(), "{} of {} points", k, from.cols());
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<BoxTree::Box> boxes;
    for (Eigen::Index i = 0; i < from.cols(); ++i) boxes.emplace_back(from.col(i), from.col(i));
    const BoxTree tree(boxes);
    parallel_for(to.cols(), [&](Eigen::Index i) {
        int* found = nearby_.points.data() + i * k;
        double* weight = nearby_.weights.data() + i * k;
        const Eigen::Vector3d x = to.col(i);
        for (int j = 0; j < k; ++j) {
            const auto [point, d2] = tree.nearest(x, [&](int p) {
                const bool is_known = std::find(found, found + j, p) != found + j;
                return is_known ? infinity : (from.col(p) - x).squaredNorm();
            });
            found[j] = point;
            weight[j] = d2;
        }
        const bool is_one_of_them = weight[0] == 0;
        double sum = 0;
        for (int j = 0; j < k; ++j) {
            weight[j] = is_one_of_them ? double(j == 0) : 1 / weight[j];
            sum += weight[j];
        }
        for (int j = 0; j < k; ++j) weight[j] /= sum;
    });
}

}  // namespace sinew
