/// The stiffness that the surface feels, as an operator.
///
///     K~(q) = K_ss - K_si B K_is,      P(q)^-1 = R_* (L_b L_b')^-1 R_*'
///
/// s: nodes of the skin and constrained ones, i: the interior; B stands for K_ii^-1 (see
/// InteriorInverse). L_b: the incomplete factor of the boundary's stiffness at rest; R_*: the
/// rotations of the procedural skin at nodes. Nothing dense is formed.
///
/// If couplings press on the surface, L_b is the factor of the boundary's stiffness and theirs,
/// R_*' K_c R_*: the preconditioner then knows of surfaces that touch. It is computed in the first
/// Newton step of a pose, which costs about as much as ten steps of conjugate gradients, and anew
/// when K_c has changed and its age has cost as many. For contact between bodies each has its own
/// blocks alone. This is ours; the paper's preconditioner does not know contact (section 5.2),
/// which is had with contact_in_preconditioner: false.
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, equations 14 and 15, section 6.1.
#pragma once

#include <memory>
#include <optional>

#include "interior_inverse.hpp"
#include "interior_responses.hpp"

namespace sinew::steklov {

class SurfaceTangent final : public Tangent {
public:
    /// Products put what they find of the interior into `responses`.
    SurfaceTangent(const SplitStiffness& stiffness, const NodeSets& sets,
                   const InteriorInverse& inverse, InteriorResponses& responses,
                   bool contact_in_preconditioner = true)
        : stiffness_(stiffness),
          sets_(sets),
          inverse_(inverse),
          responses_(responses),
          contact_in_preconditioner_(contact_in_preconditioner) {}

    /// Another pose: what the preconditioner has found of couplings is no longer of use.
    void begin_pose() { coupled_.reset(); }

    Index size() const override { return 3 * sets_.n_surface(); }
    void apply(const Vector& x, Vector& y) const override;
    /// True if all nodes are on the surface: only then is the tangent a matrix with entries.
    bool has_entries() const override { return sets_.interior.empty(); }
    void add_entries(EntrySink& sink, Index offset) const override;
    long pattern_revision() const override { return 1; }
    /// Diagonal of K_ss.
    Vector diagonal() const override;
    /// The preconditioner, with the contribution of contact on the surface itself. It serves until
    /// the next is asked for, or another pose begins.
    std::unique_ptr<Preconditioner> preconditioner(
        const std::vector<char>& fixed, const std::vector<CouplingBlock>& coupled) const override;
    bool symmetric() const override { return true; }
    int dofs_per_node() const override { return 3; }
    Eigen::MatrixXd near_null_space() const override;

    Points positions;  ///< of the unknown nodes, for the rigid motions

private:
    /// L_b with couplings, or nullptr where there are none.
    const IncompleteFactor* coupled_factor(const std::vector<CouplingBlock>& coupled) const;

    const SplitStiffness& stiffness_;
    const NodeSets& sets_;
    const InteriorInverse& inverse_;
    InteriorResponses& responses_;
    bool contact_in_preconditioner_;
    mutable Vector a_, z_;

    /// Applications of a preconditioner in the solves since its factor was computed: of the first,
    /// of the present one, and beyond as many as the first's in those between them.
    struct Age {
        int first = -1, present = 0, lost = 0;
        void end_solve();
    };
    struct Coupled {
        BlockRows added;
        IncompleteFactor factor;
        Age age;
    };
    mutable std::optional<Coupled> coupled_;
};

}  // namespace sinew::steklov
