/// Entries of several r x r matrices where any of them has one: of vectors of regions, few.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew::pose_space {

/// Entries on and above the diagonal, pair after pair.
struct PairProducts {
    /// Two vectors, a <= b.
    struct Pair {
        Index a, b;
    };

    PairProducts() = default;
    explicit PairProducts(const std::vector<Eigen::MatrixXd>& matrices);

    Index n_pairs() const { return values.cols(); }

    std::vector<Pair> pairs;
    Eigen::MatrixXd values;  ///< (a, b) of each matrix, a pair a column
};

}  // namespace sinew::pose_space
