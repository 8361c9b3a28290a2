#include <algorithm>
#include <sinew/mechanics/mesh/submesh.hpp>

namespace sinew {

namespace {

using Sets = std::map<std::string, std::vector<int>>;
using Arrays = std::map<std::string, Eigen::MatrixXd>;

/// `place_of[i]`: where item i of the whole is in the part, or -1.
Sets part_of(const Sets& sets, const std::vector<int>& place_of) {
    Sets result;
    for (const auto& [name, set] : sets) {
        std::vector<int>& part = result[name];
        for (const int item : set)
            if (place_of[std::size_t(item)] >= 0) part.push_back(place_of[std::size_t(item)]);
        std::sort(part.begin(), part.end());
    }
    return result;
}

Arrays part_of(const Arrays& arrays, std::span<const int> chosen) {
    Arrays result;
    for (const auto& [name, values] : arrays) result[name] = values(Eigen::all, chosen);
    return result;
}

}  // namespace

Submesh submesh(const VolumeMesh& whole, std::span<const int> elements) {
    std::vector<int> element_place(std::size_t(whole.n_elements()), -1);
    std::vector<int> node_place(std::size_t(whole.n_nodes()), -1);
    Submesh part;
    part.mesh.type = whole.type;
    part.mesh.elements = whole.elements(Eigen::all, elements);
    for (std::size_t k = 0; k < elements.size(); ++k)
        element_place[std::size_t(elements[k])] = int(k);
    part.nodes.assign(part.mesh.elements.data(),
                      part.mesh.elements.data() + part.mesh.elements.size());
    std::sort(part.nodes.begin(), part.nodes.end());
    part.nodes.erase(std::unique(part.nodes.begin(), part.nodes.end()), part.nodes.end());
    for (std::size_t k = 0; k < part.nodes.size(); ++k)
        node_place[std::size_t(part.nodes[k])] = int(k);
    for (int& node : part.mesh.elements.reshaped()) node = node_place[std::size_t(node)];
    part.mesh.positions = whole.positions(Eigen::all, part.nodes);
    part.mesh.node_sets = part_of(whole.node_sets, node_place);
    part.mesh.element_sets = part_of(whole.element_sets, element_place);
    part.mesh.node_arrays = part_of(whole.node_arrays, part.nodes);
    part.mesh.element_arrays = part_of(whole.element_arrays, elements);
    return part;
}

}  // namespace sinew
