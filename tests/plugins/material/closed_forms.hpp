/// Homogeneous deformations with stresses known in closed form.
#pragma once

#include <catch2/catch.hpp>
#include <functional>

#include "bound_law.hpp"

namespace sinew::test {

/// Principal first Piola-Kirchhoff stress [Pa] along stretch `a` when the other two are b and c:
/// a law's scalar formula, written out in the test apart from the law's own code.
using PrincipalStress = std::function<double(double a, double b, double c)>;

/// The root of an increasing function in [low, high], by bisection.
inline double root(const std::function<double(double)>& f, double low, double high) {
    REQUIRE(f(low) < 0);
    REQUIRE(f(high) > 0);
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (f(middle) < 0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

/// P of the stretches about rotated axes (and rotated afterwards, unless the law is linear) is the
/// closed form's principal stresses about the same axes.
inline void check_stretches(const BoundLaw& law, const PrincipalStress& principal,
                            const Eigen::Vector3d& s, bool rotate) {
    const Matrix3 V = random_rotation(3);
    const Matrix3 U = rotate ? Matrix3(random_rotation(4) * V) : V;
    const Eigen::Vector3d P(principal(s[0], s[1], s[2]), principal(s[1], s[2], s[0]),
                            principal(s[2], s[0], s[1]));
    const Matrix3 expected = U * P.asDiagonal() * V.transpose();
    const Matrix3 computed = law.at.stress(U * s.asDiagonal() * V.transpose());
    CHECK((computed - expected).norm() <= 1e-11 * law.at.tangent(Matrix3::Identity()).norm());
}

/// A bar pulled along one axis whose sides are free, at stretches from 0.8 to 1.5.
inline void check_uniaxial(const BoundLaw& law, const PrincipalStress& principal,
                           bool rotate = true) {
    for (const double stretch : {0.8, 0.95, 1.1, 1.3, 1.5}) {
        const auto side = [&](double b) { return principal(b, stretch, b); };
        const double lateral = root(side, 0.7, 1.3);
        INFO("stretch " << stretch << ", lateral " << lateral);
        check_stretches(law, principal, {stretch, lateral, lateral}, rotate);
        const Matrix3 F = Eigen::Vector3d(stretch, lateral, lateral).asDiagonal();
        const Matrix3 P = law.at.stress(F);
        const double scale = law.at.tangent(Matrix3::Identity()).norm();
        CHECK(std::abs(P(1, 1)) <= 1e-11 * scale);
        CHECK(std::abs(P(2, 2)) <= 1e-11 * scale);
        CHECK((stretch > 1 ? P(0, 0) > 0 : P(0, 0) < 0));
    }
}

/// A sheet pulled along two axes whose faces are free.
inline void check_equibiaxial(const BoundLaw& law, const PrincipalStress& principal,
                              bool rotate = true) {
    for (const double stretch : {0.9, 1.05, 1.15, 1.25}) {
        const auto face = [&](double c) { return principal(c, stretch, stretch); };
        const double thickness = root(face, 0.5, 1.4);
        INFO("stretch " << stretch << ", thickness " << thickness);
        check_stretches(law, principal, {stretch, stretch, thickness}, rotate);
        const Matrix3 F = Eigen::Vector3d(stretch, stretch, thickness).asDiagonal();
        CHECK(std::abs(law.at.stress(F)(2, 2)) <=
              1e-11 * law.at.tangent(Matrix3::Identity()).norm());
    }
}

/// P_12 of the simple shear F = I + gamma e_1 e_2' is the closed form's.
inline void check_simple_shear(const BoundLaw& law, const std::function<double(double)>& P_12) {
    const double scale = law.at.tangent(Matrix3::Identity()).norm();
    for (const double gamma : {-0.5, 0.01, 0.1, 0.4, 1.0}) {
        Matrix3 F = Matrix3::Identity();
        F(0, 1) = gamma;
        INFO("gamma " << gamma);
        CHECK(std::abs(law.at.stress(F)(0, 1) - P_12(gamma)) <= 1e-12 * scale);
    }
}

}  // namespace sinew::test
