/// Facts of the bases of poses: their alignment, contacts and gaps.
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
    /// Seconds that the basis of each pose took when it was made.
    std::vector<double> seconds;
    /// Number of vertices in contact at each pose; empty if none were looked for.
    std::vector<Index> contacts;
    /// Gaps of the mixed basis along the clip; empty if they were not asked for.
    std::vector<BasisGap> gaps;
};

}  // namespace sinew::pose_space
