#include <catch2/catch.hpp>
#include <Eigen/SVD>
#include <sinew/mechanics/math/polar.hpp>

#include "math_support.hpp"

using namespace sinew;

namespace {

/// The rotation that maximises tr(R'F), through Eigen's JacobiSVD and a change of sign.
Mat3<double> reference_rotation(const Mat3<double>& F) {
    const Eigen::JacobiSVD<Mat3<double>> f(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const double sign = (f.matrixU() * f.matrixV().transpose()).determinant();
    return f.matrixU() * Vec3<double>(1, 1, sign).asDiagonal() * f.matrixV().transpose();
}

/// s_1 / (s_2 + s_3): how far R is sensitive to round-off in F.
double sensitivity(const Vec3<double>& s) {
    return s[0] / (s[1] + s[2]);
}

/// Checks what defines the decomposition; the rotation itself where it is well determined.
void require_polar(const Mat3<double>& F, const Polar3<double>& p, const Vec3<double>& s) {
    const double size = F.norm();
    REQUIRE((p.R * p.S - F).norm() <= 1e-14 * size);
    REQUIRE(orthogonality_error(p.R) <= 1e-14);
    REQUIRE(p.R.determinant() > 0);
    REQUIRE((p.S - p.S.transpose()).norm() <= 1e-14 * size);
    const Mat3<double> G = p.S.trace() * Mat3<double>::Identity() - p.S;
    REQUIRE((p.G - G).norm() <= 1e-14 * size);
    REQUIRE(p.G_inv.allFinite());
    REQUIRE(p.S.trace() == Approx(s.sum()).margin(1e-14 * s[0]));
    const double kappa = sensitivity(s);
    if (!(kappa < 1e6)) return;
    REQUIRE((p.R - reference_rotation(F)).norm() <= 1e-14 * std::max(1.0, kappa));
    REQUIRE((p.G * p.G_inv - Mat3<double>::Identity()).norm() <= 3e-14 * std::max(1.0, kappa));
}

Polar3<double> lane_of(const Polar3<Pack>& p, int which) {
    return {lane(p.R, which), lane(p.S, which), lane(p.G, which), lane(p.G_inv, which)};
}

Mat3<double> with_singular_values(const Vec3<double>& s, std::mt19937_64& random) {
    const Mat3<double> U = random_rotation(random), V = random_rotation(random);
    return U * s.asDiagonal() * V.transpose();
}

}  // namespace

TEST_CASE("polar: stretches from a tenth to ten, also reflected, are right to 1e-14") {
    std::mt19937_64 random(41);
    std::uniform_real_distribution<double> exponent(-1, 1);
    for (int trial = 0; trial < 1000; ++trial) {
        Mat3<Pack> F;
        Vec3<double> s[Pack::lanes];
        for (int l = 0; l < Pack::lanes; ++l) {
            for (double& value : s[l]) value = std::pow(10, exponent(random));
            std::sort(s[l].begin(), s[l].end(), std::greater<>());
            if ((trial + l) % 10 == 0) s[l][2] *= -1;
            set_lane(F, l, with_singular_values(s[l], random));
        }
        const Polar3<Pack> p = polar(F);
        for (int l = 0; l < Pack::lanes; ++l) {
            const Mat3<double> F_l = lane(F, l);
            const Polar3<double> q = polar(F_l);
            require_polar(F_l, lane_of(p, l), s[l]);
            require_polar(F_l, q, s[l]);
            const double allowed = 4e-15 * std::max(1.0, sensitivity(s[l]));
            REQUIRE((q.R - lane(p.R, l)).norm() <= allowed);
        }
    }
}

TEST_CASE("polar: equal, zero, reflected and 1e-12-close singular values, at scales 1e-8 to 1e8") {
    std::mt19937_64 random(42);
    for (const Vec3<double>& s : hard_singular_values())
        for (double scale : hard_scales)
            for (int trial = 0; trial < 20; ++trial) {
                const Mat3<double> F = scale * with_singular_values(s, random);
                INFO("singular values " << s.transpose() << " times " << scale);
                require_polar(F, polar(F), scale * s);
                require_polar(F, lane_of(polar(in_all_lanes(F)), 1), scale * s);
            }
}

TEST_CASE("polar: a rotation is its own rotation, and zero has the identity") {
    std::mt19937_64 random(43);
    for (int trial = 0; trial < 100; ++trial) {
        const Mat3<double> R = random_rotation(random);
        CHECK((polar(R).R - R).norm() <= 2e-15);
        CHECK((polar(R).S - Mat3<double>::Identity()).norm() <= 2e-15);
    }
    CHECK(polar<double>(Mat3<double>::Zero()).R == Mat3<double>::Identity());
    CHECK(polar<double>(Mat3<double>::Zero()).G_inv.allFinite());
}

TEST_CASE("polar: a lane's bits do not depend on its place or its neighbours") {
    std::mt19937_64 random(44);
    auto list = hard_singular_values();
    for (int i = 0; i < 50; ++i) list.push_back({1.5, 1 + 0.01 * i, 0.5});
    for (const Vec3<double>& s : list) {
        const Mat3<double> F = with_singular_values(s, random);
        const Polar3<double> alone = lane_of(polar(in_all_lanes(F)), 0);
        for (int l = 0; l < Pack::lanes; ++l) {
            const Polar3<double> mixed = lane_of(polar(among_others(F, l, random)), l);
            REQUIRE(same_bits(mixed.R, alone.R));
            REQUIRE(same_bits(mixed.S, alone.S));
            REQUIRE(same_bits(mixed.G, alone.G));
            REQUIRE(same_bits(mixed.G_inv, alone.G_inv));
        }
    }
}

TEST_CASE("rotation_change: central differences approach it with the square of the step") {
    std::mt19937_64 random(45);
    for (const Vec3<double>& s : {Vec3<double>(1.3, 1, 0.8), Vec3<double>(2, 1, -0.4)}) {
        const Mat3<double> F = with_singular_values(s, random);
        const Mat3<double> H = lane(random_matrices(random), 0);
        const Mat3<double> exact = rotation_change(polar(F), H);
        const Mat3<double> packed =
            lane(rotation_change(polar(in_all_lanes(F)), in_all_lanes(H)), 4);
        CHECK((packed - exact).norm() <= 1e-13 * exact.norm());
        double previous = 0;
        for (double h = 4e-3; h > 4e-4; h /= 2) {
            const Mat3<double> plus = polar<double>(F + h * H).R;
            const Mat3<double> minus = polar<double>(F - h * H).R;
            const double error = ((plus - minus) / (2 * h) - exact).norm();
            if (previous > 0) CHECK(previous / error == Approx(4).epsilon(0.05));
            previous = error;
        }
    }
}

TEST_CASE("rotation_change: spinning F spins R, and stretching along S leaves it") {
    std::mt19937_64 random(46);
    const Mat3<double> F = with_singular_values({1.4, 1.1, 0.6}, random);
    const Polar3<double> p = polar(F);
    const Mat3<double> spin = skew<double>({0.3, -0.7, 0.2});
    CHECK((rotation_change<double>(p, spin * F) - spin * p.R).norm() <= 1e-14);
    CHECK(rotation_change<double>(p, p.R * p.S * p.S).norm() <= 1e-14);
}
