#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <sinew/mechanics/math/orientation.hpp>

using namespace sinew;

namespace {

using Rational = boost::multiprecision::cpp_rational;

int exact_sign(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
               const Eigen::Vector3d& d) {
    const auto minus_d = [&](const Eigen::Vector3d& p, int i) {
        return Rational(Rational(p[i]) - Rational(d[i]));
    };
    Rational determinant = 0;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        determinant +=
            minus_d(a, i) * (minus_d(b, j) * minus_d(c, k) - minus_d(b, k) * minus_d(c, j));
    }
    return determinant.sign();
}

int exact_sign(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
    const auto minus_c = [&](const Eigen::Vector2d& p, int i) {
        return Rational(Rational(p[i]) - Rational(c[i]));
    };
    return Rational(minus_c(a, 0) * minus_c(b, 1) - minus_c(a, 1) * minus_c(b, 0)).sign();
}

}  // namespace

TEST_CASE("orientation: in space it is the sign of rational arithmetic, near and in a plane") {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto point = [&] {
        return Eigen::Vector3d(uniform(random), uniform(random), uniform(random));
    };
    int n_zero = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const Eigen::Vector3d a = point(), b = point(), c = point();
        const double u = uniform(random), v = uniform(random);
        Eigen::Vector3d d = a + u * (b - a) + v * (c - a);  // in the plane, to rounding
        CHECK(orientation(a, b, c, d) == exact_sign(a, b, c, d));
        d[trial % 3] = std::nextafter(d[trial % 3], 9);
        CHECK(orientation(a, b, c, d) == exact_sign(a, b, c, d));
        // In the plane exactly, of numbers of few bits.
        const auto few = [](const Eigen::Vector3d& p) {
            return Eigen::Vector3d((p * 64).array().round() / 64);
        };
        const Eigen::Vector3d e = few(a), f = few(b), g = few(c);
        const Eigen::Vector3d h = e + 0.5 * (f - e) + 0.25 * (g - e);
        CHECK(orientation(e, f, g, h) == 0);
        n_zero += exact_sign(e, f, g, h) == 0;
    }
    CHECK(n_zero == 3000);
    CHECK(orientation({1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}) == 1);
}

TEST_CASE("orientation: in the plane, too") {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int trial = 0; trial < 5000; ++trial) {
        const Eigen::Vector2d a(uniform(random), uniform(random)),
            b(uniform(random), uniform(random));
        Eigen::Vector2d c = a + uniform(random) * (b - a);
        CHECK(orientation(a, b, c) == exact_sign(a, b, c));
        c[trial % 2] = std::nextafter(c[trial % 2], -9);
        CHECK(orientation(a, b, c) == exact_sign(a, b, c));
    }
    CHECK(orientation({0, 0}, {1, 0}, {0, 1}) == 1);
    CHECK(orientation({0, 0}, {0.5, 0.5}, {2, 2}) == 0);
}
