#include <catch2/catch.hpp>
#include <random>
#include <sinew/mechanics/math/types.hpp>

#include "math_support.hpp"

using namespace sinew;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
const double edge_cases[] = {0.0,    -0.0,   1.0,    -1.0,   infinity, -infinity, not_a_number,
                             5e-324, 1e-310, 1e308,  709.7,  709.9,    710.1,     -708.3,
                             -744.4, -745.0, -745.2, -746.0, -1e9,     1e9,       1e-20};

/// Largest distance of a function of packs from a function of long doubles rounded to double.
template <class OfPack, class Exact, class Draw>
double worst_ulp(OfPack of_pack, Exact exact, Draw draw, int n_packs = 20000) {
    double worst = 0;
    for (int i = 0; i < n_packs; ++i) {
        Pack x;
        for (int l = 0; l < Pack::lanes; ++l) x.set_lane(l, draw());
        const Pack y = of_pack(x);
        for (int l = 0; l < Pack::lanes; ++l)
            worst = std::max(worst, ulp_distance(y[l], double(exact((long double)x[l]))));
    }
    return worst;
}

}  // namespace

TEST_CASE("log: packs lie within 2 ulp of the exact value over the whole range") {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-1074, 1023.9), near_one(0.4, 2.5);
    const auto of_pack = [](Pack x) { return log(x); };
    const auto exact = [](long double x) { return std::log(x); };
    CHECK(worst_ulp(of_pack, exact, [&] { return std::exp2(exponent(random)); }) <= 2);
    CHECK(worst_ulp(of_pack, exact, [&] { return near_one(random); }) <= 2);
    CHECK(worst_ulp(of_pack, exact, [&] { return 1 + 1e-9 * (near_one(random) - 1); }) <= 2);
}

TEST_CASE("exp: packs lie within 2 ulp of the exact value, also where results are subnormal") {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> everywhere(-746, 709.7), near_zero(-1, 1);
    const auto of_pack = [](Pack x) { return exp(x); };
    const auto exact = [](long double x) { return std::exp(x); };
    CHECK(worst_ulp(of_pack, exact, [&] { return everywhere(random); }) <= 2);
    CHECK(worst_ulp(of_pack, exact, [&] { return near_zero(random); }) <= 2);
}

TEST_CASE("log, exp and cbrt: zeros, infinities, subnormals and NaN are as in std") {
    for (double x : edge_cases) {
        INFO("x = " << x);
        CHECK(ulp_distance(log(Pack(x))[3], std::log(x)) <= 2);
        CHECK(ulp_distance(exp(Pack(x))[5], std::exp(x)) <= 2);
        CHECK(std::isnan(cbrt(Pack(x))[0]) == std::isnan(std::cbrt(x)));
        if (std::isfinite(x)) CHECK(cbrt(Pack(x))[0] == Approx(std::cbrt(x)).epsilon(1e-13));
    }
    CHECK(cbrt(Pack(-infinity))[7] == -infinity);
    CHECK(std::signbit(cbrt(Pack(-0.0))[1]));
}

TEST_CASE("pow and cbrt: packs agree with std within their stated accuracy") {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> base(0.01, 50), power(-6, 6);
    for (int i = 0; i < 10000; ++i) {
        const double x = base(random), y = power(random);
        const double allowed = 3 * std::abs(y * std::log(x)) + 3;
        CHECK(ulp_distance(pow(Pack(x), y)[2], std::pow(x, y)) <= allowed);
        CHECK(ulp_distance(cbrt(Pack(x))[4], std::cbrt(x)) <= 4);
    }
    CHECK(pow(Pack(0.0), 2)[0] == 0);
    CHECK(pow(Pack(0.0), 0)[0] == 1);
    CHECK(std::isnan(pow(Pack(-1.0), 0.5)[0]));
}

TEST_CASE("log, exp, pow and cbrt: a lane's bits do not depend on its place or its neighbours") {
    std::mt19937_64 random(4);
    std::uniform_real_distribution<double> draw(1e-3, 20);
    for (int i = 0; i < 1000; ++i) {
        const double x = draw(random);
        for (int l = 0; l < Pack::lanes; ++l) {
            Pack mixed;
            for (int k = 0; k < Pack::lanes; ++k)
                mixed.set_lane(k, k % 3 == 0 ? edge_cases[(i + k) % 21] : draw(random));
            mixed.set_lane(l, x);
            REQUIRE(log(mixed)[l] == log(Pack(x))[0]);
            REQUIRE(exp(mixed)[l] == exp(Pack(x))[0]);
            REQUIRE(pow(mixed, 1.5)[l] == pow(Pack(x), 1.5)[0]);
            REQUIRE(cbrt(mixed)[l] == cbrt(Pack(x))[0]);
        }
    }
}
