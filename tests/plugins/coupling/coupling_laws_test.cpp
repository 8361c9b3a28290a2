// What holds for every coupling, whatever it is.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/library/condition.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <string>

using namespace sinew;

namespace {

/// A parameter of a coupling on which its traits may depend, as a scene writes it.
struct TraitParameter {
    std::string name, value;
};

/// Ways to write each coupling of two bodies, `lower` and `upper`.
const std::multimap<std::string, TraitParameter> ways_of{
    {"contact", {"potential", "barrier"}},
    {"contact", {"potential", "offset"}},
    {"rest_shape_contact", {"stiffness", "10 MPa/m"}},
    {"tie", {"between", "[upper, lower]"}},
};

/// Blocks of 10 cm, half a millimetre apart.
std::string nearby_blocks(const std::string& coupling) {
    const auto block = [](const std::string& name, const std::string& z) {
        return "      - node: " + name +
               "\n        mesh: {type: box, size: [0.1, 0.1, 0.1], origin: "
               "[0, 0, " +
               z +
               "], cells: [2, 2, 2], element: tet4}\n"
               "        material: {type: stable_neo_hookean}\n";
    };
    return "sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n  - node: world\n    couplings: [{" +
           coupling + "}]\n    children:\n" + block("lower", "0") + block("upper", "0.1005");
}

}  // namespace

TEST_CASE("every coupling: its stiffness has no bound where it declares so, and there alone") {
    PluginRegistry registry({SINEW_PLUGIN_DIR});
    const std::vector<std::string> names = registry.names(Coupling::kind);
    for (const std::string& name : names) REQUIRE(ways_of.count(name) > 0);
    for (const auto& [name, written] : ways_of) {
        CAPTURE(name, written.name, written.value);
        SceneGraph graph(
            parse_scene(nearby_blocks("type: " + name + ", " + written.name + ": " + written.value),
                        "blocks.yaml"),
            registry, mechanics_slots());
        graph.build();
        const auto* coupling =
            graph.object<Coupling>(*graph.root().children().front(), "couplings", 0);
        REQUIRE(coupling);
        const auto& traits = registry.require(Coupling::kind, name, {}).traits;
        const bool declares = std::any_of(
            traits.begin(), traits.end(), [&written = written](const std::string& listed) {
                const ListedTrait trait = read_trait(listed);
                if (trait.name != coupling_trait::unbounded_stiffness) return false;
                const auto condition = read_condition(trait.condition);
                if (condition) CHECK(condition->parameter == written.name);
                return !condition || condition->holds_for(written.value);
            });
        CHECK(declares == !coupling->stiffness_bound().has_value());
    }
}
