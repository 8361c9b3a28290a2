/// Checks that every hyperelastic law passes. Each returns what is wrong, or nothing, so that a
/// law with a planted error can be shown to fail.
#pragma once

// GCC 12 warns falsely of its own AVX-512 intrinsics in Eigen's products (its bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "bound_law.hpp"

namespace sinew::test {

constexpr unsigned n_samples = 12;

inline std::string far(const char* what, double error, double scale, double tolerance) {
    if (error <= tolerance * scale) return {};
    return fmt::format("{}: {:.3g} beside {:.3g}", what, error, scale);
}

/// The stiffness that stresses are measured against.
inline double stiffness(const AtPoint& law) {
    return law.tangent(Matrix3::Identity()).cwiseAbs().maxCoeff();
}

inline std::string rest_is_free(const AtPoint& law) {
    const Matrix3 I = Matrix3::Identity();
    const double E = stiffness(law);
    if (!std::isfinite(E)) return "the tangent at rest is not finite";
    std::string wrong = far("stress at rest", law.stress(I).norm(), E, 1e-13);
    if (wrong.empty()) wrong = far("energy at rest", std::abs(law.energy(I)), E, 1e-13);
    return wrong;
}

/// P(Q F) = Q P(F) and Psi(Q F) = Psi(F)
inline std::string is_objective(const AtPoint& law) {
    for (unsigned seed = 1; seed <= n_samples; ++seed) {
        const Matrix3 F = deformed(seed), Q = random_rotation(seed + 50);
        const Matrix3 P = law.stress(F);
        std::string wrong =
            far("stress of a rotated F", (law.stress(Q * F) - Q * P).norm(), P.norm(), 1e-10);
        const double psi = law.energy(F);
        if (wrong.empty())
            wrong = far("energy of a rotated F", std::abs(law.energy(Q * F) - psi), psi, 1e-10);
        if (!wrong.empty()) return wrong;
    }
    return {};
}

/// P(Q F Q') = Q P(F) Q'
inline std::string is_isotropic(const AtPoint& law) {
    for (unsigned seed = 1; seed <= n_samples; ++seed) {
        const Matrix3 F = deformed(seed), Q = random_rotation(seed + 50);
        const Matrix3 P = law.stress(F);
        const Matrix3 turned = law.stress(Q * F * Q.transpose());
        std::string wrong = far("stress of a turned solid", (turned - Q * P * Q.transpose()).norm(),
                                P.norm(), 1e-10);
        if (!wrong.empty()) return wrong;
    }
    return {};
}

/// Checks that central differences of steps h and h/2 come to `exact` with the square of the step.
template <class Function>
std::string second_order(const char* what, const Function& central, double exact, double scale) {
    const double h = 2e-3;
    const double coarse = std::abs(central(h) - exact), fine = std::abs(central(h / 2) - exact);
    const double round_off = 1e-9 * scale;
    if (coarse < round_off && fine < round_off) return {};
    const double ratio = coarse / fine;
    if (ratio > 3.5 && ratio < 4.5 && coarse < 1e-2 * scale) return {};
    return fmt::format("{}: errors {:.3g} and {:.3g} at half the step", what, coarse, fine);
}

/// P = dPsi/dF
inline std::string stress_is_derivative(const AtPoint& law) {
    const double E = stiffness(law);
    for (unsigned seed = 1; seed <= n_samples; ++seed) {
        const Matrix3 F = deformed(seed), H = random_matrix(seed + 100, 1);
        const auto central = [&](double h) {
            return (law.energy(F + h * H) - law.energy(F - h * H)) / (2 * h);
        };
        const double exact = law.stress(F).cwiseProduct(H).sum();
        std::string wrong = second_order("dPsi/dF", central, exact, E);
        if (!wrong.empty()) return wrong;
    }
    return {};
}

/// dP[H] = d/dh P(F + h H), seen from a third direction
inline std::string stress_change_is_derivative(const AtPoint& law) {
    const double E = stiffness(law);
    for (unsigned seed = 1; seed <= n_samples; ++seed) {
        const Matrix3 F = deformed(seed);
        const Matrix3 H = random_matrix(seed + 100, 1), W = random_matrix(seed + 200, 1);
        const auto central = [&](double h) {
            const Matrix3 difference = law.stress(F + h * H) - law.stress(F - h * H);
            return difference.cwiseProduct(W).sum() / (2 * h);
        };
        const double exact = law.stress_change(F, H).cwiseProduct(W).sum();
        std::string wrong = second_order("dP/dF", central, exact, E);
        if (!wrong.empty()) return wrong;
    }
    return {};
}

/// The 9 x 9 tangent is symmetric and maps H to the stress change; its stress is the stress.
inline std::string tangent_is_stress_change(const AtPoint& law) {
    for (unsigned seed = 1; seed <= n_samples; ++seed) {
        const Matrix3 F = deformed(seed), H = random_matrix(seed + 100, 1);
        const Matrix9 dPdF = law.tangent(F);
        const Matrix3 P = law.stress(F);
        if (std::string wrong = far("stress with the tangent",
                                    (law.stress_with_tangent(F) - P).norm(), P.norm(), 1e-13);
            !wrong.empty())
            return wrong;
        if (dPdF != dPdF.transpose()) return "the tangent is not symmetric";
        const Matrix3 dP = law.stress_change(F, H);
        const Matrix3 product = (dPdF * H.reshaped()).reshaped(3, 3);
        std::string wrong = far("tangent times H", (product - dP).norm(), dP.norm(), 1e-10);
        if (!wrong.empty()) return wrong;
        // The stress change is symmetric by itself, not only where the tangent mirrors it.
        const Matrix3 W = random_matrix(seed + 200, 1);
        const double left = dP.cwiseProduct(W).sum();
        const double right = law.stress_change(F, W).cwiseProduct(H).sum();
        wrong = far("W:dP[H] - H:dP[W]", std::abs(left - right), dP.norm(), 1e-10);
        if (!wrong.empty()) return wrong;
    }
    return {};
}

/// The PSD-projected tangent is the exact one with its negative eigenvalues raised to zero.
inline std::string psd_projected_is_projection(const AtPoint& law) {
    for (unsigned seed = 1; seed <= n_samples; ++seed) {
        const Matrix3 F = (seed % 2 ? 0.7 : 1.0) * deformed(seed);
        const Matrix9 psd_projected = law.tangent(F, Definiteness::psd_projected);
        const Eigen::SelfAdjointEigenSolver<Matrix9> exact(law.tangent(F));
        const Matrix9 expected = exact.eigenvectors() *
                                 exact.eigenvalues().cwiseMax(0.0).asDiagonal() *
                                 exact.eigenvectors().transpose();
        const double size = expected.norm();
        std::string wrong =
            far("PSD-projected tangent", (psd_projected - expected).norm(), size, 1e-10);
        const Matrix3 H = random_matrix(seed + 100, 1);
        const Matrix3 change = law.stress_change(F, H, Definiteness::psd_projected);
        if (wrong.empty())
            wrong = far("PSD-projected stress change",
                        (change.reshaped() - psd_projected * H.reshaped()).norm(), size, 1e-12);
        const double least = Eigen::SelfAdjointEigenSolver<Matrix9>(psd_projected).eigenvalues()[0];
        if (wrong.empty()) wrong = far("negative eigenvalue", -least, size, 1e-13);
        if (!wrong.empty()) return wrong;
    }
    return {};
}

/// Checks that a tangent which a law calls constant is so: to the last bit, of either definiteness.
inline std::string tangent_is_constant_where_claimed(const AtPoint& law) {
    if (!law.law.constant_tangent()) return {};
    const Matrix9 first = law.tangent(Matrix3::Identity());
    for (unsigned seed = 1; seed <= n_samples; ++seed)
        for (const Definiteness definiteness : {Definiteness::exact, Definiteness::psd_projected})
            if (law.tangent(deformed(seed), definiteness) != first)
                return fmt::format("a constant tangent differs, sample {}", seed);
    return {};
}

/// P(F + 2 H) - 2 P(F + H) + P(F) = 0
inline std::string stress_is_affine(const AtPoint& law) {
    for (unsigned seed = 1; seed <= n_samples; ++seed) {
        const Matrix3 F = deformed(seed), H = random_matrix(seed + 100, 0.1);
        const Matrix3 last = law.stress(F + 2 * H);
        const Matrix3 curvature = last - 2 * law.stress(F + H) + law.stress(F);
        std::string wrong = far("curvature of the stress", curvature.norm(), last.norm(), 1e-10);
        if (!wrong.empty()) return wrong;
    }
    return {};
}

/// The tangent at rest is 2 mu sym + lambda I x I.
inline std::string rest_tangent_is(const AtPoint& law, const Lame& lame) {
    Matrix9 expected = Matrix9::Zero();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            expected(i + 3 * j, i + 3 * j) += lame.mu;
            expected(i + 3 * j, j + 3 * i) += lame.mu;
            expected(4 * i, 4 * j) += lame.lambda;
        }
    return far("tangent at rest", (law.tangent(Matrix3::Identity()) - expected).norm(),
               expected.norm(), 1e-12);
}

}  // namespace sinew::test
