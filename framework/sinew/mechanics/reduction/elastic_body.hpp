/// The facet of a body in full space that reductions wrap and precomputation looks into.
#pragma once

#include <memory>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/formulation/rest_shape.hpp>
#include <sinew/mechanics/system/body_system.hpp>
#include <sinew/mechanics/system/dynamics.hpp>

namespace sinew {

/// A body whose degrees of freedom are the displacements of its nodes, x y z a node, in the world
/// [m]: n = 3 n_nodes.
class ElasticBody : public BodySystem {
public:
    ElasticBody* elastic_body() final { return this; }

    /// Its rest shape, if that moves: then no subspace or modes of the shape of its mesh fit it.
    /// nullptr if it stays where the mesh is.
    virtual const RestShape* rest_shape() const { return nullptr; }
    /// Internal forces and stiffness of the elements alone.
    virtual Assembler& assembler() = 0;
    /// The consistent mass, of the elements [kg].
    virtual const MassMatrix& mass() const = 0;
    /// True if the scene's loads act on it, as they do at first.
    virtual void let_loads_act(bool act) = 0;
    /// Adds the stiffness [N/m] of the loads that follow, at q (n): blocks of nodes on themselves,
    /// or of nodes that share an element.
    virtual void add_load_stiffness(const Vector& q, BlockMatrix& K) const = 0;
};

}  // namespace sinew
