#include <catch2/catch.hpp>

#include "graph_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

TEST_CASE("graph: nodes have paths, parents and slots") {
    PartGraph scene(R"(
  - node: arm
    part: {type: recorder, name: a}
    children:
      - node: hand
        parts: [{type: other}, {type: recorder, name: b}]
  - node: leg
)");
    std::vector<std::string> paths;
    scene.graph->visit([&](SceneNode& node) { paths.push_back(node.path()); });
    CHECK(paths == std::vector<std::string>{"/", "/arm", "/arm/hand", "/leg"});
    SceneNode& hand = scene.graph->find(scene.graph->root(), "/arm/hand", {});
    CHECK(hand.slot_count("parts") == 2);
    CHECK(hand.slot_count("part") == 0);
    CHECK(hand.slot("part") == nullptr);
    CHECK(hand.parent()->name() == "arm");
    CHECK(scene.graph->time().step == 0.1);
}

TEST_CASE("graph: `none` empties a slot, as if it were absent") {
    PartGraph scene("  - {node: a, part: none, parts: none}\n");
    SceneNode& a = scene.graph->find(scene.graph->root(), "/a", {});
    CHECK(a.slot("part") == nullptr);
    CHECK(a.slot_count("parts") == 0);
}

TEST_CASE("graph: a rotation by three numbers is refused with what to write") {
    CHECK_THROWS_WITH(
        PartGraph("  - {node: a, transform: {rotate: [0, 30, 0]}}\n"),
        Contains("rotate: expected a rotation {axis: [x, y, z], angle: 30 deg} or a list of them, "
                 "got a list of numbers") &&
            Contains("{axis: [0, 1, 0], angle: 30 deg}]"));
    CHECK_THROWS_WITH(
        PartGraph("  - {node: a, transform: {rotate: 90 deg}}\n"),
        Contains("got the text '90 deg'") && Contains("{axis: [0, 0, 1], angle: 90 deg}"));
}

TEST_CASE("graph: a node's name is short enough for messages and files") {
    CHECK_THROWS_WITH(PartGraph("  - {node: " + std::string(3000, 'b') + "}\n"),
                      Contains("a name of 3000 characters is too long for a node"));
}

TEST_CASE("graph: paths lead up, down and from the root") {
    PartGraph scene("  - {node: a, children: [{node: b}, {node: c}]}\n  - {node: d}\n");
    SceneGraph& graph = *scene.graph;
    SceneNode& b = graph.find(graph.root(), "/a/b", {});
    CHECK(graph.find(b, ".", {}).path() == "/a/b");
    CHECK(graph.find(b, "..", {}).path() == "/a");
    CHECK(graph.find(b, "../c", {}).path() == "/a/c");
    CHECK(graph.find(b, "../../d", {}).path() == "/d");
    CHECK(graph.find(*b.parent(), "c", {}).path() == "/a/c");
    CHECK(graph.find(b, "/", {}).path() == "/");
    CHECK_THROWS_WITH(graph.find(b, "../../..", {}), Contains("climbs above the scene"));
}

TEST_CASE("graph: transforms scale, then rotate, then move, and accumulate down the tree") {
    PartGraph scene(R"(
  - node: a
    transform: {translate: [0, 0, 1], rotate: {axis: [0, 0, 2], angle: 90 deg}, scale: 2}
    children:
      - node: b
        transform: {translate: [1, 0, 0], scale: [1, 2, 3]}
      - node: c
        transform:
          rotate: [{axis: [1, 0, 0], angle: 90 deg}, {axis: [0, 0, 1], angle: 90 deg}]
)");
    SceneGraph& graph = *scene.graph;
    const Eigen::Vector3d x(1, 1, 1);
    const auto at = [&](const char* path) -> Eigen::Vector3d {
        return graph.find(graph.root(), path, {}).world() * x;
    };
    CHECK((at("/a") - Eigen::Vector3d(-2, 2, 3)).norm() < 1e-14);
    CHECK((at("/a/b") - Eigen::Vector3d(-4, 4, 7)).norm() < 1e-14);
    // (1,1,1) -> about x -> (1,-1,1) -> about z -> (1,1,1), then as in a.
    CHECK((at("/a/c") - Eigen::Vector3d(-2, 2, 3)).norm() < 1e-14);
}

TEST_CASE("graph: mistakes in a transform are reported with their places") {
    const auto mistakes = mistakes_in(R"(
  - node: a
    transform: {scale: 0, rotate: {axis: [0, 0, 0], angle: 3 m}, turn: 1}
  - node: b
    transform: {rotate: {axis: [0, 0, 0], angle: 1}}
)");
    REQUIRE(mistakes.size() == 4);
    CHECK_THAT(format(mistakes[3]), Contains("parts.yaml:8:32") &&
                                        Contains("the axis of a rotation has no length") &&
                                        Contains("/b"));
}

TEST_CASE("graph: every mistake of a scene is reported at once") {
    const auto mistakes = mistakes_in(R"(
  - node: 1st
  - node: a
    prat: {type: other}
    part: {type: recordr}
    parts: {type: other}
    spot: {radius: -1}
  - node: a
    part: {name: x}
  - node: c
    part: {type: recorder, size: 3 kg, nmae: c}
    parts: [{type: recorder, needs: [../d]}, 7]
    spare:
    spot: {beside: /a/b/c}
    children: {node: e}
  - just a text
)",
                                      "tite: x\n");
    std::string all;
    for (const Diagnostic& one : mistakes) all += format(one) + "\n";
    INFO(all);
    CHECK_THAT(all, Contains("the scene has no parameter 'tite'; did you mean 'title'"));
    CHECK_THAT(all, Contains("'1st' is no name for a node"));
    CHECK_THAT(all, Contains("a node has no 'prat'") && Contains("did you mean 'part'"));
    CHECK_THAT(all, Contains("recordr") && Contains("recorder"));
    CHECK_THAT(all, Contains("'parts' takes a list, not a map"));
    CHECK_THAT(all, Contains("radius") && Contains("-1"));
    CHECK_THAT(
        all, Contains("two nodes of the scene are named 'a'") && Contains("the first is at line"));
    CHECK_THAT(all, Contains("'part' does not say its type") &&
                        Contains("types of part: other, picky, recorder"));
    CHECK_THAT(all, Contains("size") && Contains("kg"));
    CHECK_THAT(all, Contains("part/recorder has no parameter 'nmae'; did you mean 'name'?"));
    CHECK_THAT(all, Contains("'../d' names no node: the scene has no child 'd'"));
    CHECK_THAT(all, Contains("'parts' takes {type: ...}, not"));
    CHECK_THAT(all, Contains("'spare' is empty"));
    CHECK_THAT(all, Contains("'/a/b/c' names no node: /a has no child 'b'"));
    CHECK_THAT(all, Contains("nodes are a list, not a map"));
    CHECK_THAT(all, Contains("a node is a map, not"));
    CHECK(mistakes.size() == 16);
}

TEST_CASE("graph: a folder of plugins without a name is a mistake at its place") {
    const auto mistakes = mistakes_in("  - node: a\n", "plugins: ['', ~]\n");
    REQUIRE(mistakes.size() == 2);
    for (const Diagnostic& one : mistakes) {
        CHECK_THAT(one.message, Contains("expected the path of a file or folder, got "));
        CHECK(one.where.line == 3);
    }
}

TEST_CASE(
    "graph: a type with its kind, or in the slot of another kind, is answered with what to write") {
    std::vector<SlotRule> slots = part_slots();
    slots.push_back({"outputs", "output", true, "What is written", "", nullptr, nullptr});
    const auto mistakes = mistakes_of([&] {
        PluginRegistry plugins({SINEW_RUN_PLUGIN_DIR});
        SceneGraph(parse_scene("sinew: 1\ntime: {end: 1, step: 1}\nscene:\n"
                               "  - node: a\n"
                               "    part: {type: trace}\n"
                               "    parts: [{type: part/recorder}]\n"
                               "    outputs: [{type: recorder}]\n"
                               "    spare: {type: counter}\n",
                               "parts.yaml"),
                   plugins, slots);
    });
    REQUIRE(mistakes.size() == 4);
    CHECK_THAT(mistakes[0].message, Contains("there is no plugin part/trace"));
    CHECK(mistakes[0].remedy == "output/trace is of the kind output: give it in `outputs:`");
    CHECK(mistakes[1].message == "a type is named without its kind, not 'part/recorder'");
    CHECK(mistakes[1].remedy == "write type: recorder");
    CHECK(mistakes[1].where.line == 6);
    CHECK(mistakes[2].remedy ==
          "part/recorder is of the kind part: give it in `part:` or `parts:` or `spare:`");
    CHECK(mistakes[3].remedy ==
          "solver/counter is of the kind solver: give it to a plugin that takes one");
}

TEST_CASE("graph: what acts with another slot needs it on its node or on one above") {
    std::vector<SlotRule> slots = part_slots();
    slots[2].needs_above = "part";
    PluginRegistry plugins({SINEW_RUN_PLUGIN_DIR});
    const auto mistakes = mistakes_of([&] {
        SceneGraph(parse_scene("sinew: 1\ntime: {end: 1, step: 1}\nscene:\n"
                               "  - node: a\n"
                               "    children: [{node: b, spare: {type: other}}]\n"
                               "    part: {type: other}\n"
                               "  - {node: c, spare: {type: other}}\n",
                               "parts.yaml"),
                   plugins, slots);
    });
    REQUIRE(mistakes.size() == 1);
    CHECK(mistakes[0].message ==
          "/c has 'spare', and neither it nor a node above has a 'part', so it would have no "
          "effect");
    CHECK(mistakes[0].remedy == "give this node or one above a part");
    CHECK(mistakes[0].where.line == 7);
}

TEST_CASE("graph: a dangling reference names what could be meant") {
    const auto remedy = [](const std::string& reference) {
        const auto mistakes = mistakes_in(
            "  - {node: arm, children: [{node: skeleton}]}\n  - {node: skin, part: {type: "
            "recorder, needs: [" +
            reference + "]}}\n");
        REQUIRE(mistakes.size() == 1);
        CHECK(mistakes[0].node_path == "/skin");
        CHECK(mistakes[0].plugin == "part/recorder");
        CHECK(mistakes[0].where.line == 5);
        return mistakes[0].remedy;
    };
    CHECK(remedy("/skeleton") == "did you mean '/arm/skeleton'?");
    CHECK(remedy("/arm/skeletn") == "did you mean 'skeleton'?");
    CHECK(remedy("/arm/xyz") == "/arm holds: skeleton");
    CHECK(remedy("../skin/bone") == "/skin has no children");
}

TEST_CASE("graph: a scene needs nodes, a time and a step that is not zero") {
    const auto mistakes = mistakes_of([] {
        PluginRegistry plugins({SINEW_RUN_PLUGIN_DIR});
        SceneGraph(parse_scene("sinew: 1\ntime: {end: 1, step: 0}\n"), plugins, part_slots());
    });
    REQUIRE(mistakes.size() == 2);
    CHECK_THAT(mistakes[0].message, Contains("step"));
    CHECK_THAT(mistakes[1].message, Contains("the file has no 'scene:'"));
}
