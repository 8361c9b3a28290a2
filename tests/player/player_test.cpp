/// The player takes the steps that a run takes, bit by bit.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <sinew/mechanics/reduced/reduced_system.hpp>

#include "exported.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Steps of player and solver whose states differ in any bit.
int n_different(Exported& exported, const OpenPlayer& player, int n_steps) {
    int n = 0;
    for (int k = 0; k < n_steps; ++k) {
        exported.step();
        REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
        n += !same_bits(player.state(), exported.solver().state());
    }
    return n;
}

/// The largest distance of a node from where it rests [m].
double deflection(const Exported& exported, const OpenPlayer& player) {
    return (player.node_positions() - exported.body().body().mesh.positions)
        .colwise()
        .norm()
        .maxCoeff();
}

std::string spoon_file() {
    return std::string(SINEW_SOURCE_DIR) + "/scenes/reduction/spoon.yaml";
}

}  // namespace

TEST_CASE("player: the spoon moves as in its run, bit by bit, with the surface it carries") {
    Exported spoon(read_scene(spoon_file(), {}));
    const OpenPlayer player(spoon.file());
    REQUIRE(sinew_player_n_coordinates(player) == 12);
    REQUIRE(sinew_player_n_points(player) > 1000);
    CHECK(same_bits(player.state(), spoon.solver().state()));
    double largest = 0;
    for (int k = 0; k < 20; ++k) {
        CHECK(n_different(spoon, player, 100) == 0);
        const Points nodes = spoon.body().positions(spoon.solver().state().q);
        CHECK(player.node_positions() == nodes);
        CHECK(player.point_positions() == spoon.surface()->deform(nodes));
        CHECK(sinew_player_time(player) == spoon.clock().time());
        largest = std::max(largest, deflection(spoon, player));
    }
    CHECK(largest > 0.1);
    CHECK(sinew_player_n_triangles(player) == spoon.surface()->rest.n_triangles());
}

TEST_CASE("player: steps of all schemes, dampings and loads are those of a run, bit by bit") {
    BeamScene beam;
    const std::string one = ", newton: {iterations: 1, line_search: false}}";
    SECTION("gravity with damping") {}
    SECTION("exact damping") {
        beam.solver = "{type: implicit_newmark, damping: {stiffness: 0.01, tangent: exact}" + one;
    }
    SECTION("numerical damping") {
        beam.solver = "{type: implicit_newmark, beta: 0.36, gamma: 0.7" + one;
    }
    SECTION("backward Euler") {
        beam.solver = "{type: implicit_euler" + one;
    }
    SECTION("three iterations") {
        beam.solver = "{type: implicit_newmark, newton: {iterations: 3, line_search: false}}";
    }
    SECTION("loads that begin, end and change") {
        beam.loads =
            "[{type: gravity, until: 0.1 s}, {type: point, at: [1, 0.05, 0.05], force: {expr: "
            "[\"0\", \"sin(40*t)\", \"0.5\"]}, from: 0.05 s}, {type: traction, where: {plane: "
            "{normal: [1, 0, 0], offset: 1}}, force: [0, 0, 0.5 N]}]";
    }
    SECTION("a body that moves at the start") {
        beam.more = "    initial: {velocity: [0, 0, 1]}\n";
    }
    SECTION("two stiffnesses") {
        beam.material = "{type: stvk, young: 2 MPa, poisson: 0.45, density: 900}";
    }
    SECTION("a tangent that is not definite") {
        // 200 N along its axis; it buckles at 21 N.
        beam.loads = "[{type: gravity}, {type: body_force, force: [-2e4, 0, 0]}]";
        beam.basis = "{type: linear_modes, modes: 12}";
    }
    Exported exported(beam.scene());
    const OpenPlayer player(exported.file());
    CHECK(same_bits(player.state(), exported.solver().state()));
    CHECK(n_different(exported, player, 200) == 0);
    CHECK(deflection(exported, player) > 1e-3);
}

TEST_CASE("player: loads keep their last value after the end of the run") {
    BeamScene beam;
    Exported exported(beam.scene());
    const OpenPlayer player(exported.file());
    CHECK(n_different(exported, player, 400) == 0);  // 0.57 s, and the run ends at 0.3 s
}

TEST_CASE("player: a force on a node is that of a scene's load there, bit by bit") {
    // From the first step on: a load that acts at the start has a share in its acceleration.
    BeamScene loaded, bare;
    loaded.loads =
        "[{type: gravity}, {type: point, where: {box: {min: [0.95, 0.09, 0.04], max: [1.05, 0.11, "
        "0.06]}}, force: [0, 1, -2], from: 1 us}]";
    Exported with(loaded.scene()), without(bare.scene());
    const OpenPlayer player(without.file());
    const Points& rest = without.body().body().mesh.positions;
    Index node = 0;
    (rest.colwise() - Eigen::Vector3d(1, 0.1, 0.05)).colwise().norm().minCoeff(&node);
    const Eigen::Vector3d force(0, 1, -2);
    REQUIRE(sinew_player_add_node_force(player, int(node), force.data()) == SINEW_PLAYER_OK);
    CHECK(n_different(with, player, 200) == 0);
    CHECK(deflection(with, player) > 1e-3);
    sinew_player_clear_forces(player);
    sinew_player_reset(player);
    CHECK(n_different(without, player, 200) == 0);
}

TEST_CASE("player: a force on the surface does the work that its point goes through") {
    BeamScene beam;
    beam.loads = "[]";
    beam.more =
        "    visual: {mesh: {type: isosurface, edge: 5 cm, shape: {box: {min: [0.01, 0.01, "
        "0.01], max: [0.99, 0.09, 0.09]}}}}\n";
    beam.solver = "{type: implicit_newmark, newton: {iterations: 1, line_search: false}}";
    Exported exported(beam.scene());
    const OpenPlayer player(exported.file());
    const Points rest = player.point_positions();
    CHECK((rest - exported.surface()->rest.positions).cwiseAbs().maxCoeff() < 1e-14);
    Index point = 0;
    rest.row(0).maxCoeff(&point);
    const Eigen::Vector3d force(0.1, -0.2, 0.3);
    sinew_player_add_point_force(player, int(point), force.data());
    for (int k = 0; k < 50; ++k) REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
    // Average acceleration keeps energy up to the error of one iteration a step.
    const State state = player.state();
    auto& forces = dynamic_cast<ReducedSystem&>(exported.body()).reduced_forces();
    const double energy = 0.5 * state.v.squaredNorm() + forces.energy(state.q);
    const double work = force.dot((player.point_positions() - rest).col(point));
    CHECK(work > 1e-4);
    CHECK(energy == Approx(work).epsilon(1e-3));
}

TEST_CASE("player: internal forces are those of mechanics, and a reset begins anew") {
    BeamScene beam;
    Exported exported(beam.scene());
    const OpenPlayer player(exported.file());
    n_different(exported, player, 50);
    const State state = player.state();
    Vector internal(6);
    REQUIRE(sinew_player_internal_forces(player, internal.data()) == SINEW_PLAYER_OK);
    Forces forces;
    exported.solver().system().forces(state.q, state.v, forces);
    CHECK(internal == forces.internal);
    CHECK(internal.norm() > 0.1);
    sinew_player_reset(player);
    CHECK(sinew_player_time(player) == 0);
    for (int k = 0; k < 50; ++k) sinew_player_step(player);
    CHECK(same_bits(player.state(), state));
    Eigen::Vector3d x, v;
    const Points nodes = player.node_positions();
    sinew_player_node(player, 40, x.data(), v.data());
    CHECK((x - nodes.col(40)).norm() < 1e-15);
    CHECK((v - exported.body().velocities(state.q, state.v).col(40)).norm() < 1e-14);
}

TEST_CASE("player: the programs of a user agree: sinew export, sinew run and thirty lines of C") {
    setenv("SINEW_PLUGIN_PATH", SINEW_PLUGIN_DIR, 1);
    const WorkFolder work;
    std::string scene = (std::ostringstream() << std::ifstream(spoon_file()).rdbuf()).str();
    scene.replace(scene.find("outputs: ["), std::string::npos, "outputs: [{type: checkpoint}]\n");
    const std::string file = work.write("spoon.yaml", scene), model = work.path("spoon.h5");
    const Outcome exported = call("export '" + file + "' -o '" + model + "'");
    CAPTURE(exported.text);
    REQUIRE(exported.code == 0);
    CHECK_THAT(exported.text, Catch::Contains("12 degrees of freedom, "));
    const Outcome run = call("run '" + file + "' --quiet -o '" + work.path("out") + "'");
    CAPTURE(run.text);
    REQUIRE(run.code == 0);

    const OpenPlayer player(model);
    for (int k = 0; k < 2000; ++k) REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
    const Archive end = read_archive(work.path("out/checkpoint-2000.h5"));
    CHECK(player.state().q == end.vector("solver/spoon/q", 12));
    CHECK(player.state().v == end.vector("solver/spoon/v", 12));
    CHECK(player.state().a == end.vector("solver/spoon/a", 12));

    const Outcome refused = call("export '" + file + "' --set scene.spoon.solver.type=static");
    CHECK(refused.code == 2);
    const Outcome shown = call("info '" + model + "'");
    CHECK_THAT(shown.text,
               Catch::Contains("reduced model of Spoon: 12 degrees of freedom, steps of 0.001 "
                               "s, format 2"));

    const std::string played = work.path("played.txt");
    REQUIRE(std::system(("'" SINEW_PLAYER_SPOON "' '" + model + "' > '" + played + "'").c_str()) ==
            0);
    std::istringstream lines(work.read("played.txt"));
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    REQUIRE(all.size() == 200);
    const Eigen::Vector3d x = player.node(0);
    CHECK(all.back() == fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", 2.0, x[0], x[1], x[2]));
}

TEST_CASE("player: a body without a visual shows its skin") {
    BeamScene beam;
    Exported exported(beam.scene());
    const OpenPlayer player(exported.file());
    const Boundary& skin = exported.body().body().skin;
    REQUIRE(sinew_player_n_points(player) == int(skin.nodes.size()));
    CHECK(sinew_player_n_triangles(player) == int(skin.triangles.cols()));
    CHECK(n_different(exported, player, 50) == 0);
    CHECK(player.point_positions() == player.node_positions()(Eigen::all, skin.nodes));
    const int* corners = sinew_player_triangles(player);
    for (Index k = 0; k < skin.triangles.size(); ++k)
        CHECK(skin.nodes[std::size_t(corners[k])] == skin.triangles.data()[k]);
}
