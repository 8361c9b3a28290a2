#include "neighbours.hpp"

namespace sinew {

Neighbours::Neighbours(const VolumeMesh& mesh, const std::vector<int>& of, int most) : most_(most) {
    std::vector<int> first(std::size_t(mesh.n_nodes()) + 1, 0);
    for (const int node : mesh.elements.reshaped()) ++first[std::size_t(node) + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<int> elements_at(std::size_t(first.back())), next(first.begin(), first.end() - 1);
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        for (const int node : mesh.elements.col(e))
            elements_at[std::size_t(next[std::size_t(node)]++)] = int(e);

    std::vector<std::size_t> seen_by(std::size_t(mesh.n_nodes()), of.size());
    std::vector<Near> found;
    for (std::size_t k = 0; k < of.size(); ++k) {
        first_.push_back(long(nodes_.size()));
        found.assign(1, {of[k], 0});
        seen_by[std::size_t(of[k])] = k;
        for (std::size_t at = 0; at < found.size() && found[at].edges + 1 < most; ++at) {
            const Near from = found[at];
            for (int i = first[std::size_t(from.node)]; i < first[std::size_t(from.node) + 1]; ++i)
                for (const int other : mesh.elements.col(elements_at[std::size_t(i)])) {
                    if (seen_by[std::size_t(other)] == k) continue;
                    seen_by[std::size_t(other)] = k;
                    found.push_back({other, from.edges + 1});
                }
        }
        std::sort(found.begin(), found.end());
        nodes_.insert(nodes_.end(), found.begin(), found.end());
    }
    first_.push_back(long(nodes_.size()));
}

}  // namespace sinew
