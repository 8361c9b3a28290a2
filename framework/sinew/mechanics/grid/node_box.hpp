/// A box of nodes of a grid, in which a solid keeps its fields.
#pragma once

#include <sinew/mechanics/grid/grid.hpp>

namespace sinew {

/// Nodes first to first + count - 1 along each axis of a grid.
struct NodeBox {
    std::array<Index, 3> first{}, count{};

    /// The nodes as a lattice of their own.
    Lattice lattice(const Grid& grid) const {
        return {grid.nodes().position(first), grid.spacing, count};
    }
    /// The box's node as one of the grid's nodes; with the lattice of its cells, the cell above it.
    Index in_grid(const Lattice& nodes, const std::array<Index, 3>& at) const {
        return nodes.at(first[0] + at[0], first[1] + at[1], first[2] + at[2]);
    }

    /// True if both have nodes in common.
    bool meets(const NodeBox& other) const {
        for (std::size_t a = 0; a < 3; ++a)
            if (first[a] + count[a] <= other.first[a] ||
                other.first[a] + other.count[a] <= first[a])
                return false;
        return true;
    }
};

/// Offsets, in points of a lattice, from the lowest corner of a cell to its eight corners; bit a of
/// a corner's number is its side along axis a.
inline std::array<Index, 8> corner_offsets(const Lattice& nodes) {
    std::array<Index, 8> offsets;
    for (std::size_t corner = 0; corner < 8; ++corner)
        offsets[corner] = (corner & 1 ? 1 : 0) + (corner & 2 ? nodes.stride(1) : 0) +
                          (corner & 4 ? nodes.stride(2) : 0);
    return offsets;
}

}  // namespace sinew
