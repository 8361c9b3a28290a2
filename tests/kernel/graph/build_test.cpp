#include <catch2/catch.hpp>

#include "graph_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Lines = std::vector<std::string>;

TEST_CASE("graph: children come before parents, slots in the table's order, needs first") {
    PartGraph scene(R"(
  - node: a
    parts: [{type: recorder, name: a1}, {type: recorder, name: a2}]
    part: {type: recorder, name: a0, needs: [/b/c]}
    children: [{node: d, part: {type: recorder, name: d}}]
  - node: b
    part: {type: recorder, name: b}
    children: [{node: c, part: {type: recorder, name: c, attaches: true}}]
)");
    scene.graph->build();
    CHECK(*scene.lines == Lines{"+d", "+c", "+a0", "+a1", "+a2", "+b"});
    scene.lines->clear();
    scene.graph.reset();
    // The attachment of c was complete before c itself.
    CHECK(*scene.lines == Lines{"-b", "-a2", "-a1", "-a0", "-c", "-attachment of c", "-d"});
}

TEST_CASE("graph: objects are built once, on the first request") {
    PartGraph scene("  - {node: a, part: {type: recorder, name: a}}\n");
    SceneNode& a = *scene.graph->root().children().front();
    CHECK(scene.lines->empty());
    Object* part = scene.graph->object(a, "part");
    CHECK(scene.graph->object<Part>(a, "part") == part);
    scene.graph->build();
    CHECK(*scene.lines == Lines{"+a"});
    CHECK(scene.graph->object(a, "part", 1) == nullptr);
    CHECK(scene.graph->object(a, "parts") == nullptr);
}

TEST_CASE("graph: what acts through others is reported where none of them asks for it") {
    std::vector<SlotRule> slots = part_slots();
    slots[0].users = "give it a neighbour";
    PluginRegistry plugins({SINEW_RUN_PLUGIN_DIR});
    SceneGraph graph(parse_scene("sinew: 1\ntime: {end: 1, step: 1}\nscene:\n"
                                 "  - {node: a, part: {type: recorder}}\n"
                                 "  - {node: b, parts: [{type: recorder, needs: [/a]}]}\n"
                                 "  - {node: c, part: {type: other}}\n",
                                 "parts.yaml"),
                     plugins, slots);
    graph.root().attachment<Record>([] { return new Record{std::make_shared<Lines>()}; });
    graph.build();
    std::vector<Diagnostic> unused;
    for (const Diagnostic& one : graph.warnings())
        if (one.remedy == "give it a neighbour") unused.push_back(one);
    REQUIRE(unused.size() == 1);
    CHECK(unused[0].message == "nothing uses the part of /c, so it has no effect");
    CHECK(unused[0].where.line == 6);
}

TEST_CASE("graph: an empty slot with a default gives the default when it is asked for") {
    PartGraph scene("  - {node: a}\n");
    SceneNode& a = *scene.graph->root().children().front();
    Object* spare = scene.graph->object(a, "spare");
    CHECK(spare != nullptr);
    CHECK(scene.graph->object(a, "spare") == spare);
    CHECK(a.slot_count("spare") == 0);
}

TEST_CASE("graph: a circle of references is printed with its places") {
    PartGraph scene(R"(
  - {node: a, part: {type: recorder, name: a, needs: [/b]}}
  - {node: b, part: {type: recorder, name: b, needs: [/c]}}
  - {node: c, part: {type: recorder, name: c, needs: [/a]}}
  - {node: free, part: {type: recorder, name: free}}
)");
    const auto mistakes = mistakes_of([&] { scene.graph->build(); });
    REQUIRE(mistakes.size() == 1);
    CHECK(mistakes[0].message ==
          "objects need each other in a circle: /a part (parts.yaml:5:21) -> /b part "
          "(parts.yaml:6:21) -> /c part (parts.yaml:7:21) -> /a part (parts.yaml:5:21)");
    CHECK_THAT(mistakes[0].remedy, Contains("take one of these references away"));
    CHECK(*scene.lines == Lines{"+free"});
}

TEST_CASE("graph: an object that needs itself is a circle too") {
    PartGraph scene("  - {node: a, part: {type: recorder, needs: [.]}}\n");
    const auto mistakes = mistakes_of([&] { scene.graph->build(); });
    REQUIRE(mistakes.size() == 1);
    CHECK_THAT(mistakes[0].message, Contains("/a part (parts.yaml:4:21) -> /a part"));
}

TEST_CASE("graph: building reports all mistakes, and each only once") {
    PartGraph scene(R"(
  - {node: a, part: {type: recorder, name: a, fails: input}}
  - {node: b, part: {type: recorder, name: b, needs: [/a]}}
  - {node: c, part: {type: recorder, name: c, needs: [/b, /a]}}
  - {node: d, part: {type: recorder, name: d, fails: input}}
  - {node: e, part: {type: recorder, name: e}}
)");
    const auto mistakes = mistakes_of([&] { scene.graph->build(); });
    REQUIRE(mistakes.size() == 2);
    CHECK_THAT(format(mistakes[0]), Contains("parts.yaml:5:21: error: no part 'a' today") &&
                                        Contains("/a") && Contains("part/recorder") &&
                                        Contains("try tomorrow"));
    CHECK(mistakes[1].message == "no part 'd' today");
    CHECK(*scene.lines == Lines{"+e"});
}

TEST_CASE("graph: a failed computation in a constructor names node, plugin and place") {
    PartGraph scene("  - {node: a, part: {type: recorder, fails: computation}}\n");
    try {
        scene.graph->build();
        FAIL("it was built");
    } catch (const ComputationError& error) {
        CHECK(error.diagnostic().message == "it diverges");
        CHECK(error.diagnostic().node_path == "/a");
        CHECK(error.diagnostic().plugin == "part/recorder");
        CHECK(error.diagnostic().where.line == 4);
    }
}

TEST_CASE("graph: a reference to a slot that is empty or of another sort says so") {
    PartGraph scene("  - {node: a}\n  - {node: b, part: {type: recorder, needs: [/a]}}\n");
    const auto mistakes = mistakes_of([&] { scene.graph->build(); });
    REQUIRE(mistakes.size() == 1);
    CHECK(mistakes[0].message == "part/recorder needs the 'part' of /a, which has none");
    CHECK(mistakes[0].where.column == 46);
}

TEST_CASE("graph: warnings of constructors are kept, each once") {
    PartGraph scene("  - {node: a, parts: [{type: recorder}, {type: recorder}]}\n");
    scene.graph->build();
    REQUIRE(scene.graph->warnings().size() == 2);  // two places
    CHECK(scene.graph->warnings()[0].severity == Severity::warning);
    CHECK(scene.graph->warnings()[0].message == "parts are only for tests");
}
