/// A constrained body in a subspace of its displacements: u = U q, with U'MU = I.
#pragma once

#include <sinew/mechanics/reduced/deformation_bound.hpp>
#include <sinew/mechanics/reduced/subspace_parts.hpp>
#include <sinew/mechanics/reduced/subspace_points.hpp>
#include <sinew/mechanics/system/playable_body.hpp>

namespace sinew {

/// q'' + D(q) q' + U'f_int(Uq) = U'f_ext, with D = alpha I + beta K(q) (Rayleigh), K the reduced
/// stiffness where the step began, or its PSD projection. No step costs more than O(r^3) and what
/// the forces take.
///
/// Barbic & James 2005, sections 3.3 and 6 and appendix C.
class SubspaceSystem final : public ReducedSystem, public ExplicitDynamics, public PlayableBody {
public:
    /// U is zero where the body is constrained.
    explicit SubspaceSystem(SubspaceParts parts);

    /// None where densities change: the mass in the subspace is not diagonal there.
    ExplicitDynamics* explicit_dynamics() override { return changed_mass() ? nullptr : this; }
    PlayableBody* playable() override { return this; }
    Diagnostic lacks(Facet facet) const override;
    Index size() const override { return points().size(); }
    State initial() const override;

    void forces(const Vector& q, const Vector& v, Forces& out) override;
    Energies stored_energies(const Vector& q, const Vector& v) override;
    double kinetic_energy(const Vector& q, const Vector& v) override;
    bool conservative() const override;
    void apply_mass(const Vector& x, Vector& y) const override;
    /// The identity: U'MU.
    Vector lumped_mass() const override { return Vector::Ones(size()); }
    /// The consistent mass is diagonal already.
    void lump_kinetic_energy() override {}
    double highest_frequency(const Vector& q) override;
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override;

    /// Writes size, basis/, nodes/, forces/ and loads/ of a reduced model (docs/player.md), with
    /// loads at those times [s]. Throws InputError at `where` if a player cannot step the body.
    void export_to(Archive& archive, const std::vector<double>& times,
                   const SourceMark& where) override;

    std::optional<double> moved_since(const Vector& from, const Vector& q) const override;
    /// Reactions of the supports [N], from the full forces at Uq.
    Points reactions() const override;

private:
    const BasisRows& basis() const { return points_.basis(); }

    const SubspacePoints& points_;
    DeformationBound deformation_bound_;
    DenseTangent tangent_;
    Forces unwanted_;
    Vector Mv_;
};

}  // namespace sinew
