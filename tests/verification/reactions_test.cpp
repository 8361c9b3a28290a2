/// What holds a body is what the laws of motion ask for, whatever solver finds the motion.

#include <catch2/catch.hpp>
#include <cmath>
#include <support/small_run.hpp>

namespace {

/// A run that has been made, and its tables.
class SceneRun {
public:
    explicit SceneRun(const std::string& scene) : run_("scene", scene), code_(run_.run()) {}
    int code() const { return code_; }
    std::vector<std::vector<double>> table(const std::string& name) const {
        return run_.table("out/scene-" + name + ".csv");
    }

private:
    sinew::testing::SmallRun run_;
    int code_;
};

const std::string lower_face = "where: {plane: {normal: [0, 0, 1], offset: 0}}";
const std::string upper_face = "where: {plane: {normal: [0, 0, 1], offset: 1}}";

}  // namespace

TEST_CASE("statics: what pulls the lid of a cube is what holds its base, without inertia") {
    const SceneRun run(R"(sinew: 1
time: {end: 1 s, step: 1/4 s}
scene:
  - node: cube
    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: hex8}
    material: {type: neo_hookean, young: 1 kPa, poisson: 0.3, density: 1000}
    constraints:
      - {type: fixed, )" +
                       lower_face + R"(}
      - {type: prescribed, )" +
                       upper_face + R"(,
         displacement: {keyframes: [[0, [0, 0, 0]], [1, [0, 0, 0.1]]], interpolate: smooth}}
    solver: {type: static}
    outputs:
      - {type: probe, name: top, quantities: [reaction], )" +
                       upper_face + R"(}
      - {type: probe, name: bottom, quantities: [reaction], )" +
                       lower_face + R"(}
      - {type: energy, name: energy}
)");
    REQUIRE(run.code() == 0);
    const auto top = run.table("top"), bottom = run.table("bottom"), energy = run.table("energy");
    REQUIRE(top.size() == 5);
    CHECK(std::abs(top[0][3]) < 1e-9);
    for (std::size_t row = 1; row < top.size(); ++row) {
        CHECK(top[row][3] > 10);
        CHECK(top[row][3] == Approx(-bottom[row][3]).epsilon(1e-7));
        CHECK(energy[row][1] == 0);  // kinetic
    }
}

TEST_CASE("statics: a fixed body carries the weight of the one that is tied to it") {
    const SceneRun run(R"(sinew: 1
time: {end: 1 s, step: 1 s}
scene:
  - node: pair
    solver: {type: static}
    couplings: [{type: tie, between: [upper, lower], stiffness: 1 GPa/m, distance: 1 mm}]
    children:
      - node: upper
        transform: {translate: [0, 0, 1]}
        mesh: {type: box, size: [1, 1, 0.5], cells: [1, 1, 1], element: hex8}
        material: {type: neo_hookean, young: 100 kPa, poisson: 0.4}
        constraints: [{type: fixed, where: all}]
        outputs: [{type: probe, name: hook, where: all, quantities: [reaction]}]
      - node: lower
        mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: hex8}
        material: {type: neo_hookean, young: 100 kPa, poisson: 0.4, density: 1000}
        loads: [{type: gravity, acceleration: [0, 0, -9.81]}]
)");
    REQUIRE(run.code() == 0);
    CHECK(run.table("hook").back()[3] == Approx(9810).epsilon(1e-6));
}

TEST_CASE("dynamics: a clamp's force is the rate of momentum less the weight") {
    for (const std::string solver : {"implicit_newmark", "central_difference"}) {
        INFO(solver);
        const SceneRun run(R"(sinew: 1
time: {end: 0.1 s, step: 1/2000 s}
scene:
  - node: beam
    mesh: {type: box, size: [1, 0.2, 0.2], cells: [4, 1, 1], element: hex8}
    material: {type: neo_hookean, young: 100 kPa, poisson: 0.3, density: 1000}
    loads: [{type: gravity, acceleration: [0, 0, -9.81]}]
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]
    solver: {type: )" + solver +
                           R"(}
    outputs:
      - {type: probe, name: clamp, quantities: [reaction],
         where: {plane: {normal: [1, 0, 0], offset: 0}}}
      - {type: energy, name: energy}
)");
        REQUIRE(run.code() == 0);
        const auto clamp = run.table("clamp"), energy = run.table("energy");
        REQUIRE(clamp.size() == energy.size());
        const double h = 1.0 / 2000, weight = 40 * 9.81;
        for (std::size_t row = 20; row + 1 < clamp.size(); row += 20) {
            const double rate = (energy[row + 1][8] - energy[row - 1][8]) / (2 * h);
            CHECK(clamp[row][3] == Approx(rate + weight).margin(0.01 * weight));
        }
    }
}

TEST_CASE(
    "explicit steps with stiff damping, close to their stable step, agree with implicit ones") {
    const auto elastic = [](const std::string& solver) {
        const SceneRun run(R"(sinew: 1
time: {end: 1 s, step: 0.01 s}
scene:
  - node: beam
    mesh: {type: box, size: [1, 0.2, 0.2], cells: [4, 1, 1], element: hex8}
    material: {type: neo_hookean, young: 2 MPa, poisson: 0.3, density: 1000}
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]
    loads: [{type: gravity, acceleration: [0, 0, -9.81]}]
    solver: {damping: {stiffness: 0.01}, )" +
                           solver + R"(}
    outputs: [{type: energy, name: energy}]
)");
        REQUIRE(run.code() == 0);
        double most = 0;
        for (const auto& row : run.table("energy")) most = std::max(most, row[2]);
        return most;
    };
    // The damping ratio of the fastest vibration is above 5.
    CHECK(elastic("type: central_difference, safety: 0.99") ==
          Approx(elastic("type: implicit_newmark")).epsilon(0.03));
}

TEST_CASE("explicit steps: the kinetic energy is that of the lumped mass, and is kept") {
    const SceneRun run(R"(sinew: 1
time: {end: 0.05 s, step: 1/2000 s}
scene:
  - node: block
    mesh: {type: box, size: [1, 0.1, 0.1], cells: [20, 2, 2], element: hex8}
    material: {type: linear, young: 1 MPa, poisson: 0.3, density: 975}
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]
    initial: {velocity: [1, 0, 0]}
    solver: {type: central_difference}
    outputs: [{type: energy, name: energy}]
)");
    REQUIRE(run.code() == 0);
    const auto rows = run.table("energy");
    // 9.75 kg at 1 m/s, but for the half layer of cells that the clamp holds.
    CHECK(rows[0][1] == Approx(0.5 * 9.75 * (1 - 1 / 40.0)).epsilon(1e-12));
    for (const auto& row : rows) CHECK(row[5] == Approx(rows[0][5]).epsilon(0.01));
}

TEST_CASE("what is fixed later stays where it is then") {
    const SceneRun run(R"(sinew: 1
time: {end: 0.2 s, step: 1/50 s}
scene:
  - node: cube
    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: hex8}
    material: {type: neo_hookean, young: 100 kPa, poisson: 0.3, density: 1000}
    loads: [{type: gravity, acceleration: [0, 0, -10]}]
    constraints: [{type: fixed, from: 0.1 s, )" +
                       upper_face + R"(}]
    solver: {type: implicit_newmark}
    outputs: [{type: probe, name: top, quantities: [displacement, velocity], )" +
                       upper_face + R"(}]
)");
    REQUIRE(run.code() == 0);
    const auto top = run.table("top");
    REQUIRE(top.size() == 11);
    CHECK(top[5][3] == Approx(-0.5 * 10 * 0.1 * 0.1).epsilon(1e-9));  // it has fallen freely
    for (std::size_t row = 6; row < top.size(); ++row) {
        CHECK(top[row][3] == Approx(top[5][3]).epsilon(1e-12));
        CHECK(top[row][6] == 0);
    }
}

TEST_CASE("a vibration of a kilohertz is driven by the force that its acceleration asks for") {
    const SceneRun run(R"yaml(sinew: 1
time: {end: 0.002 s, step: 1e-5 s}
scene:
  - node: cube
    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1], element: hex8}
    material: {type: neo_hookean, young: 1 Pa, poisson: 0.0, density: 1000}
    constraints:
      - {type: prescribed, where: all,
         displacement: {expr: ["0", "0", "1e-5*sin(2*pi*1000*t)"]
}
}
    solver: {type: implicit_newmark}
    outputs: [{type: probe, name: all, where: all, quantities: [reaction]}]
)yaml");
    REQUIRE(run.code() == 0);
    const double omega = 2 * M_PI * 1000, most = 1000 * 1e-5 * omega * omega;
    for (const auto& row : run.table("all"))
        CHECK(row[3] == Approx(-most * std::sin(omega * row[0])).margin(1e-4 * most));
}
