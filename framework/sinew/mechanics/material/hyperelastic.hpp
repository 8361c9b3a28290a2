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
///
/// Without psd_projected_hessian the law must be isotropic, see psd_projected_isotropic. The result
/// of at(F) takes the place of F in the formulas.
///
/// Loops, packs, parameters and the virtual calls (one a batch) are here.
#pragma once

#include <memory>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/material/point_parameters.hpp>
#include <sinew/mechanics/material/psd_projected.hpp>
#include <sinew/mechanics/material/tangent9.hpp>

namespace sinew {

/// A law with its parameters on the elements of a mesh. The material must outlive it.
template <class Law>
class HyperelasticPoints final : public PointLaw {
public:
    /// Throws InputError if a field of the parameters does not fit the mesh.
    HyperelasticPoints(const Law& law, const typename Law::Params& params, const VolumeMesh& mesh)
        : law_(law), points_(params, mesh) {}

    [[gnu::flatten]] void energy(Index first, std::span<const Mat3<Pack>> F,
                                 std::span<Pack> psi) const override {
        for (std::size_t k = 0; k < F.size(); ++k)
            psi[k] = law_.energy(prepared(law_, F[k]), at(first, k));
    }

    [[gnu::flatten]] void stress(Index first, std::span<const Mat3<Pack>> F,
                                 std::span<Mat3<Pack>> P) const override {
        for (std::size_t k = 0; k < F.size(); ++k)
            P[k] = law_.stress(prepared(law_, F[k]), at(first, k));
    }

    void stress_and_tangent(Index first, std::span<const Mat3<Pack>> F, std::span<Mat3<Pack>> P,
                            std::span<Tangent9<Pack>> dPdF,
                            Definiteness definiteness) const override {
        if (definiteness == Definiteness::exact || is_convex())
            exact(first, F, P, dPdF);
        else
            psd_projected(first, F, P, dPdF);
    }

    void stress_change(Index first, std::span<const Mat3<Pack>> F, std::span<const Mat3<Pack>> H,
                       std::span<Mat3<Pack>> dP, Definiteness definiteness) const override {
        if (definiteness == Definiteness::exact || is_convex())
            exact_change(first, F, H, dP);
        else
            psd_projected_change(first, F, H, dP);
    }

    [[gnu::flatten]] void admissible(Index, std::span<const Mat3<Pack>> F,
                                     std::span<Mask> ok) const override {
        for (std::size_t k = 0; k < F.size(); ++k) {
            if constexpr (requires { law_.admissible(F[k]); })
                ok[k] = law_.admissible(F[k]);
            else
                ok[k] = true;
        }
    }

    bool small_strain() const override {
        if constexpr (requires { Law::is_small_strain; })
            return Law::is_small_strain;
        else
            return false;
    }

    bool constant_tangent() const override {
        if constexpr (requires { Law::has_constant_tangent; })
            return Law::has_constant_tangent;
        else
            return false;
    }

private:
    static constexpr bool is_convex() {
        if constexpr (requires { Law::is_convex; })
            return Law::is_convex;
        else
            return false;
    }

    const auto& at(Index first, std::size_t k) const {
        return points_[first + static_cast<Index>(k)];
    }

    [[gnu::flatten]] void exact(Index first, std::span<const Mat3<Pack>> F, std::span<Mat3<Pack>> P,
                                std::span<Tangent9<Pack>> dPdF) const {
        for (std::size_t k = 0; k < F.size(); ++k) {
            const auto& p = at(first, k);
            const auto& f = prepared(law_, F[k]);
            P[k] = law_.stress(f, p);
            // Made in its place: assignment would copy five kilobytes.
            ::new (&dPdF[k]) Tangent9<Pack>(exact_tangent<Pack>(law_, f, p));
        }
    }

    [[gnu::flatten]] void psd_projected(Index first, std::span<const Mat3<Pack>> F,
                                        std::span<Mat3<Pack>> P,
                                        std::span<Tangent9<Pack>> dPdF) const {
        for (std::size_t k = 0; k < F.size(); ++k) {
            const auto& p = at(first, k);
            const auto& f = prepared(law_, F[k]);
            P[k] = law_.stress(f, p);
            if constexpr (requires { law_.psd_projected_hessian(f, p); })
                ::new (&dPdF[k]) Tangent9<Pack>(law_.psd_projected_hessian(f, p));
            else
                ::new (&dPdF[k]) Tangent9<Pack>(psd_projected_isotropic(law_, F[k], p));
        }
    }

    [[gnu::flatten]] void exact_change(Index first, std::span<const Mat3<Pack>> F,
                                       std::span<const Mat3<Pack>> H,
                                       std::span<Mat3<Pack>> dP) const {
        for (std::size_t k = 0; k < F.size(); ++k)
            dP[k] = law_.stress_change(prepared(law_, F[k]), H[k], at(first, k));
    }

    [[gnu::flatten]] void psd_projected_change(Index first, std::span<const Mat3<Pack>> F,
                                               std::span<const Mat3<Pack>> H,
                                               std::span<Mat3<Pack>> dP) const {
        for (std::size_t k = 0; k < F.size(); ++k) {
            const auto& p = at(first, k);
            const auto& f = prepared(law_, F[k]);
            if constexpr (requires { law_.psd_projected_hessian(f, p); })
                dP[k] = times(Tangent9<Pack>(law_.psd_projected_hessian(f, p)), H[k]);
            else
                dP[k] = psd_projected_isotropic_change(law_, F[k], H[k], p);
        }
    }

    const Law& law_;
    PointParameters<Law> points_;
};

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
        SINEW_ASSERT(given_ != nullptr, "a material is made by Hyperelastic::make");
        return std::make_unique<HyperelasticPoints<Law>>(static_cast<const Law&>(*this),
                                                         given_->params, mesh);
    }

    std::unique_ptr<PointLaw> bind_unrotated(const VolumeMesh& mesh) const final {
        if constexpr (requires { typename Law::Unrotated; }) {
            static constexpr typename Law::Unrotated law{};
            return std::make_unique<HyperelasticPoints<typename Law::Unrotated>>(
                law, given_->params, mesh);
        } else {
            return bind(mesh);
        }
    }

protected:
    const auto& params() const { return given_->params; }

private:
    // A structure of its own, since Law is not yet complete where its base is.
    struct Given {
        typename Law::Params params;
    };
    std::shared_ptr<const Given> given_;
};

}  // namespace sinew
