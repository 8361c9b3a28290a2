/// Bodies whose forces are sums over few elements: the player moves them as a run does, bit by bit.

#include <catch2/catch.hpp>
#include <sinew/mechanics/reduced/exportable.hpp>
#include <sinew/mechanics/reduced/reduced_system.hpp>

#include "exported.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

/// A cantilever under its weight, thrown sideways, whose forces are those of eight elements.
BeamScene sampled(const std::string& law, const std::string& element = "tet4") {
    BeamScene beam;
    beam.element = element;
    beam.material = "{type: " + law + ", young: 300 kPa, poisson: 0.4}";
    beam.forces = "{type: cubature, size: 8, poses: {type: gaussian, count: 30}, unreached: keep}";
    beam.more = "    initial: {velocity: [0, 2, 0]}\n";
    return beam;
}

/// Steps of player and solver whose states differ in any bit, and the largest distance of a node
/// from where it rests [m].
std::pair<int, double> play(Exported& exported, const OpenPlayer& player, int n_steps) {
    std::pair<int, double> found{0, 0};
    for (int k = 0; k < n_steps; ++k) {
        exported.step();
        REQUIRE(sinew_player_step(player) == SINEW_PLAYER_OK);
        found.first += !same_bits(player.state(), exported.solver().state());
        const Points u = player.node_positions() - exported.body().body().mesh.positions;
        found.second = std::max(found.second, u.colwise().norm().maxCoeff());
    }
    return found;
}

}  // namespace

TEST_CASE("player: sampled elements of each law move as in a run, bit by bit") {
    for (const std::string law : {"stvk", "corotational", "neo_hookean", "stable_neo_hookean"}) {
        CAPTURE(law);
        Exported exported(sampled(law).scene());
        CHECK(exported.model().text("forces/law") == law);
        const OpenPlayer player(exported.file());
        const auto [n_different, deflection] = play(exported, player, 300);
        CHECK(n_different == 0);
        CHECK(deflection > 0.1);  // of a beam of 1 m
    }
}

TEST_CASE("player: sampled elements of more nodes, more iterations and other schemes agree too") {
    BeamScene beam = sampled("neo_hookean", "hex8");
    SECTION("bricks") {}
    SECTION("quadratic tetrahedra") {
        beam.element = "tet10";
    }
    SECTION("backward Euler by three iterations") {
        beam.solver = "{type: implicit_euler, newton: {iterations: 3, line_search: false}}";
    }
    SECTION("a tangent that is not definite") {
        // 200 N along its axis; it buckles at 6 N.
        beam.material = "{type: stvk, young: 300 kPa, poisson: 0.4}";
        beam.loads = "[{type: gravity}, {type: body_force, force: [-2e4, 0, 0], until: 0.05 s}]";
    }
    Exported exported(beam.scene());
    const OpenPlayer player(exported.file());
    const auto [n_different, deflection] = play(exported, player, 200);
    CHECK(n_different == 0);
    CHECK(deflection > 0.1);
}

TEST_CASE("player: sampled elements keep the constants of their regions") {
    BeamScene beam = sampled("neo_hookean");
    std::string text = beam.text();
    const std::size_t first = text.find("{type: box"), last = text.find('\n', first);
    text.replace(first, last - first,
                 "{type: abaqus, file: " SINEW_SOURCE_DIR "/scenes/mesh/bar.inp}");
    const std::string young = "young: 300 kPa", poisson = "poisson: 0.4";
    text.replace(text.find(young), young.size(),
                 "young: {default: 200 kPa, regions: {tip: 50 kPa}}");
    text.replace(text.find(poisson), poisson.size(), "poisson: 0.3");
    text.replace(text.find("size: 8,"), 8, "size: 16,");
    const std::string plane = "{plane: {normal: [1, 0, 0], offset: 0}}";
    text.replace(text.find(plane), plane.size(), "{set: root}");
    Exported exported(parse_scene(text, "bar.yaml"));
    const OpenPlayer player(exported.file());
    const auto [n_different, deflection] = play(exported, player, 200);
    CHECK(n_different == 0);
    CHECK(deflection > 0.01);

    // mu = E / (2 (1 + nu)) of each sampled element.
    const Body& body = exported.body().body();
    const std::vector<int>& tip = body.mesh.element_sets.at("tip");
    const std::vector<std::int64_t> elements = exported.model().integers("forces/elements");
    const std::vector<double> constants = exported.model().numbers("forces/constants");
    REQUIRE(constants.size() == 2 * elements.size());
    int n_tip = 0;
    for (std::size_t k = 0; k < elements.size(); ++k) {
        const bool is_tip = std::binary_search(tip.begin(), tip.end(), int(elements[k]));
        n_tip += is_tip;
        CHECK(constants[2 * k] == Approx((is_tip ? 50e3 : 200e3) / 2.6));
    }
    CHECK(n_tip > 0);
    CHECK(n_tip < int(elements.size()));
}

TEST_CASE("player: the forces of sampled elements are the gradient of mechanics' energy") {
    Exported exported(sampled("corotational").scene());
    const OpenPlayer player(exported.file());
    play(exported, player, 60);
    auto& forces = dynamic_cast<ReducedSystem&>(exported.body()).reduced_forces();
    const State state = player.state();
    Vector f(state.q.size()), elastic;
    REQUIRE(!forces.forces(state.q, elastic));
    Forces all;
    exported.solver().system().forces(state.q, state.v, all);
    REQUIRE(sinew_player_internal_forces(player, f.data()) == SINEW_PLAYER_OK);
    CHECK(f == all.internal);
    const auto error = [&](double h) {
        Vector difference(state.q.size());
        for (Index i = 0; i < state.q.size(); ++i) {
            Vector q = state.q;
            q[i] += h;
            const double above = forces.energy(q);
            q[i] -= 2 * h;
            difference[i] = (above - forces.energy(q)) / (2 * h);
        }
        return (difference - elastic).norm() / elastic.norm();
    };
    const double h = 1e-2 * state.q.norm();
    CHECK(error(h) < 0.05);
    CHECK(error(h) / error(h / 2) == Approx(4).epsilon(0.1));
}

TEST_CASE("player: an inverted element is named as the mesh counts it, and the motion stays") {
    BeamScene beam = sampled("neo_hookean");
    beam.solver = "{type: implicit_newmark, newton: {iterations: 2, line_search: false}}";
    Exported exported(beam.scene());
    const OpenPlayer player(exported.file());
    const State before = player.state();
    const double wild[3] = {-1e9, 0, 0};
    const int last = sinew_player_n_nodes(player) - 1;
    sinew_player_add_node_force(player, last, wild);
    REQUIRE(sinew_player_step(player) == SINEW_PLAYER_STEP_FAILED);
    const std::string message = sinew_player_message(player);
    CHECK_THAT(message, Contains("an element is inverted (element "));
    const int named = std::stoi(message.substr(message.find("(element ") + 9));
    const std::vector<std::int64_t> elements = exported.model().integers("forces/elements");
    CHECK(std::count(elements.begin(), elements.end(), named) == 1);
    CHECK(same_bits(player.state(), before));
}

TEST_CASE("player: sampled elements that do not fit each other are refused by their key") {
    const Exported exported(sampled("stable_neo_hookean").scene());
    const WorkFolder work;
    const auto opened = [&](const std::string& key, const auto& value) {
        Archive model = exported.model();
        model.put(key, value);
        write_archive(work.path("model.h5"), model);
        sinew_player* player = nullptr;
        const int status = sinew_player_open(work.path("model.h5").c_str(), &player);
        sinew_player_close(player);
        return std::pair(status, std::string(sinew_player_message(nullptr)));
    };
    const auto refused = [&](const std::string& key, const auto& value) {
        const auto [status, message] = opened(key, value);
        CAPTURE(key, message);
        CHECK(status == SINEW_PLAYER_DAMAGED_FILE);
        CHECK_THAT(message, Contains(key) && Contains("export it again"));
    };
    const auto c = Index(exported.model().integers("forces/elements").size());
    refused("forces/elements", std::vector<std::int64_t>{});
    refused("forces/elements", std::vector<std::int64_t>(std::size_t(c), -1));
    refused("forces/weights", Vector(Vector::Ones(c + 1)));
    refused("forces/weights", Vector(Vector::Constant(c, -1)));
    refused("forces/element", std::string("wedge6"));
    refused("forces/nodes", std::vector<std::int64_t>(std::size_t(4 * c), 3));
    refused("forces/nodes", std::vector<std::int64_t>(std::size_t(4 * c), 1000000));
    refused("forces/nodes", std::vector<std::int64_t>{0, 1, 2, 3});
    refused("forces/volumes", Vector(Vector::Ones(c + 1)));
    refused("forces/volumes", Vector(Vector::Ones(4 * c)));  // points of tet4
    refused("forces/gradients", Vector(Vector::Ones(9 * c - 1)));
    refused("forces/constants", Vector(Vector::Ones(2 * c)));
    const auto [status, message] = opened("forces/law", std::string("mooney_rivlin"));
    CHECK(status == SINEW_PLAYER_OTHER_VERSION);
    CHECK_THAT(message, Contains("has the law 'mooney_rivlin'"));
}

TEST_CASE("export: sampled elements under other laws are refused, before they are trained") {
    BeamScene beam = sampled("arap");
    beam.material = "{type: arap, young: 1 MPa}";
    PluginRegistry plugins({std::filesystem::path(SINEW_PLUGIN_DIR)});
    SceneGraph graph(beam.scene(), plugins, mechanics_slots());
    try {
        refuse_unexportable_laws(graph);
        FAIL("exported");
    } catch (const InputError& error) {
        CHECK_THAT(error.what(),
                   Contains("beam.yaml:6:22") && Contains("does not know material/arap") &&
                       Contains("corotational, neo_hookean, stable_neo_hookean, stvk"));
    }
    const BeamScene known = sampled("neo_hookean");
    SceneGraph allowed(known.scene(), plugins, mechanics_slots());
    CHECK_NOTHROW(refuse_unexportable_laws(allowed));
}
