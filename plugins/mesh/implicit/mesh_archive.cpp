#include "mesh_archive.hpp"

#include <algorithm>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew {
namespace {

constexpr std::string_view sets = "element_sets/";

template <class Values>
std::vector<std::int64_t> integers(const Values& values) {
    return {values.begin(), values.end()};
}

bool are_below(const std::vector<std::int64_t>& numbers, std::int64_t bound) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](std::int64_t i) { return i >= 0 && i < bound; });
}

}  // namespace

Archive packed(const VolumeMesh& mesh) {
    Archive archive;
    archive.put("positions", mesh.positions.reshaped());
    archive.put("elements", integers(mesh.elements.reshaped()));
    for (const auto& [name, elements] : mesh.element_sets)
        archive.put(std::string(sets) + name, integers(elements));
    return archive;
}

VolumeMesh unpacked(const Archive& archive) {
    const std::vector<double>& positions = archive.numbers("positions");
    const std::vector<std::int64_t>& elements = archive.integers("elements");
    const std::size_t n_nodes = positions.size() / 3, n_elements = elements.size() / 4;
    bool fits = 3 * n_nodes == positions.size() && 4 * n_elements == elements.size() &&
                are_below(elements, std::int64_t(n_nodes));
    VolumeMesh mesh;
    mesh.positions = Points::Map(positions.data(), 3, Eigen::Index(n_nodes));
    mesh.elements.resize(4, Eigen::Index(n_elements));
    std::copy(elements.begin(), elements.end(), mesh.elements.data());
    for (const auto& [key, entry] : archive.entries()) {
        if (!key.starts_with(sets)) continue;
        const std::vector<std::int64_t>& members = archive.integers(key);
        fits = fits && are_below(members, std::int64_t(n_elements));
        mesh.element_sets[key.substr(sets.size())].assign(members.begin(), members.end());
    }
    if (!fits)
        throw ComputationError("its elements are not those of its nodes",
                               "take the file away to have it made anew");
    return mesh;
}

}  // namespace sinew
