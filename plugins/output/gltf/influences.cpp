#include "influences.hpp"

#include <algorithm>

namespace sinew::gltf_output {

Influences largest_influences(const SkinWeights& weights, int most) {
    struct Share {
        int bone;
        double weight;
    };
    std::vector<std::vector<Share>> kept(std::size_t(weights.rows()));
    std::size_t n_most = 1;
    Influences result;
    for (Eigen::Index i = 0; i < weights.rows(); ++i) {
        std::vector<Share>& shares = kept[std::size_t(i)];
        double whole = 0, sum = 0;
        for (SkinWeights::InnerIterator w(weights, i); w; ++w)
            if (w.value() > 0) shares.push_back({int(w.col()), w.value()});
        std::stable_sort(shares.begin(), shares.end(),
                         [](const Share& a, const Share& b) { return a.weight > b.weight; });
        for (const Share& share : shares) whole += share.weight;
        shares.resize(std::min(shares.size(), std::size_t(most)));
        for (const Share& share : shares) sum += share.weight;
        for (Share& share : shares) share.weight /= sum;
        const double lost = whole > 0 ? 1 - sum / whole : 0;
        result.mean_lost += lost / double(weights.rows());
        result.most_lost = std::max(result.most_lost, lost);
        n_most = std::max(n_most, shares.size());
    }
    const auto n_rows = Eigen::Index((n_most + 3) / 4 * 4);
    result.joints = Eigen::MatrixXi::Zero(n_rows, weights.rows());
    result.weights = Eigen::MatrixXf::Zero(n_rows, weights.rows());
    for (Eigen::Index i = 0; i < weights.rows(); ++i)
        for (std::size_t k = 0; k < kept[std::size_t(i)].size(); ++k) {
            result.joints(Eigen::Index(k), i) = kept[std::size_t(i)][k].bone;
            result.weights(Eigen::Index(k), i) = float(kept[std::size_t(i)][k].weight);
        }
    return result;
}

}  // namespace sinew::gltf_output
