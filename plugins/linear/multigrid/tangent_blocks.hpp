/// A tangent's entries as rows of 3 x 3 blocks.
#pragma once

#include <sinew/mechanics/system/tangent.hpp>
#include <vector>

namespace sinew::multigrid {

/// Reads the matrix of one body where it is; several bodies and what couples them are merged.
class TangentBlocks {
public:
    /// Takes the entries of a tangent of nodes, whose degrees of freedom come in threes.
    void update(const Tangent& tangent);
    /// Rows of all nodes; valid until the tangent changes, or `release`.
    const NodeRows& rows() const { return rows_; }
    /// The body that each node belongs to; empty if the tangent is of one.
    const std::vector<int>& bodies() const { return bodies_; }
    /// Gives the memory of merged rows back.
    void release();

private:
    class Collector;
    void merge(const Collector& collector, int n_nodes);

    NodeRows rows_;
    std::vector<int> bodies_;
    std::vector<int> starts_, columns_;  ///< of merged rows
    std::vector<double> values_;         ///< 9 a block
};

}  // namespace sinew::multigrid
