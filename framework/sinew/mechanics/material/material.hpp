/// The interface of `material/` plugins.
///
/// A Material is what the scene says; bound to a mesh it becomes a PointLaw, whose parameters are
/// known for every element.
#pragma once

#include <memory>
#include <optional>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/law/point_law.hpp>
#include <sinew/mechanics/material/field.hpp>
#include <sinew/mechanics/material/moduli.hpp>

namespace sinew {

struct Plasticity;
class StvkMaterial;
struct VolumeMesh;

/// Traits of materials, which a plugin lists as `static constexpr std::array traits{...}`.
namespace material_trait {
/// It has the constants of a St. Venant-Kirchhoff law: Material::stvk.
inline constexpr const char* stvk = "stvk";
/// It takes rotations or a rest shape from a rig: Material::follows_rig.
inline constexpr const char* follows_rig = "follows_rig";
/// Its stress is affine in F, as long as a rig that it follows stands still.
inline constexpr const char* affine_forces = "affine_forces";
}  // namespace material_trait

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
    /// Its `young` and `poisson` on the elements of a mesh; nothing if it has no such parameters.
    virtual std::optional<Moduli> moduli(const VolumeMesh& /*mesh*/) const { return {}; }
    /// The law as of `bind` with these in their place. Of materials that have both.
    virtual std::unique_ptr<PointLaw> bind_with(const Moduli& moduli, const VolumeMesh& mesh) const;
    /// True if its rest shape, or anything else that it takes from a rig, changes in time.
    virtual bool follows_rig() const { return false; }
    /// Its plastic flow; nullptr if it is elastic. A plastic material has no law of F alone: it
    /// refuses to be bound, and is for who knows of plasticity.
    virtual const Plasticity* plasticity() const { return nullptr; }
    /// The constants of a St. Venant-Kirchhoff law; nullptr if the law is another.
    virtual const StvkMaterial* stvk() const { return nullptr; }
};

}  // namespace sinew
