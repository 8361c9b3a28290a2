/// A tangent's entries as rows of 3 x 3 blocks.
#pragma once

#include <sinew/mechanics/system/tangent.hpp>
#include <vector>

namespace sinew::multigrid {

/// Reads the matrix of one body where it is; several bodies and what couples them are merged.
class TangentBlocks {
public:
    /// Takes the entries of a tangent of nodes, whose degrees of freedom come in threes. Returns
    /// whether the structure differs from the last one.
    bool update(const Tangent& tangent);
    /// Rows of all nodes; valid until the tangent changes.
    const NodeRows& rows() const { return rows_; }

private:
    class Collector;
    void merge(Collector& collector, Index n_nodes);

    NodeRows rows_;
    long revision_ = -1;
    std::vector<int> starts_, columns_;  ///< of merged rows
    std::vector<double> values_;
};

}  // namespace sinew::multigrid
