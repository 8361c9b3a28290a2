/// Some elements of a body in the displacement formulation, evaluated without the others.
#pragma once

#include <memory>
#include <sinew/mechanics/assembly/element_forces.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/player/weighted_elements.hpp>
#include <span>

namespace sinew {

/// Degree of the quadrature that a table of elements was made with: force_degree or stvk_degree.
int quadrature_degree(const ElementTable& table);

/// Rows of U (3 numbers a node, x r) at some nodes, one node after the other.
Eigen::MatrixXd node_rows(const Eigen::MatrixXd& U, std::span<const int> nodes);

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
    Eigen::MatrixXd rows(const Eigen::MatrixXd& U) const { return node_rows(U, nodes_); }
    /// player::node_differences of the part's elements. `rows`: see above.
    void differences(const Eigen::MatrixXd& rows, Index width, double* to) const {
        player::node_differences(table(), rows, width, to);
    }
    /// Rows of an element there.
    int n_differences() const { return 3 * (table().n_nodes_each - 1); }

private:
    std::vector<int> nodes_;
    std::unique_ptr<ElementForces> forces_;
};

}  // namespace sinew
