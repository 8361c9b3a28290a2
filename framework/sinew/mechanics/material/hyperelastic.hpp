/// The base of materials that are formulas of F at a point; plugins/material/neo_hookean.cpp shows
/// one whole.
///
/// A law derives from Hyperelastic<Law> and has
///
///     struct Params { Field<double> ...; static constexpr auto fields = ...; };
///     template <class Real> struct Point { Real mu, lambda; };          // see PointParameters
///     Real         energy(F, p)               Psi, zero at rest         [J/m^3]
///     Mat3<Real>   stress(F, p)               P = dPsi/dF               [Pa]
///     Mat3<Real>   stress_change(F, H, p)     dP for a change H of F    [Pa]
///
/// as const templates on Real (double or Pack), and where it is of use
///
///     bool_of<Real>    admissible(F)          where it is defined; everywhere if not given
///     Tangent9<Real>   hessian(F, p)          all of dP/dF, where nine stress changes are slow
///     Tangent9<Real>   psd_projected_hessian(F, p)  the law's own definiteness correction
///     at(F)                                   what the formulas share: a polar decomposition
///     static Point<double> point(double, ...)            from the scene's parameters
///     static void check(const Params&, BuildContext&)    what concerns several parameters at once
///     static constexpr bool is_convex = true;            its tangent is never indefinite
///     static constexpr bool is_small_strain = true;      P stands for the Cauchy stress too
///     static constexpr bool has_constant_tangent = true; which is one and the same for every F
///     Unrotated                               the law of R'F where the rotation R is known
///     static std::unique_ptr<PointLaw> on(PackPoints<...>)  the law as a library compiled it
///
/// Without psd_projected_hessian the law must be isotropic, see psd_projected_isotropic. The result
/// of at(F) takes the place of F in the formulas.
///
/// Parameters are here; loops, packs and the virtual calls (one a batch) in
/// law/hyperelastic_points.
#pragma once

#include <memory>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/law/hyperelastic_points.hpp>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/material/point_parameters.hpp>

namespace sinew {

/// Base of a law's plugin class: parameters, binding to a mesh, and the export's make.
template <class Law>
class Hyperelastic : public Material {
public:
    /// Makes the law for SINEW_PLUGIN: its class needs no constructor.
    template <class Params>
    static std::unique_ptr<Law> make(const Params& params, BuildContext& context) {
        if constexpr (requires { Law::check(params, context); }) Law::check(params, context);
        auto law = std::make_unique<Law>();
        static_cast<Hyperelastic&>(*law).given_ = std::make_shared<Given>(Given{params});
        return law;
    }

    std::unique_ptr<PointLaw> bind(const VolumeMesh& mesh) const final {
        return bound(params(), mesh);
    }

    std::optional<Moduli> moduli(const VolumeMesh& mesh) const final {
        auto known = params();
        const Field<double>* young = detail::element_field(known, "young");
        const Field<double>* poisson = detail::element_field(known, "poisson");
        if (!young || !poisson) return {};
        return Moduli{young->on(mesh), poisson->on(mesh)};
    }

    std::unique_ptr<PointLaw> bind_with(const Moduli& moduli, const VolumeMesh& mesh) const final {
        auto other = params();
        Field<double>* young = detail::element_field(other, "young");
        Field<double>* poisson = detail::element_field(other, "poisson");
        SINEW_ASSERT(young && poisson, "{} has no moduli to replace", provenance.plugin);
        *young = Field<double>::of_elements(moduli.young);
        *poisson = Field<double>::of_elements(moduli.poisson);
        return bound(other, mesh);
    }

    std::unique_ptr<PointLaw> bind_unrotated(const VolumeMesh& mesh) const final {
        if constexpr (requires { typename Law::Unrotated; }) {
            static constexpr typename Law::Unrotated law{};
            return std::make_unique<HyperelasticPoints<typename Law::Unrotated>>(
                law, PointParameters<typename Law::Unrotated>(given_->params, mesh).take());
        } else {
            return bind(mesh);
        }
    }

protected:
    const auto& params() const {
        SINEW_ASSERT(given_ != nullptr, "a material is made by Hyperelastic::make");
        return given_->params;
    }

private:
    template <class Params>
    std::unique_ptr<PointLaw> bound(const Params& params, const VolumeMesh& mesh) const {
        auto points = PointParameters<Law>(params, mesh).take();
        if constexpr (requires { Law::on(std::move(points)); })
            return Law::on(std::move(points));
        else
            return std::make_unique<HyperelasticPoints<Law>>(static_cast<const Law&>(*this),
                                                             std::move(points));
    }

    // A structure of its own, since Law is not yet complete where its base is.
    struct Given {
        typename Law::Params params;
    };
    std::shared_ptr<const Given> given_;
};

}  // namespace sinew
