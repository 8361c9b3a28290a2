/// What two bodies keep that fly into each other: momentum, angular momentum and energy.

#include <catch2/catch.hpp>
#include <cmath>
#include <Eigen/Core>
#include <support/small_run.hpp>

using namespace sinew;

namespace {

/// Two cubes that meet off their centres, turn and part.
std::string two_cubes(const std::string& solver, const std::string& contact,
                      const std::string& step, int steps) {
    const auto cube = [](const std::string& name, const std::string& at, const std::string& cells,
                         const std::string& velocity) {
        return "      - node: " + name + "\n        transform: {translate: " + at +
               "}\n        mesh: {type: box, size: [0.2, 0.2, 0.2], cells: " + cells +
               ", element: tet4}\n        material: {type: stable_neo_hookean, young: 100 kPa, "
               "poisson: 0.4}\n        initial: {velocity: " +
               velocity + "}\n";
    };
    return "sinew: 1\ntime: {end: " + std::to_string(steps) + "*" + step + ", step: " + step +
           "}\nscene:\n  - node: world\n    couplings: [{type: contact, " + contact +
           "}]\n    solver: " + solver + "\n    outputs: [{type: energy}]\n    children:\n" +
           cube("left", "[0, 0, 0]", "[2, 2, 2]", "[1, 0, 0]") +
           cube("right", "[0.23, 0.07, 0.05]", "[3, 2, 2]", "[-1, 0, 0]");
}

struct Kept {
    double momentum = 0;  ///< the largest change, over what the bodies' shares sum up to
    double angular = 0;
    double energy = 0;         ///< the largest rise over the start
    double least_kinetic = 1;  ///< of the start's energy: how hard they met
};

Kept kept(const std::string& scene) {
    const testing::SmallRun run("meet", scene);
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/meet-world-energy.csv");
    REQUIRE(rows.size() == 1001);
    const auto vector = [](const std::vector<double>& row, std::size_t at) {
        return Eigen::Vector3d(row[at], row[at + 1], row[at + 2]);
    };
    const auto& start = rows.front();
    const double share = 1000 * 0.008 * 1;  // of each cube [kg m/s]
    Kept worst;
    for (const auto& row : rows) {
        worst.momentum =
            std::max(worst.momentum, (vector(row, 6) - vector(start, 6)).norm() / share);
        worst.angular = std::max(
            worst.angular, (vector(row, 9) - vector(start, 9)).norm() / vector(start, 9).norm());
        worst.energy = std::max(worst.energy, row[5] / start[5] - 1);
        worst.least_kinetic = std::min(worst.least_kinetic, row[1] / start[5]);
    }
    CHECK(worst.least_kinetic < 0.7);
    CHECK(rows.back()[1] > 0.6 * start[5]);  // they part
    return worst;
}

}  // namespace

TEST_CASE("coupling/contact: explicit steps through a collision keep both momenta and the energy") {
    const Kept worst =
        kept(two_cubes("{type: central_difference}",
                       "potential: offset, thickness: 5 mm, stiffness: 1 MPa", "0.1 ms", 1000));
    CHECK(worst.momentum < 1e-10);
    CHECK(worst.angular < 1e-8);
    CHECK(worst.energy < 1e-3);
}

TEST_CASE("coupling/contact: average acceleration keeps momentum, and the rest to second order") {
    const Kept worst = kept(two_cubes("{type: implicit_newmark, newton: {tolerance: 1e-10}}",
                                      "thickness: 5 mm, stiffness: 50 kPa", "0.2 ms", 1000));
    CHECK(worst.momentum < 1e-10);
    CHECK(worst.angular < 1e-4);
    CHECK(worst.energy < 1e-3);
}
