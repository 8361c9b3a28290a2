#include "node_sets.hpp"

namespace sinew::steklov {

NodeSets split_nodes(const Body& body, const FixedMask& constrained, bool surface_only) {
    const std::size_t n = std::size_t(body.mesh.n_nodes());
    NodeSets sets;
    sets.on_surface.assign(n, surface_only ? 0 : 1);
    for (const int node : body.skin.nodes) sets.on_surface[std::size_t(node)] = 1;
    for (std::size_t i = 0; i < constrained.fixed.size(); ++i)
        if (constrained.fixed[i]) sets.on_surface[i / 3] = 1;
    sets.number.resize(n);
    sets.free_number.assign(n, -1);
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<int>& set = sets.on_surface[i] ? sets.surface : sets.interior;
        sets.number[i] = int(set.size());
        set.push_back(int(i));
        const char* axes = constrained.fixed.data() + 3 * i;
        if (!sets.on_surface[i] || (axes[0] && axes[1] && axes[2])) continue;
        sets.free_number[i] = int(sets.free.size());
        sets.free.push_back(sets.number[i]);
    }
    return sets;
}

std::vector<int> NodeSets::numbers_on_surface() const {
    std::vector<int> numbers(number);
    for (const int node : interior) numbers[std::size_t(node)] = -1;
    return numbers;
}

std::vector<int> NodeSets::numbers_in_interior() const {
    std::vector<int> numbers(number);
    for (const int node : surface) numbers[std::size_t(node)] = -1;
    return numbers;
}

void NodeSets::take(const std::vector<int>& set, const Vector& all, Vector& part) {
    const Index n = Index(set.size());
    part.resize(3 * n);
    for (Index k = 0; k < n; ++k)
        part.segment<3>(3 * k) = all.segment<3>(3 * Index(set[std::size_t(k)]));
}

void NodeSets::put(const std::vector<int>& set, const Vector& part, Vector& all) {
    const Index n = Index(set.size());
    for (Index k = 0; k < n; ++k)
        all.segment<3>(3 * Index(set[std::size_t(k)])) = part.segment<3>(3 * k);
}

}  // namespace sinew::steklov
