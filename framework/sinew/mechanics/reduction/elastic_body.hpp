/// The facet of a body in full space that reductions wrap and precomputation looks into.
#pragma once

#include <memory>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/system/body_system.hpp>
#include <sinew/mechanics/system/dynamics.hpp>

namespace sinew {

/// A body whose degrees of freedom are the displacements of its nodes, x y z a node, in the world
/// [m]: n = 3 n_nodes.
class ElasticBody : public BodySystem {
public:
    ElasticBody* elastic_body() final { return this; }

    /// True if its rest shape moves: then no subspace or modes of the shape of its mesh fit it.
    virtual bool rest_moves() const { return false; }
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

/// The system that a formulation made as what a reduction wraps. Throws InputError, at the
/// reduction's place and with both names, if it is no elastic body, or one whose rest shape moves.
std::unique_ptr<ElasticBody> as_elastic_body(std::unique_ptr<BodySystem> system,
                                             const Origin& reduction, const Origin& formulation);

}  // namespace sinew
