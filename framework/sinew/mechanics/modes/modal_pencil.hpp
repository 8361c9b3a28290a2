/// Stiffness and mass of a body, K - lambda M, on the degrees of freedom that are not constrained:
/// at rest, or where loads hold it.
#pragma once

#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/model/nodal_frame_tangent.hpp>

namespace sinew {

/// State of the body whose stiffness and mass a pencil has.
struct PencilState {
    Vector displacement = {};  ///< n, or empty: at rest [m]
    bool is_loaded = false;  ///< the stiffness of loads that follow, at their present time, counts
    bool is_lumped = false;  ///< the mass is lumped at the nodes
    /// W of a mass W M W, one a degree of freedom, for a body without rigid motions; empty: M.
    Vector mass_weights = {};
};

/// Vectors are n long, along the axes of nodes that have some of their own; their constrained
/// degrees of freedom are zero, and with weights W the motions W x satisfy the body's multi-point
/// constraints. Bits of all results do not depend on the number of threads.
class ModalPencil {
public:
    /// Factors K + shift M by `linear`, which serves this object from then on. Throws InputError in
    /// the name of `whose` if `linear` does not take the matrix or K is not positive on what is not
    /// a rigid motion.
    ModalPencil(FullBody& full, LinearSolver& linear, const Origin& whose,
                const PencilState& at = {});
    ModalPencil(const ModalPencil&) = delete;
    ModalPencil& operator=(const ModalPencil&) = delete;

    /// The body whose K and M these are.
    FullBody& full() const { return full_; }
    /// The plugin in whose name errors are thrown.
    const Origin& whose() const { return whose_; }
    /// n = 3 n_nodes.
    Index size() const { return full_.size(); }
    /// Free degrees of freedom but for rigid motions: so many modes there are.
    Index n_elastic() const { return unsolved_.n_free - rigid_.cols(); }
    /// Changes degrees of freedom of X, n x k, so that its columns satisfy all constraints.
    void constrain(Eigen::MatrixXd& X) const;
    /// The rigid motions of the whole body that the Dirichlet conditions leave, n x m,
    /// mass-orthonormal.
    const Eigen::MatrixXd& rigid() const { return rigid_; }
    /// 0 if there are none, else small and positive [1/s^2].
    double shift() const { return shift_; }
    /// A typical eigenvalue of the mesh, near the largest: trace K / trace M [1/s^2].
    double scale() const { return scale_; }

    /// K X [N], for displacements X of n x m [m] that satisfy the constraints; rows of constrained
    /// degrees of freedom are zero.
    Eigen::MatrixXd stiffness_times(const Eigen::MatrixXd& X) const;
    /// M X [kg m], likewise.
    Eigen::MatrixXd mass_times(const Eigen::MatrixXd& X) const;
    /// Z (Z'(K + shift M) Z)^-1 Z'B, where Z spans what satisfies the constraints.
    Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;
    /// The motions that nothing resists: "rotation of /beam about z, ..."; empty if there are none.
    std::string unresisted() const;
    /// Throws InputError that names the rigid motions which are left, if any are; `or_else`: what
    /// the scene may do instead of holding them.
    void require_anchored(const std::string& or_else) const;

private:
    BlockTangent matrix(double shift) const;
    void find_null_space();
    void find_rigid();
    void find_scale();

    FullBody& full_;
    LinearSolver& linear_;
    Origin whose_;
    PencilState at_;
    Vector lumped_;  ///< one a degree of freedom; empty if the mass is consistent
    BlockTangent stiffness_, shifted_;  ///< in the world
    BlockTangent in_null_space_;  ///< what `linear_` has, if there are multi-point constraints
    std::unique_ptr<NodalFrameTangent> in_nodal_frames_;  ///< what `linear_` has, if nodes are skew
    Eigen::MatrixXd rigid_;
    std::vector<Index> constrained_;
    NullSpace multipoint_;
    FixedMask unsolved_;  ///< constrained, or found from others by multi-point constraints
    double shift_ = 0, scale_ = 0;
};

}  // namespace sinew
