#include <algorithm>
#include <sinew/mechanics/pose_space/pair_products.hpp>

namespace sinew::pose_space {

PairProducts::PairProducts(const std::vector<Eigen::MatrixXd>& matrices) {
    const Index r = matrices.front().cols();
    for (Index b = 0; b < r; ++b)
        for (Index a = 0; a <= b; ++a)
            if (std::any_of(matrices.begin(), matrices.end(),
                            [&](const Eigen::MatrixXd& matrix) { return matrix(a, b) != 0; }))
                pairs.push_back({a, b});
    values.resize(Index(matrices.size()), Index(pairs.size()));
    for (Index k = 0; k < values.cols(); ++k)
        for (Index i = 0; i < values.rows(); ++i)
            values(i, k) =
                matrices[std::size_t(i)](pairs[std::size_t(k)].a, pairs[std::size_t(k)].b);
}

}  // namespace sinew::pose_space
