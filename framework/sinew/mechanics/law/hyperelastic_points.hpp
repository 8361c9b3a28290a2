/// The loops of laws that are formulas of F at a point.
#pragma once

#include <sinew/mechanics/law/pack_points.hpp>
#include <sinew/mechanics/law/point_law.hpp>
#include <sinew/mechanics/law/psd_projected.hpp>
#include <utility>

namespace sinew {

/// A law's formulas with their constants on the elements of a mesh; material/hyperelastic.hpp says
/// what a law has. The formulas must outlive it.
template <class Law>
class HyperelasticPoints final : public PointLaw {
    using Packed = typename Law::template Point<Pack>;

public:
    HyperelasticPoints(const Law& law, PackPoints<Packed> points)
        : law_(law), points_(std::move(points)) {}

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

    std::unique_ptr<PointLaw> at_points(std::span<const Index> elements) const override {
        return std::make_unique<HyperelasticPoints>(law_, points_.at(elements));
    }
    bool is_uniform() const override { return points_.is_shared(); }

    NamedConstants named_constants(Index n) const override {
        if constexpr (requires { Law::name; })
            return {Law::name, points_.constants(n)};
        else
            return {};
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
    PackPoints<Packed> points_;
};

}  // namespace sinew
