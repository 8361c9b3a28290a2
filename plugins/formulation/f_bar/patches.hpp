/// Tets gathered into patches that share one volume change.
#pragma once

#include <functional>
#include <sinew/mechanics/assembly/block_matrix.hpp>
#include <sinew/mechanics/assembly/element_table.hpp>
#include <vector>

namespace sinew::f_bar {

/// Patches of neighbouring tets. Each grows from the first free element of the table by the free
/// face neighbour that shares most nodes with it, so that it stays compact; what remains too small
/// joins a neighbour. All elements of a patch are like the one it grew from: none crosses an
/// interface of materials, where the softer side would let the stiffer one change its volume.
class Patches {
public:
    /// True if the elements at two positions of the table may share a patch.
    using Alike = std::function<bool(int, int)>;

    Patches(const ElementTable& table, int size, const Alike& alike);

    int size() const { return int(elements.size()); }

    std::vector<std::vector<int>> elements;  ///< positions in the table, ascending
    std::vector<int> of;                     ///< patch of each position
    std::vector<std::vector<int>> nodes;     ///< of each patch, ascending
    /// Positions, in the patch's list of nodes, of the four nodes of each of its elements, in the
    /// table's order.
    std::vector<std::vector<std::array<int, 4>>> local;
    /// Patches that share no node may add to a matrix at the same time.
    std::vector<std::vector<int>> colours;

    /// All pairs of nodes that patches couple.
    std::vector<NodePair> pairs() const;

private:
    void grow(const std::vector<std::array<int, 4>>& neighbours, int size, const Alike& alike);
    void merge_small(const std::vector<std::array<int, 4>>& neighbours, int least,
                     const Alike& alike);
    void list_nodes();
    void colour();

    const ElementTable& table_;
    int node(int position, int a) const {
        return table_.pack_nodes(position / 8)[8 * a + position % 8];
    }
};

}  // namespace sinew::f_bar
