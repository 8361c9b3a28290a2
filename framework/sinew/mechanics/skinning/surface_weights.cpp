#include <algorithm>
#include <sinew/mechanics/skinning/surface_weights.hpp>

namespace sinew {

SkinWeights skin_weights(const std::vector<int>& skin_nodes, const SkinWeights& nodes) {
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < skin_nodes.size(); ++i)
        for (SkinWeights::InnerIterator w(nodes, skin_nodes[i]); w; ++w)
            entries.emplace_back(int(i), int(w.col()), w.value());
    SkinWeights weights(Eigen::Index(skin_nodes.size()), nodes.cols());
    weights.setFromTriplets(entries.begin(), entries.end());
    return weights;
}

SkinWeights carried_weights(const VisualSurface& surface, const SkinWeights& nodes) {
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < surface.embeddings.size(); ++i) {
        const Embedding& embedding = surface.embeddings[i];
        const Eigen::VectorXd shares =
            embedding.weights.cwiseMax(0) / embedding.weights.cwiseMax(0).sum();
        for (Eigen::Index k = 0; k < embedding.nodes.size(); ++k)
            for (SkinWeights::InnerIterator w(nodes, embedding.nodes[k]); w; ++w)
                entries.emplace_back(int(i), int(w.col()), shares[k] * w.value());
    }
    SkinWeights weights(Eigen::Index(surface.embeddings.size()), nodes.cols());
    weights.setFromTriplets(entries.begin(), entries.end());
    return weights;
}

}  // namespace sinew
