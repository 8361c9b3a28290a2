#include <algorithm>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/morton_order.hpp>

namespace sinew {
namespace {

/// The items along a curve that keeps neighbours together. Its grid's cells are cubes, so that long
/// bodies are first cut across.
std::vector<int> along_curve(const std::vector<BoxTree::Box>& boxes) {
    Eigen::Matrix3Xd centres(3, Eigen::Index(boxes.size()));
    for (std::size_t i = 0; i < boxes.size(); ++i) centres.col(Eigen::Index(i)) = boxes[i].center();
    return morton_order(centres);
}

}  // namespace

BoxTree::BoxTree(const std::vector<Box>& boxes) {
    if (boxes.empty()) return;
    items_ = along_curve(boxes);
    make_levels();
    refit([&](int position) -> const Box& {
        return boxes[static_cast<std::size_t>(items_[static_cast<std::size_t>(position)])];
    });
}

void BoxTree::make_levels() {
    first_group_.assign(1, 0);
    for (int n = int(items_.size()); first_group_.size() == 1 || n > 1;) {
        n = (n + width - 1) / width;
        first_group_.push_back(first_group_.back() + n);
    }
    groups_.assign(static_cast<std::size_t>(first_group_.back()), BoxGroup());
}

void BoxTree::fit_upper_levels() {
    for (int level = 1; level + 1 < int(first_group_.size()); ++level) {
        const int n = n_groups(level - 1);
        parallel_for_if(n > 4096, n_groups(level), [&](int g) {
            for (int lane = 0; lane < width && width * g + lane < n; ++lane)
                group(level, g).set(lane, group(level - 1, width * g + lane));
        });
    }
}

}  // namespace sinew
