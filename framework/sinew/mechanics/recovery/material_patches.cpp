#include <algorithm>
#include <sinew/mechanics/recovery/material_patches.hpp>

namespace sinew {

namespace {

/// The elements around each node, ascending, and the local number of the node in each.
std::vector<std::vector<std::pair<int, int>>> elements_around(const VolumeMesh& mesh) {
    std::vector<std::vector<std::pair<int, int>>> around(std::size_t(mesh.n_nodes()));
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        for (Eigen::Index a = 0; a < mesh.elements.rows(); ++a)
            around[std::size_t(mesh.elements(a, e))].emplace_back(int(e), int(a));
    return around;
}

}  // namespace

MaterialPatches::MaterialPatches(const VolumeMesh& mesh, const std::function<bool(int, int)>& alike)
    : corner_(mesh.elements.rows(), mesh.n_elements()) {
    const auto around = elements_around(mesh);
    for (std::size_t node = 0; node < around.size(); ++node) {
        first_corner_.push_back(int(node_.size()));
        std::vector<std::vector<int>> groups;
        for (const auto& [e, a] : around[node]) {
            const auto is_like = [&, one = e](const auto& group) {
                return alike(group.front(), one);
            };
            auto group = std::find_if(groups.begin(), groups.end(), is_like);
            if (group == groups.end()) group = groups.emplace(groups.end());
            group->push_back(e);
            corner_(a, e) = int(node_.size()) + int(group - groups.begin());
        }
        for (const std::vector<int>& group : groups) {
            node_.push_back(int(node));
            first_element_.push_back(int(elements_.size()));
            elements_.insert(elements_.end(), group.begin(), group.end());
        }
    }
    first_corner_.push_back(int(node_.size()));
    first_element_.push_back(int(elements_.size()));
}

std::vector<int> MaterialPatches::grown(std::span<const int> patch) const {
    std::vector<int> all;
    for (const int e : patch)
        for (Eigen::Index a = 0; a < corner_.rows(); ++a) {
            const std::span<const int> more = elements(corner_(a, e));
            all.insert(all.end(), more.begin(), more.end());
        }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

}  // namespace sinew
