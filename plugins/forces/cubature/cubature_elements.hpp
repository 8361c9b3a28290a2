/// The weighted sum over some elements of a body: the player's forces, whose failures are reported
/// as events.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/assembly/element_table.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/mesh/submesh.hpp>
#include <sinew/mechanics/system/event.hpp>
#include <sinew/player/weighted_elements.hpp>

namespace sinew {

/// One caller at a time; no call allocates memory once each has been made.
class CubatureElements {
public:
    /// U: n x r; weights >= 0. `whole`: of the body's own elements.
    CubatureElements(const Body& body, const ElementTable& whole, const Eigen::MatrixXd& U,
                     const std::vector<int>& elements, const Vector& weights);

    /// Nodes that the elements have, ascending.
    const std::vector<int>& nodes() const { return forces_.sum().nodes; }
    /// Numbers of the elements in the body's mesh, in the order of their law.
    const std::vector<int>& elements() const { return forces_.sum().numbers; }
    /// From now on they have this law, of elements().
    void set_law(std::unique_ptr<PointLaw> law) { forces_.set_law(std::move(law)); }
    /// From now on the nodes are at rest at these positions, one of nodes() a column [m], with
    /// these rows of U, 3 a node, and elements() have these weights. The event: one is turned
    /// inside out.
    Event move(const Points& rest, const Eigen::MatrixXd& rows, const Vector& weights);
    /// The same with the rows of `rows()`.
    Event move(const Points& rest, const Vector& weights);
    /// Rows of U at the elements, which may be changed.
    player::ElementRows& rows() { return forces_.rows(); }
    /// Rows of other columns: those that move a pack of elements in any of these, each as of
    /// `move`. They are those of the first.
    void set_columns(std::span<const Eigen::MatrixXd> of_nodes) {
        forces_.set_rows({table_, of_nodes});
    }
    /// The elements as they lie in packs.
    const ElementTable& packs() const { return table_; }

    /// f := f(q), r numbers.
    Event forces(const Vector& q, Vector& f) { return event(forces_.forces(q, f)); }
    /// f as of `forces`, and K := df/dq, r x r, both triangles; without negative eigenvalues if
    /// `definiteness` is psd_projected.
    Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& K) {
        return event(forces_.forces_and_stiffness(q, definiteness, f, K));
    }
    /// [J]; +inf if an element is inadmissible.
    double energy(const Vector& q) { return forces_.energy(q); }

    /// Number of elements with weights.
    Index size() const { return forces_.sum().packs.n_elements; }

    /// Writes forces/ of a reduced model (docs/player.md). Returns why no player can evaluate
    /// them, or "".
    std::string export_to(Archive& archive) const;

private:
    CubatureElements(const Body& body, const ElementTable& whole, Submesh part,
                     const Eigen::MatrixXd& U, const std::vector<int>& elements,
                     const Vector& weights);
    Event event(const player::Failure& failure) const;

    std::string path_, material_;
    ElementTable table_;
    player::WeightedElements forces_;
};

}  // namespace sinew
