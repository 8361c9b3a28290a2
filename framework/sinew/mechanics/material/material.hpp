/// The interface of `material/` plugins.
///
/// A Material is what the scene says; bound to a mesh it becomes a PointLaw, whose parameters are
/// known for every element. Laws work on packs: eight elements side by side, all at the quadrature
/// point of the same number. Element e is lane e % 8 of element pack e / 8; lanes past the last
/// element repeat it.
#pragma once

#include <memory>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/material/field.hpp>
#include <sinew/mechanics/material/tangent9.hpp>
#include <sinew/mechanics/math/definiteness.hpp>
#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <span>

namespace sinew {

class StvkMaterial;
struct VolumeMesh;

/// A constitutive law with the parameters of every element of a mesh. F: deformation gradient, 3 x
/// 3; all spans of a call are equally long.
class PointLaw {
public:
    virtual ~PointLaw() = default;

    /// Moves what the law takes from elsewhere (the rotations of a rig) to time t [s]. Not while
    /// others evaluate it.
    virtual void move_to(double /*t*/) {}
    /// True if move_to changes anything.
    virtual bool moves() const { return false; }

    /// The rotation that a rig gives each element, if one does.
    virtual std::span<const Eigen::Matrix3d> rotations() const { return {}; }
    /// True if dP/dF is the same for every F, at all times and of either definiteness.
    virtual bool constant_tangent() const { return false; }

    /// Entry k of every span belongs to element pack first + k.
    /// psi: energy per rest volume [J/m^3].
    virtual void energy(Index first, std::span<const Mat3<Pack>> F, std::span<Pack> psi) const = 0;
    /// P: first Piola-Kirchhoff stress [Pa].
    virtual void stress(Index first, std::span<const Mat3<Pack>> F,
                        std::span<Mat3<Pack>> P) const = 0;
    /// P [Pa] and dPdF [Pa], 9 x 9: the exact derivative, or its PSD projection.
    virtual void stress_and_tangent(Index first, std::span<const Mat3<Pack>> F,
                                    std::span<Mat3<Pack>> P, std::span<Tangent9<Pack>> dPdF,
                                    Definiteness definiteness) const = 0;
    /// dP for a change H of F: the matrix-free tangent.
    virtual void stress_change(Index first, std::span<const Mat3<Pack>> F,
                               std::span<const Mat3<Pack>> H, std::span<Mat3<Pack>> dP,
                               Definiteness definiteness) const = 0;
    /// A law of small strains: no difference is made between the shapes at rest and at present, so
    /// that P stands for the Cauchy stress too.
    virtual bool small_strain() const { return false; }
    /// Lanes in which the law is defined (det F > 0 for most).
    virtual void admissible(Index first, std::span<const Mat3<Pack>> F,
                            std::span<Mask> ok) const = 0;
};

/// A material as the scene describes it; `bind` makes its law for a mesh.
class Material : public Object {
public:
    static constexpr const char* kind = "material";

    /// Parameters of every material.
    struct Common {
        Field<double> density = 1000.0;
        static constexpr auto fields = std::tuple{
            field("density", &Common::density, unit::kg_per_m3, positive, "Mass density at rest"),
        };
    };
    Common common;

    /// The law with its parameters on the elements of a mesh; throws InputError if a field does not
    /// fit.
    virtual std::unique_ptr<PointLaw> bind(const VolumeMesh& mesh) const = 0;
    /// The law of a point whose rotation R is known, as a function of R'F in the place of F:
    /// energies of the distance from F to its rotation become quadratic.
    virtual std::unique_ptr<PointLaw> bind_unrotated(const VolumeMesh& mesh) const {
        return bind(mesh);
    }
    /// True if its rest shape, or anything else that it takes from a rig, changes in time.
    virtual bool follows_rig() const { return false; }
    /// The constants of a St. Venant-Kirchhoff law; nullptr if the law is another.
    virtual const StvkMaterial* stvk() const { return nullptr; }
};

}  // namespace sinew
