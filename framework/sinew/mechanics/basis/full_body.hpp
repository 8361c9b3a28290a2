/// A body in full space, as it is seen by what is computed ahead for a subspace of it.
#pragma once

#include <sinew/mechanics/assembly/block_tangent.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/math/null_space.hpp>
#include <sinew/mechanics/reduction/elastic_body.hpp>
#include <sinew/storage/artifact_key.hpp>

namespace sinew {

/// The system is at time 0, and loads do not act on it. Displacements are u (x y z a node, in the
/// world [m]), n = 3 n_nodes; columns X of motions are along the axes of nodes, where those have
/// some of their own (frames()).
struct FullBody {
    ElasticBody& system;
    /// The degrees of freedom that constraints hold, from the start to the end of the run.
    FixedMask constrained;
    /// Constrained degrees of freedom leave no rigid motion of the whole body.
    bool anchored = false;
    std::string formulation;  ///< plugin
    /// Mesh, densities, material, formulation, constrained degrees of freedom.
    ArtifactKey key;
    /// Directions in which supports move against each other in the run, as large as they get [m]:
    /// n x m, orthogonal, zero where nothing is constrained; without columns if they do not.
    Eigen::MatrixXd support_motions = {};
    /// Multi-point constraints C u = 0 beside them, m x n, of a body without frames; without rows
    /// if there are none. Motions that bases find satisfy them.
    ConstraintRows multipoint = {};

    const Body& body() const { return system.body(); }
    /// n = 3 n_nodes.
    Index size() const { return system.size(); }
    /// The nodes that are constrained along axes of their own.
    const NodalFrames& frames() const { return system.prescribed().frames; }
    /// Forces and stiffness of the body's elements.
    Assembler& assembler() const { return system.assembler(); }
    /// Consistent mass matrix, n x n [kg].
    const MassMatrix& mass() const { return system.mass(); }

    /// Sets constrained rows to zero.
    void zero_constrained(Eigen::Ref<Eigen::MatrixXd> X) const;
    /// M X with constrained rows zero: [kg] times the unit of X.
    Eigen::MatrixXd mass_times(const Eigen::Ref<const Eigen::MatrixXd>& X) const;
    /// stiffness K(u) + mass M in the world [N/m] at displacements u [m], as a tangent for linear
    /// solvers.
    BlockTangent matrix(const Vector& u, double stiffness, double mass) const;
};

/// `formulation`: whose system it is. Moves it to time 0, and silences its loads: what is computed
/// ahead is the body's alone.
FullBody full_body(ElasticBody& system, const Origin& formulation);

/// Six rigid motions of the body about its centre of mass, mass-orthonormal: n x 6 [kg^-1/2],
/// three translations and three turns.
Eigen::MatrixXd rigid_motions(const FullBody& full);

}  // namespace sinew
