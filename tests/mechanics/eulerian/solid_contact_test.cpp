#include <catch2/catch.hpp>
#include <sinew/mechanics/eulerian/solid_contact.hpp>

using namespace sinew;

TEST_CASE("repulsion: (5.9) and (5.10) in closed form") {
    const RepulsionLaw law{2000, 0.5};
    const Eigen::Vector3d n = Eigen::Vector3d(1, 2, 2) / 3, t = Eigen::Vector3d(2, -2, 1) / 3;
    const double dt = 0.001, d = 0.01;
    // The spring: k d dt = 0.02, less than what a tenth of the overlap asks for (1 m/s + 0.3 m/s).
    CHECK((law.change(-0.3 * n, n, d, dt) - 0.02 * n).norm() < 1e-15);
    // The bound: with dt = 0.1, 0.1 d / dt = 0.01 beside k d dt = 2.
    CHECK((law.change(-0.3 * n, n, d, 0.1) - 0.31 * n).norm() < 1e-15);
    CHECK((law.change(0.004 * n, n, d, 0.1) - 0.006 * n).norm() < 1e-15);
    // Parting fast enough: nothing, and no friction.
    CHECK(law.change(0.02 * n + 3 * t, n, d, 0.1) == Eigen::Vector3d::Zero());
    // Friction takes mu times as much across as was added along, or all there is.
    CHECK((law.change(-0.3 * n + 3 * t, n, d, dt) - (0.02 * n - 0.01 * t)).norm() < 1e-15);
    CHECK((law.change(-0.3 * n + 0.004 * t, n, d, dt) - (0.02 * n - 0.004 * t)).norm() < 1e-15);
}
