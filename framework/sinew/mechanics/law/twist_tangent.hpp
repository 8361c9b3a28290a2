/// The tangent of forces that follow the rotation R of F = R S.
#pragma once

#include <array>
#include <sinew/mechanics/math/polar.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// The symmetric map H -> R skew(B axial(R'H - H'R)) with a symmetric 3x3 B, as entries of dP/dF.
/// With B = G^-1 of Polar3 it is dR; it is zero but for the twists T = R skew(w), for which it is
/// 2 R skew(B w).
template <class Real>
class TwistTangent {
public:
    /// R: the rotation; B: symmetric, 3 x 3.
    SINEW_INLINE TwistTangent(const Mat3<Real>& R, const Mat3<Real>& B) : R_(R) {
        for (int n = 0; n < 3; ++n)
            column_[static_cast<std::size_t>(n)] = detail::times_skew<Real>(R, B.col(n));
    }

    /// Column l of R skew(e_n) is zero for n = l, -R e_{l+2} for n = l + 1 and R e_{l+1} for
    /// n = l + 2.
    SINEW_INLINE Real operator()(int i, int j, int k, int l) const {
        const auto l1 = static_cast<std::size_t>((l + 1) % 3);
        const auto l2 = static_cast<std::size_t>((l + 2) % 3);
        return column_[l2](i, j) * R_(k, (l + 1) % 3) - column_[l1](i, j) * R_(k, (l + 2) % 3);
    }

private:
    Mat3<Real> R_;
    std::array<Mat3<Real>, 3> column_;  // R skew(B e_n)
};

/// B with its eigenvalues raised to `least` where they are below.
template <class Real>
SINEW_INLINE Mat3<Real> at_least(const Mat3<Real>& B, const Real& least) {
    const Mat3<Real> floor = least * Mat3<Real>::Identity();
    return project_semidefinite<Real>(B - floor) + floor;
}

}  // namespace sinew
