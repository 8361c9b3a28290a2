/// Large deflections of a cantilever under a dead force on its end, against Euler's elastica:
///
///     theta'' = -(P / E I) cos theta,   theta(0) = 0,   theta'(L) = 0
///
/// Mattiasson, Int. J. Numer. Methods Eng. 17, 1981 tabulates its solution by elliptic integrals.

#include "beam.hpp"
#include "record.hpp"

using namespace sinew;
using namespace sinew::verification;

namespace {

/// (x, drop) of the tip of an elastica of length 1 with the load P L^2 / E I, by shooting for the
/// curvature at the root: Runge-Kutta of order 4 in 2000 steps, bisection.
Eigen::Vector2d elastica_tip(double load) {
    using RodState = Eigen::Vector4d;  // theta, theta', x, drop
    const auto rate = [&](const RodState& y) {
        return RodState(y[1], -load * std::cos(y[0]), std::cos(y[0]), std::sin(y[0]));
    };
    const auto shoot = [&](double curvature) {
        RodState y(0, curvature, 0, 0);
        const int n = 2000;
        for (int k = 0; k < n; ++k) {
            const double h = 1.0 / n;
            const RodState a = rate(y), b = rate(y + h / 2 * a), c = rate(y + h / 2 * b),
                           d = rate(y + h * c);
            y += h / 6 * (a + 2 * b + 2 * c + d);
        }
        return y;
    };
    double low = 0, high = load;  // the root's moment is at most P L
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (shoot(middle)[1] > 0 ? high : low) = middle;
    }
    return shoot(0.5 * (low + high)).tail<2>();
}

}  // namespace

TEST_CASE("elastica: the reference agrees with Mattiasson's table") {
    const Eigen::Vector2d tip = elastica_tip(4);
    CHECK(1 - tip[0] == Approx(0.32894).epsilon(1e-4));
    CHECK(tip[1] == Approx(0.66996).epsilon(1e-4));
}

// L/h = 50 and nu = 0: shear adds 0.6/50^2 to the deflection, and strains reach 4%.
TEST_CASE("elastica: a slender cantilever bends as far, within 0.1% of its length") {
    Record record("7 Elastica, P L^2 / E I = 4");
    const Eigen::Vector3d size(1, 0.02, 0.02);
    const double E = 1e6, I = std::pow(0.02, 4) / 12;
    const Eigen::Vector2d exact = elastica_tip(4);
    for (const std::string material : {"stvk", "neo_hookean"}) {
        const Eigen::Vector3d u =
            loaded_tip({ElementType::tet10, {50, 1, 1}, size},
                       {"material/" + material, "young: 1 MPa, poisson: 0"}, {0, 0, -4 * E * I}, 4);
        record.compare(material + ", tet10 50x1x1: drop of the tip / L", exact[1], -u.z(), 1e-3, 1);
        record.compare(material + ", tet10 50x1x1: tip moves back / L", 1 - exact[0], -u.x(), 1e-3,
                       1);
    }
}
