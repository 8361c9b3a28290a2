#include <catch2/catch.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/scene_clock.hpp>

using namespace sinew;
using Catch::Contains;

namespace {

/// A scene without nodes, whose `time:` stands in line 2.
struct Timed {
    explicit Timed(const std::string& time)
        : graph(parse_scene("sinew: 1\ntime: " + time + "\nscene:\n  - node: nothing\n",
                            "timed.yaml"),
                plugins, {}) {}
    PluginRegistry plugins{std::vector<std::filesystem::path>{}};
    SceneGraph graph;
};

}  // namespace

TEST_CASE("scene clock: the steps of `time:`, without a word where they are as one expects") {
    Timed scene("{end: 2 s, step: 1/90 s}");
    const Clock clock = scene_clock(scene.graph);
    CHECK(clock.n_steps == 180);
    CHECK(clock.step == Approx(1.0 / 90));
    CHECK(clock.index == 0);
    CHECK(scene.graph.warnings().empty());
}

TEST_CASE("scene clock: more steps than any run can take are a mistake at `step`") {
    Timed scene("{end: 1e13 s, step: 1 s}");
    try {
        scene_clock(scene.graph);
        FAIL("nothing was thrown");
    } catch (const InputError& error) {
        const Diagnostic& d = error.diagnostics().front();
        CHECK(d.message == "1e+13 steps are too many; there must be fewer than 1e+12");
        CHECK(d.remedy == "raise time.step or lower time.end");
        CHECK(d.where.line == 2);
        CHECK(d.where.column == 27);
    }
}

TEST_CASE("scene clock: what rounds up to too many steps is a mistake too") {
    Timed scene("{end: 999999999999.5 s, step: 1 s}");
    CHECK_THROWS_AS(scene_clock(scene.graph), InputError);
    Timed fewer("{end: 999999999999 s, step: 1 s}");
    CHECK(scene_clock(fewer.graph).n_steps == 999999999999);
}

TEST_CASE("scene clock: many steps, and an end between two steps, are warned of at their places") {
    Timed many("{end: 1 s, step: 80 ns}");
    CHECK(scene_clock(many.graph).n_steps == 12500000);
    REQUIRE(many.graph.warnings().size() == 1);
    CHECK(many.graph.warnings()[0].message == "the run has 12500000 steps");
    CHECK(many.graph.warnings()[0].where.column == 24);

    Timed between("{end: 1 s, step: 0.3 s}");
    CHECK(scene_clock(between.graph).n_steps == 4);
    REQUIRE(between.graph.warnings().size() == 1);
    CHECK_THAT(between.graph.warnings()[0].message, Contains("the run ends at 1.2 s"));
    CHECK(between.graph.warnings()[0].where.column == 13);

    Timed within("{end: 1e-6 s, step: 1 s}");
    CHECK(scene_clock(within.graph).n_steps == 1);
    REQUIRE(within.graph.warnings().size() == 1);
    CHECK_THAT(within.graph.warnings()[0].message, Contains("the run ends at 1 s"));
}
