/// How the bases of poses came about.
#pragma once

#include <utility>
#include <vector>

#include "alignment.hpp"
#include "basis_gap.hpp"

namespace sinew::pose_space {

/// Facts of the bases of poses, for the report.
struct BasesReport {
    /// The alignment of poses, with the largest angle of each branch [rad].
    std::vector<std::pair<Branch, double>> tree;
    /// Number of contacts at each pose; empty if none were looked for.
    std::vector<Index> contacts;
    /// Gaps of the mixed basis along the clip; empty if they were not asked for.
    std::vector<BasisGap> gaps;
};

}  // namespace sinew::pose_space
