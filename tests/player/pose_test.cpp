/// The player takes the steps of a body on a rig that a run takes, bit by bit.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <sstream>

#include "damaged_file.hpp"
#include "played_clip.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("player: a body on a rig moves as in its run, bit by bit") {
    ArmScene arm;
    SECTION("inertia by few nodes") {}
    SECTION("dual quaternions") {
        arm.formulation = "{type: posed, poses: [{time: 0.2 s}, {time: 0.3 s}]}";
    }
    SECTION("inertia in closed form") {
        arm.options = "";
    }
    SECTION("a basis whose rate is neglected") {
        arm.options = ", basis_rate: neglected";
    }
    SECTION("a law without a linear part") {
        arm.material = "{type: neo_hookean, young: 30 kPa, poisson: 0.4, density: 1000}";
    }
    SECTION("one pose, and no corrections") {
        arm.formulation = "{type: posed, blend: linear}";
    }
    SECTION("smooth weights of poses") {
        arm.formulation =
            "{type: posed, blend: linear, kernel: multiquadric, poses: [{time: 0.2 s}, {time: 0.3 "
            "s}]}";
    }
    Exported exported(arm.scene());
    const OpenPlayer player(exported.file());
    REQUIRE(sinew_player_n_parameters(player) == 12);
    CHECK(std::string(sinew_player_parameter_name(player, 6)) == "elbow.turn.x");
    CHECK(same_bits(player.state(), exported.solver().state()));
    CHECK(n_different_on_clip(exported, player, 27) == 0);
    // It is where the rig takes it, and lags behind.
    const Points& rest = exported.body().body().mesh.positions;
    CHECK((player.node_positions() - rest).colwise().norm().maxCoeff() > 0.3);
    CHECK(player.state().q.norm() > 1e-3);
    // Again from the start.
    const State end = player.state();
    sinew_player_reset(player);
    for (int k = 1; k <= 27; ++k) {
        const Vector p = clip_at(player, k);
        sinew_player_set_pose(player, p.data(), 12);
        REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
    }
    CHECK(same_bits(player.state(), end));
}

TEST_CASE("player: a surface with a rest shape of its own goes as in a run, bit by bit") {
    ArmScene arm;
    arm.more =
        "    visual: {mesh: {type: isosurface, edge: 6 cm, shape: {box: {min: [0.02, 0.02, 0.02], "
        "max: [0.98, 0.18, 0.18]}}}}\n";
    Exported exported(arm.scene());
    const OpenPlayer player(exported.file());
    REQUIRE(sinew_player_n_points(player) > 100);
    CHECK(n_different_on_clip(exported, player, 12) == 0);
    const BodySystem& body = exported.body();
    const Points nodes = body.positions(exported.solver().state().q);
    REQUIRE(body.rest_surface().cols() == sinew_player_n_points(player));
    CHECK(player.point_positions() ==
          body.rest_surface() + exported.surface()->deform(nodes - body.rest_positions()));
}

TEST_CASE("player: a force on a node of a body on a rig is that of a scene's load there") {
    ArmScene loaded, bare;
    loaded.more =
        "    loads: [{type: gravity}, {type: point, where: {box: {min: [0.99, 0.19, 0.19], max: "
        "[1.01, 0.21, 0.21]}}, force: [0, 1, -2], from: 1 us}]\n";
    const auto without_loads = [](std::string text) {
        const std::string loads = "    loads: [{type: gravity}]\n";
        return text.erase(text.find(loads), loads.size());
    };
    Exported with(parse_scene(without_loads(loaded.text()), "arm.yaml")), without(bare.scene());
    const OpenPlayer player(without.file());
    Index node = 0;
    const Points& rest = without.body().body().mesh.positions;
    const Eigen::Affine3d place = Eigen::Translation3d(0.1, 0.2, 0.3) *
                                  Eigen::AngleAxisd(std::numbers::pi / 9, Eigen::Vector3d::UnitX());
    (rest.colwise() - place * Eigen::Vector3d(1, 0.2, 0.2)).colwise().norm().minCoeff(&node);
    const Eigen::Vector3d force(0, 1, -2);
    REQUIRE(sinew_player_add_node_force(player, int(node), force.data()) == SINEW_PLAYER_OK);
    for (int k = 1; k <= 20; ++k) {
        with.step();
        const Vector p = clip_at(player, k);
        sinew_player_set_pose(player, p.data(), 12);
        REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
    }
    const State& expected = with.solver().state();
    CHECK((player.state().q - expected.q).norm() < 1e-10 * expected.q.norm());
    CHECK((player.node(int(node)) - with.body().positions(expected.q).col(node)).norm() < 1e-10);
    // The velocity is the difference of positions, but for the change of the basis.
    const Eigen::Vector3d before = player.node(int(node));
    const Vector p = clip_at(player, 20);  // the rig stands still
    sinew_player_set_pose(player, p.data(), 12);
    REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
    Eigen::Vector3d velocity;
    sinew_player_node(player, int(node), nullptr, velocity.data());
    const Eigen::Vector3d rate = (player.node(int(node)) - before) / sinew_player_time_step(player);
    CAPTURE(velocity, rate);
    CHECK((velocity - rate).norm() < 1e-9 * rate.norm());
    // Taken away, it is missed.
    sinew_player_clear_forces(player);
    const Vector q = player.state().q;
    REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
    CHECK((player.state().q - q).norm() > 1e-4 * q.norm());
}

TEST_CASE("player: a pose that is none is refused, and one that no body takes loses nothing") {
    ArmScene arm;
    Exported exported(arm.scene());
    const OpenPlayer player(exported.file());
    Vector p = Vector::Zero(12);
    const auto refused = [&](int n) {
        CHECK(sinew_player_set_pose(player, p.data(), n) == SINEW_PLAYER_BAD_ARGUMENT);
        return std::string(sinew_player_message(player));
    };
    CHECK(refused(6) == "a pose of 6 parameters, and the rig has 12");
    p[7] = std::numeric_limits<double>::quiet_NaN();
    CHECK(refused(12) == "parameter 7 (elbow.turn.y) is no number");
    CHECK(sinew_player_set_pose(player, nullptr, 12) == SINEW_PLAYER_BAD_ARGUMENT);
    CHECK(sinew_player_add_node_force(player, 0, &p[6]) == SINEW_PLAYER_BAD_ARGUMENT);
    CHECK_THAT(sinew_player_message(player), Catch::Contains("the force is not finite"));
    REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
    const State state = player.state();
    p.setZero();
    p[6 + 3] = -0.5;  // the elbow moves through the shoulder
    REQUIRE(sinew_player_set_pose(player, p.data(), 12) == SINEW_PLAYER_OK);
    CHECK(sinew_player_step(player) == SINEW_PLAYER_STEP_FAILED);
    CHECK(std::string(sinew_player_message(player)).find("an element is inverted") !=
          std::string::npos);
    CHECK(same_bits(player.state(), state));
    CHECK(sinew_player_time(player) == sinew_player_time_step(player));
    // It goes on as if nothing had been.
    const OpenPlayer other(exported.file());
    const auto velocity = [](sinew_player* of) {
        Eigen::Vector3d v;
        sinew_player_node(of, 100, nullptr, v.data());
        return v;
    };
    p = clip_at(player, 1);
    sinew_player_set_pose(other, p.data(), 12);
    sinew_player_reset(player);
    sinew_player_set_pose(player, p.data(), 12);
    for (sinew_player* one :
         {static_cast<sinew_player*>(player), static_cast<sinew_player*>(other)})
        REQUIRE(sinew_player_step(one) == SINEW_PLAYER_OK);
    const Vector bad = Vector::Unit(12, 6 + 3) * -0.5;
    sinew_player_set_pose(player, bad.data(), 12);
    REQUIRE(sinew_player_step(player) == SINEW_PLAYER_STEP_FAILED);
    CHECK(velocity(player) == velocity(other));
    CHECK(velocity(player).norm() > 0.01);
    CHECK(player.node_positions() == other.node_positions());
    p = clip_at(player, 2);
    for (sinew_player* one :
         {static_cast<sinew_player*>(player), static_cast<sinew_player*>(other)}) {
        sinew_player_set_pose(one, p.data(), 12);
        for (int k = 0; k < 3; ++k) REQUIRE(sinew_player_step(one) == SINEW_PLAYER_OK);
    }
    CHECK(same_bits(player.state(), other.state()));
    CHECK(player.node_positions() == other.node_positions());
}

TEST_CASE("player: a model without a rig has no pose") {
    BeamScene beam;
    Exported exported(beam.scene());
    const OpenPlayer player(exported.file());
    const double p[6] = {};
    CHECK(sinew_player_n_parameters(player) == 0);
    CHECK(sinew_player_parameter_name(player, 0) == nullptr);
    CHECK(sinew_player_set_pose(player, p, 6) == SINEW_PLAYER_BAD_ARGUMENT);
    double to[6];
    CHECK(sinew_player_clip(player, 0, to) == SINEW_PLAYER_BAD_ARGUMENT);
}

TEST_CASE("export: bodies on rigs that no player evaluates are refused, with the reason") {
    ArmScene arm;
    std::string reason;
    SECTION("moduli that change") {
        arm.formulation = "{type: posed, blend: linear, poses: [{time: 0.2 s, young: 60 kPa}]}";
        reason = "no moduli that change with the pose";
    }
    SECTION("inertia by all nodes") {
        arm.formulation = "{type: posed, poses: [{time: 0.2 s}]}";
        arm.options = "";
        reason = "does not sum inertia over all nodes";
    }
    SECTION("vectors that are turned") {
        arm.options = ", interpolation: rotated";
        reason = "mixes vectors as they are";
    }
    SECTION("all elements") {
        arm.forces = "{type: projection}";
        reason = "does not know these forces";
    }
    SECTION("a rig that jumps") {
        arm.formulation = "{type: posed, blend: linear, poses: [{time: 0.2 s}], jumps: [0.25 s]}";
        reason = "its rig jumps";
    }
    SECTION("a step by convergence") {
        arm.solver = "{type: implicit_euler}";
        reason = "iterates to convergence";
    }
    try {
        const Exported exported(arm.scene());
        FAIL("it was exported");
    } catch (const InputError& error) {
        CHECK(std::string(error.what()).find(reason) != std::string::npos);
    }
}

TEST_CASE("player: export, run and thirty lines of C agree on a body on a rig, bit by bit") {
    setenv("SINEW_PLUGIN_PATH", SINEW_PLUGIN_DIR, 1);
    const WorkFolder work;
    ArmScene arm;
    arm.more = "    outputs: [{type: checkpoint}]\n";
    const std::string file = work.write("arm.yaml", arm.text()), model = work.path("arm.h5");
    const Outcome exported = call("export '" + file + "' -o '" + model + "'");
    CAPTURE(exported.text);
    REQUIRE(exported.code == 0);
    CHECK_THAT(exported.text, Catch::Contains("6 degrees of freedom, 225 nodes"));
    const Outcome run = call("run '" + file + "' --quiet -o '" + work.path("out") + "'");
    CAPTURE(run.text);
    REQUIRE(run.code == 0);

    const OpenPlayer player(model);
    for (int k = 1; k <= 27; ++k) {
        const Vector p = clip_at(player, k);
        sinew_player_set_pose(player, p.data(), 12);
        REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
    }
    const Archive end = read_archive(work.path("out/checkpoint-0027.h5"));
    CHECK(player.state().q == end.vector("solver/arm/q", 6));
    CHECK(player.state().v == end.vector("solver/arm/v", 6));

    const std::string played = work.path("played.txt");
    REQUIRE(std::system(("'" SINEW_PLAYER_CHARACTER "' '" + model + "' 80 27 > '" + played + "'")
                            .c_str()) == 0);
    std::istringstream lines(work.read("played.txt"));
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    REQUIRE(all.size() == 27);
    const Eigen::Vector3d x = player.node(80);
    CHECK(all.back() == fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", sinew_player_time(player),
                                    x[0], x[1], x[2]));
}

TEST_CASE("player: a root that the scene does not turn is not turned without its inertia") {
    ArmScene arm;
    arm.formulation = "{type: posed, blend: linear, poses: [{time: 0.2 s}]}";
    arm.options = "";
    std::string text = arm.text();
    const std::string turn = ", turn: {axis: [0, 1, 1], angle: 50 deg}";
    text.erase(text.find(turn), turn.size());
    Exported exported(parse_scene(text, "arm.yaml"));
    const OpenPlayer player(exported.file());
    CHECK(n_different_on_clip(exported, player, 5) == 0);
    const State before = player.state();
    Vector p = clip_at(player, 6);
    p[0] = 0.1;
    REQUIRE(sinew_player_set_pose(player, p.data(), 12) == SINEW_PLAYER_OK);
    CHECK(sinew_player_step(player) == SINEW_PLAYER_STEP_FAILED);
    CHECK_THAT(sinew_player_message(player), Catch::Contains("the root turns"));
    CHECK(same_bits(player.state(), before));
    p[0] = 1e-15;  // rounding is no turn
    REQUIRE(sinew_player_set_pose(player, p.data(), 12) == SINEW_PLAYER_OK);
    REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
    sinew_player_reset(player);
    for (int k = 1; k <= 5; ++k) {
        p = clip_at(player, k);
        sinew_player_set_pose(player, p.data(), 12);
        REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
    }
    p = clip_at(player, 6);
    REQUIRE(sinew_player_set_pose(player, p.data(), 12) == SINEW_PLAYER_OK);
    exported.step();
    REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
    CHECK(same_bits(player.state(), exported.solver().state()));
}

TEST_CASE("player: files of bodies on rigs whose parts do not fit are refused, with the part") {
    ArmScene arm;
    const Exported exported(arm.scene());
    const auto refused = [&](const std::string& key, Archive::Entry entry) {
        Archive changed = exported.model();
        changed.put_entry(key, std::move(entry));
        expect_damaged(changed, key);
    };
    const auto without_last = [&](const std::string& key) {
        Archive::Entry entry = exported.model().entries().at(key);
        if (auto* numbers = std::get_if<std::vector<double>>(&entry)) numbers->pop_back();
        if (auto* integers = std::get_if<std::vector<std::int64_t>>(&entry)) integers->pop_back();
        refused(key, std::move(entry));
    };
    for (const char* key : {"rig/rest",
                            "rig/frame/turn",
                            "rig/values_scales",
                            "rig/turns_scales",
                            "rig/clip",
                            "pose/features",
                            "shape/nodes",
                            "shape/nearby",
                            "shape/nearby_weights",
                            "shape/corrections",
                            "shape/skin/first",
                            "shape/skin/weights",
                            "basis/rows/first",
                            "basis/rows/numbers",
                            "basis/mass/values",
                            "inertia/first",
                            "inertia/masses",
                            "inertia/shapes",
                            "inertia/of_turn",
                            "forces/corners",
                            "forces/reference",
                            "forces/first_columns",
                            "forces/rows_of_poses",
                            "forces/weights_of_poses"})
        without_last(key);
    refused("rig/parents", std::vector<std::int64_t>{2, 1});
    refused("rig/parameters", std::string("one"));
    refused("pose/poses", std::vector<std::int64_t>{4000});
    refused("pose/kernel", std::string("gauss"));
    refused("shape/blend", std::string("none"));
    refused("inertia/type", std::string("none"));
    refused("forces/type", std::string("polynomial"));
    std::vector<double> rows = exported.model().numbers("basis/rows/numbers");
    rows[3] = 1e300;
    refused("basis/rows/numbers", rows);
    std::vector<std::int64_t> columns = exported.model().integers("forces/columns");
    std::swap(columns[0], columns[1]);
    refused("forces/columns", columns);
}
