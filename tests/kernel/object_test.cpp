#include <catch2/catch.hpp>
#include <sinew/kernel/graph/build_context.hpp>

#include "graph/graph_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("object: it refuses in its name, at its own place or at that of a parameter") {
    PartGraph scene("  - {node: a, part: {type: recorder, name: b}}\n");
    scene.graph->build();
    const Origin& origin =
        scene.graph->object(*scene.graph->root().children().front(), "part")->provenance;
    for (const bool is_of_parameter : {false, true}) {
        const auto mistakes = mistakes_of([&] {
            if (is_of_parameter) origin.fail(origin.at("name"), "it is odd", "mend it");
            origin.fail("it is odd", "mend it");
        });
        REQUIRE(mistakes.size() == 1);
        CHECK(mistakes[0].severity == Severity::error);
        CHECK(mistakes[0].message == "it is odd");
        CHECK(mistakes[0].remedy == "mend it");
        CHECK(mistakes[0].node_path == "/a");
        CHECK(mistakes[0].plugin == "part/recorder");
        CHECK(mistakes[0].where.line == 4);
        CHECK((mistakes[0].where.column > origin.where.column) == is_of_parameter);
    }
}

TEST_CASE("object: while it is built a warning has its place, or the one that is given") {
    PartGraph scene("  - {node: a, part: {type: recorder, name: b}}\n");
    scene.graph->build();
    SceneNode& node = *scene.graph->root().children().front();
    const Origin& origin = scene.graph->object(node, "part")->provenance;
    const BuildContext context(*scene.graph, node, origin.plugin, origin.where, origin.value.get());
    context.warn("it is odd", "mend it");
    context.warn(context.at("name"), "it is odd", "mend it");
    const auto& warnings = scene.graph->warnings();
    REQUIRE(warnings.size() == 3);  // the first is the recorder's own
    CHECK(warnings[1].where.column == origin.where.column);
    CHECK(warnings[2].where.column > origin.where.column);
    for (const Diagnostic& warning : {warnings[1], warnings[2]}) {
        CHECK(warning.message == "it is odd");
        CHECK(warning.node_path == "/a");
        CHECK(warning.plugin == "part/recorder");
    }
}
