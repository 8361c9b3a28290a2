/// The elements around each node, apart for each material that meets there.
#pragma once

#include <functional>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <span>
#include <utility>
#include <vector>

namespace sinew {

/// A node of one material has one corner, a node on an interface one for each material: what is
/// recovered from integration points is one value a corner.
class MaterialPatches {
public:
    /// `alike`: whether two elements are of one material.
    MaterialPatches(const VolumeMesh& mesh, const std::function<bool(int, int)>& alike);

    Eigen::Index n_corners() const { return Eigen::Index(node_.size()); }
    /// The node of a corner.
    int node(Eigen::Index corner) const { return node_[std::size_t(corner)]; }
    /// The corner that local node a of an element belongs to.
    int corner(int a, Eigen::Index element) const { return corner_(a, element); }
    /// The corners of a node, ascending.
    std::pair<int, int> corners_of(int node) const {
        return {first_corner_[std::size_t(node)], first_corner_[std::size_t(node) + 1]};
    }
    /// The elements around a corner, ascending.
    std::span<const int> elements(Eigen::Index corner) const {
        const int first = first_element_[std::size_t(corner)];
        return {elements_.data() + first,
                std::size_t(first_element_[std::size_t(corner) + 1] - first)};
    }
    /// The elements that share a corner with any of these, ascending: the next larger patch.
    std::vector<int> grown(std::span<const int> patch) const;

private:
    std::vector<int> node_;
    std::vector<int> first_corner_;              ///< of each node, and the end
    Eigen::MatrixXi corner_;                     ///< local node x element
    std::vector<int> first_element_, elements_;  ///< of each corner, row by row
};

}  // namespace sinew
