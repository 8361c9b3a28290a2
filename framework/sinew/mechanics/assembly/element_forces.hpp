/// Contributions of a body's elements to forces and stiffness: the part of assembly that a
/// formulation decides.
#pragma once

#include <sinew/mechanics/assembly/block_pattern.hpp>
#include <sinew/mechanics/assembly/element_table.hpp>
#include <sinew/mechanics/kernels/element_output.hpp>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/system/event.hpp>
#include <sinew/mechanics/system/point_fields.hpp>

namespace sinew {

class BlockMatrix;

/// The element forces and stiffness of a formulation. Batches are independent of each other and are
/// called from many threads at once. u is the displacement of all nodes, x y z a node [m].
class ElementForces {
public:
    virtual ~ElementForces() = default;

    /// The elements in the order of batches.
    virtual const ElementTable& table() const = 0;
    /// Packs a batch; batches start at multiples of it.
    virtual int batch() const = 0;

    /// Moves what laws take from elsewhere (the rotations of a rig) to time t [s].
    virtual void move_to(double /*t*/) {}
    /// True if move_to changes anything.
    virtual bool moves() const { return false; }

    /// True if the elements follow a rest shape that moves.
    virtual bool follows_rest_shape() const { return false; }
    /// Moves the nodes at rest to these positions, 3 x n_nodes [m]; u is from there. Returns the
    /// first element that is turned inside out.
    virtual FirstBad move_rest(const Points& /*rest*/) { return {}; }
    /// ElementTable::limit_stretch of the elements, if they follow a rest shape.
    virtual void limit_stretch(double /*least*/, const Points& /*positions*/) {}

    /// The rotation that a rig gives each element, in the table's order, if one does.
    virtual std::span<const Eigen::Matrix3d> rotations() const { return {}; }
    /// True if the stiffness is the same at every u, at all times and of either definiteness,
    /// as long as the nodes at rest stay.
    virtual bool constant_stiffness() const { return false; }

    /// Called once before the batches of an evaluation at u: what couples elements.
    virtual FirstBad prepare(const double* /*u*/) { return {}; }

    /// Internal forces.
    virtual void forces(Index first, int n, const double* u, const ElementOutput& out,
                        FirstBad& bad) const = 0;
    /// Internal forces and stiffness: the exact derivative; or one without negative eigenvalues,
    /// which is the exact one where no element is stressed.
    virtual void forces_and_stiffness(Index first, int n, const double* u,
                                      Definiteness definiteness, const ElementOutput& out,
                                      FirstBad& bad) const = 0;
    /// K(u) x, into out.forces; the same K as of forces_and_stiffness.
    virtual void stiffness_times(Index first, int n, const double* u, const double* x,
                                 Definiteness definiteness, const ElementOutput& out) const = 0;
    /// Energy of each element [J].
    virtual void energy(Index first, int n, const double* u, Pack* energies,
                        FirstBad& bad) const = 0;

    /// Pairs of nodes that stiffness couples beyond those of single elements.
    virtual std::vector<NodePair> nonlocal_pairs() const { return {}; }
    /// Called once after the batches: adds factor times what couples elements to K, both
    /// triangles and the diagonal.
    virtual void add_nonlocal_stiffness(double /*factor*/, BlockMatrix& /*K*/) {}
    /// Adds the same operator's product.
    virtual void add_nonlocal_product(const double* /*u*/, const double* /*x*/,
                                      Definiteness /*definiteness*/, Vector& /*y*/) {}

    /// Fields of the integration points at u, in the mesh's order of elements.
    virtual PointFields point_fields(const double* u) = 0;
};

}  // namespace sinew
