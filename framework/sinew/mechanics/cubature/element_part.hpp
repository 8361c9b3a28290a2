/// Some elements of a body in the displacement formulation, evaluated without the others.
#pragma once

#include <memory>
#include <sinew/mechanics/assembly/element_forces.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <span>

namespace sinew {

/// A submesh of some elements with its own assembly tables.
class ElementPart {
public:
    /// `whole`: how the body's own elements are laid out; the part has the same quadrature.
    ElementPart(const Body& body, const ElementTable& whole, std::span<const int> elements);

    /// Forces of the part's elements, on its own nodes.
    const ElementForces& forces() const { return *forces_; }
    const ElementTable& table() const { return forces_->table(); }
    /// Number of elements.
    Index size() const { return table().n_elements; }
    /// Position in `elements` of what is at a position of the table.
    int order(int position) const { return table().element_at[std::size_t(position)]; }

    /// Rows of U (n x r, of the whole body) at the nodes of the part.
    Eigen::MatrixXd rows(const Eigen::MatrixXd& U) const;
    /// For the element at each position, with N nodes, the 3 (N - 1) rows of U at its nodes 1 ...
    /// minus those at node 0, one after the other, each padded with zeros to `width` numbers: what
    /// forces do work on, since those on an element's nodes have no sum. `rows`: see above.
    void differences(const Eigen::MatrixXd& rows, Index width, double* to) const;
    /// Rows of an element there.
    int n_differences() const { return 3 * (table().n_nodes_each - 1); }

private:
    std::vector<int> nodes_;
    std::unique_ptr<ElementForces> forces_;
};

}  // namespace sinew
