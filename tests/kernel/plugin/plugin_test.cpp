#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/make_object.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/observer.hpp>
#include <sinew/kernel/run/stepper.hpp>

#include "../library/idle_stepper.hpp"

using namespace sinew;

namespace {

SlotRule slot(const char* name, const char* kind) {
    SlotRule rule;
    rule.name = name;
    rule.kind = kind;
    return rule;
}

Value scene_with(const std::string& solver) {
    return parse_scene(
        "sinew: 1\ntime: {end: 1, step: 1}\nscene:\n  - node: a\n    solver: " + solver + "\n",
        "beam.yaml");
}

nlohmann::json report_of(const std::string& solver) {
    PluginRegistry registry({SINEW_TEST_PLUGIN_DIR});
    SceneGraph graph(scene_with(solver), registry, {slot("solver", "solver")});
    graph.build();
    nlohmann::json report;
    graph.object<Stepper>(*graph.root().children().at(0), "solver")->report(report);
    return report;
}

std::vector<Diagnostic> mistakes(const std::string& solver) {
    PluginRegistry registry({SINEW_TEST_PLUGIN_DIR});
    try {
        SceneGraph graph(scene_with(solver), registry, {slot("solver", "solver")});
    } catch (const InputError& error) {
        return error.diagnostics();
    }
    return {};
}

class Plain : public Object {
public:
    static constexpr const char* kind = "plain";
};

/// Takes what every output takes, and its own.
class Watcher final : public Observer {
public:
    struct Params {
        int count = 1;
        static constexpr auto fields =
            std::tuple{field("count", &Params::count, at_least(1), "How many")};
    };
    explicit Watcher(const Params& params) : count(params.count) {}
    void begin(const RunInfo&, const Clock&) override {}
    void observe(const Clock&) override {}
    void finish() override {}
    void report(nlohmann::json&) const override {}
    int count;
};

}  // namespace

TEST_CASE("plugins: parameters and a nested plugin reach the object") {
    const auto report = report_of("{type: whole, gain: 3, linear: {type: whole, answer: 7}}");
    CHECK(report["gain"] == 3);
    CHECK(report["answer"] == 7);
}

TEST_CASE("plugins: a nested plugin that the scene does not name is the default one") {
    CHECK(report_of("{type: whole}")["answer"] == 42);
}

TEST_CASE("plugins: mistakes inside a nested plugin name it") {
    const auto all = mistakes("{type: whole, linear: {type: whole, anwser: 7}}");
    REQUIRE(all.size() == 1);
    CHECK(all[0].message == "linear/whole has no parameter 'anwser'; did you mean 'answer'?");
    CHECK(all[0].plugin == "linear/whole");
    CHECK(all[0].node_path == "/a");
}

TEST_CASE("plugins: a nested plugin that is not there gets the nearest name") {
    const auto all = mistakes("{type: whole, linear: {type: whloe}}");
    REQUIRE(all.size() == 1);
    CHECK(all[0].message == "there is no plugin linear/whloe; did you mean 'whole'?");
    CHECK(all[0].where.column == 42);
}

TEST_CASE("plugins: a nested plugin needs a type") {
    CHECK(mistakes("{type: whole, linear: whole}").at(0).message ==
          "linear: expected a map with the type of a linear plugin, got the text 'whole'");
    CHECK(mistakes("{type: whole, linear: {answer: 3}}").at(0).message ==
          "linear: expected a map with the type of a linear plugin, got a map");
}

TEST_CASE("plugins: every mistake in a plugin's parameters is reported at once") {
    const auto all =
        mistakes("{type: whole, gain: -3 N, gian: 4, linear: {type: whole, answer: -1}}");
    REQUIRE(all.size() == 3);
    CHECK(all[0].message == "gain is -3 N, must be > 0");
    CHECK(all[1].message == "answer is -1, must be >= 0");
    CHECK(all[2].message == "solver/whole has no parameter 'gian'; did you mean 'gain'?");
}

TEST_CASE("plugins: what every plugin of a kind takes is assigned right after construction") {
    const PluginDescription plugin = detail::describe_plugin<Watcher>("output/watcher", "Watches");
    PluginRegistry registry;
    SceneGraph graph(parse_scene("sinew: 1\ntime: {end: 1, step: 1}\nscene: [{node: a}]\n"),
                     registry, {});
    const Value scene = parse_scene("sinew: 1\np: {type: watcher, every: 20 ms, count: 3}\n");
    BuildContext context(graph, graph.root(), plugin.id, scene.find("p")->mark);
    const auto object = make_object(plugin, *scene.find("p"), context);
    const auto* watcher = dynamic_cast<Watcher*>(object.get());
    REQUIRE(watcher);
    CHECK(watcher->count == 3);
    CHECK(watcher->common.every.value() == Approx(0.02));
}

TEST_CASE("plugins: an id is of a kind if it is the kind, a slash and a name") {
    using detail::id_is_of_kind;
    CHECK(id_is_of_kind("plain/x", "plain"));
    CHECK_FALSE(id_is_of_kind("plain/", "plain"));
    CHECK_FALSE(id_is_of_kind("plainer/x", "plain"));
    CHECK_FALSE(id_is_of_kind("plain/x/y", "plain"));
    CHECK_FALSE(id_is_of_kind("x", "plain"));
}

TEST_CASE("plugins: a class without parameters takes none") {
    const PluginDescription plugin = detail::describe_plugin<Plain>("plain/x", "Nothing");
    CHECK(plugin.params().empty());
    CHECK(std::string(plugin.source).empty());
    Diagnostics diagnostics;
    ReadContext reading{diagnostics, nullptr, "/a", plugin.id};
    const Value scene = parse_scene("sinew: 1\np: {type: x, a: 3}\n");
    plugin.read(*scene.find("p"), reading);
    REQUIRE(diagnostics.n_errors() == 1);
    CHECK(diagnostics.all()[0].message == "plain/x has no parameter 'a'; it has none");
}
