/// Corotational elasticity whose rotations come from a rig, on the elements of a mesh.
///
///     Psi(F; q)  = mu ||F - R||^2 + lambda/2 tr(R'F - I)^2             [J/m^3]
///     P(F; q)    = 2 mu (F - R) + lambda tr(R'F - I) R                 [Pa]
///     dP(F; q)H  = 2 mu H + lambda tr(R'H) R
///
/// R(q): the rotation that the rig gives the element. With lambda = 0 the tangent is the same in
/// every pose, to the last bit.
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, equations 5 and 6.
#pragma once

#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/material/point_parameters.hpp>
#include <sinew/mechanics/skinning/element_rotations.hpp>

namespace sinew {

/// `Law` has Params, and Point = LamePoint of them (see PointParameters); with lambda = 0
/// everywhere it says `static constexpr bool has_constant_tangent = true`.
template <class Law>
class ExRotatedPoints final : public PointLaw {
public:
    /// `rotations`: of the mesh's elements, in their order.
    ExRotatedPoints(const typename Law::Params& params, const VolumeMesh& mesh,
                    ElementRotations rotations)
        : points_(params, mesh), rotations_(std::move(rotations)) {}

    void move_to(double t) override { rotations_.move_to(t); }
    bool moves() const override { return true; }
    std::span<const Eigen::Matrix3d> rotations() const override { return rotations_.elements(); }
    bool constant_tangent() const override {
        if constexpr (requires { Law::has_constant_tangent; })
            return Law::has_constant_tangent;
        else
            return false;
    }

    void energy(Index first, std::span<const Mat3<Pack>> F, std::span<Pack> psi) const override {
        for (std::size_t k = 0; k < F.size(); ++k) {
            const Mat3<Pack>& R = rotations_[first + Index(k)];
            const auto& p = points_[first + Index(k)];
            const Pack tr_E = dot(R, F[k]) - 3.0;
            psi[k] = p.mu * Mat3<Pack>(F[k] - R).squaredNorm() + 0.5 * p.lambda * tr_E * tr_E;
        }
    }

    void stress(Index first, std::span<const Mat3<Pack>> F,
                std::span<Mat3<Pack>> P) const override {
        for (std::size_t k = 0; k < F.size(); ++k) {
            const Mat3<Pack>& R = rotations_[first + Index(k)];
            const auto& p = points_[first + Index(k)];
            P[k] = 2 * p.mu * (F[k] - R) + p.lambda * (dot(R, F[k]) - 3.0) * R;
        }
    }

    void stress_and_tangent(Index first, std::span<const Mat3<Pack>> F, std::span<Mat3<Pack>> P,
                            std::span<Tangent9<Pack>> dPdF, Definiteness) const override {
        stress(first, F, P);
        for (std::size_t k = 0; k < F.size(); ++k) {
            const Mat3<Pack>& R = rotations_[first + Index(k)];
            const auto& p = points_[first + Index(k)];
            dPdF[k] = symmetric_tangent<Pack>([&](int i, int j, int m, int n) {
                const Pack entry = p.lambda * (R(i, j) * R(m, n));
                return i == m && j == n ? entry + 2 * p.mu : entry;
            });
        }
    }

    void stress_change(Index first, std::span<const Mat3<Pack>>, std::span<const Mat3<Pack>> H,
                       std::span<Mat3<Pack>> dP, Definiteness) const override {
        for (std::size_t k = 0; k < H.size(); ++k) {
            const Mat3<Pack>& R = rotations_[first + Index(k)];
            const auto& p = points_[first + Index(k)];
            dP[k] = 2 * p.mu * H[k] + p.lambda * dot(R, H[k]) * R;
        }
    }

    void admissible(Index, std::span<const Mat3<Pack>>, std::span<Mask> ok) const override {
        for (Mask& one : ok) one = true;
    }

private:
    /// tr(A'B)
    static Pack dot(const Mat3<Pack>& A, const Mat3<Pack>& B) { return A.cwiseProduct(B).sum(); }

    PointParameters<Law> points_;
    ElementRotations rotations_;
};

}  // namespace sinew
