#include "stvk_polynomial/reduced_stvk.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/law/lame.hpp>

using namespace sinew;
using namespace sinew::stvk;

namespace {

/// W(q) = a q^2 / 2 + b q^3 / 6 + c q^4 / 24 in one coordinate.
SymmetricTensors quartic(double a, double b, double c) {
    SymmetricTensors W(1);
    W.A2 = {a};
    W.A3 = {b};
    W.A4 = {c};
    return W;
}

RegionalStvk two_regions() {
    return {"/body",
            {{0, "soft", {0}, 1000, 0.25}, {1, "hard", {1}, 8000, 0}},
            {quartic(1, 2, 3), quartic(4, 5, 6), quartic(7, 8, 9), quartic(10, 11, 12)}};
}

/// lambda and mu of both regions in one polynomial.
double expected(const Lame& soft, const Lame& hard, double q) {
    const double a = soft.lambda + 4 * soft.mu + 7 * hard.lambda + 10 * hard.mu;
    const double b = 2 * soft.lambda + 5 * soft.mu + 8 * hard.lambda + 11 * hard.mu;
    const double c = 3 * soft.lambda + 6 * soft.mu + 9 * hard.lambda + 12 * hard.mu;
    return q * q * (a / 2 + q * (b / 6 + q * c / 24));
}

}  // namespace

TEST_CASE("reduced stvk: energy, force and stiffness are the quartic and its derivatives") {
    ReducedStvk forces("/body", 1);
    forces.set(quartic(2, -3, 5));
    Vector f;
    Eigen::MatrixXd K;
    for (const double q : {0.1, -2.0}) {
        REQUIRE_FALSE(
            forces.forces_and_stiffness(Vector::Constant(1, q), Definiteness::exact, f, K));
        CHECK(forces.energy(Vector::Constant(1, q)) ==
              Approx(q * q - q * q * q / 2 + 5 * q * q * q * q / 24));
        CHECK(f[0] == Approx(2 * q - 1.5 * q * q + 5 * q * q * q / 6));
        CHECK(K(0, 0) == Approx(2 - 3 * q + 2.5 * q * q));
    }
    forces.set(quartic(-1, 0, 0));
    forces.forces_and_stiffness(Vector::Constant(1, 0.5), Definiteness::psd_projected, f, K);
    CHECK(K(0, 0) == 0);
    CHECK(f[0] == Approx(-0.5));
}

TEST_CASE("reduced stvk: regions weigh their parts by lambda and mu, and can change") {
    RegionalStvk forces = two_regions();
    const Vector q = Vector::Constant(1, 0.8);
    const Lame soft = lame_from(1000, 0.25), hard = lame_from(8000, 0);
    CHECK(forces.energy(q) == Approx(expected(soft, hard, 0.8)));
    forces.set_region(1, 500, -0.2);
    CHECK(forces.energy(q) == Approx(expected(soft, lame_from(500, -0.2), 0.8)));
    CHECK(forces.regions()[1].young == 500);
    CHECK(forces.regions()[1].poisson == -0.2);
    forces.set_region(1, 8000, 0);
    CHECK(forces.energy(q) == two_regions().energy(q));  // to the bit
    nlohmann::json report;
    forces.report(report);
    CHECK(report["regions"] == 2);
    CHECK(report["coefficients"] == 3);
}

TEST_CASE("reduced stvk: forces that are no numbers are an event of the body") {
    ReducedStvk forces("/body", 1);
    forces.set(quartic(1, 1, 1));
    Vector f;
    const Event event =
        forces.forces(Vector::Constant(1, std::numeric_limits<double>::quiet_NaN()), f);
    CHECK(event.kind == Event::Kind::not_finite);
    CHECK(event.body == "/body");
}
