// What holds for every formulation, whatever it is.
#include <algorithm>
#include <catch2/catch.hpp>

#include "bent_arm.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("every formulation: the traits that it declares are what it is") {
    PluginRegistry registry({SINEW_PLUGIN_DIR});
    const std::vector<std::string> names = registry.names(Formulation::kind);
    REQUIRE(names.size() >= 3);
    for (const std::string& name : names) {
        CAPTURE(name);
        // A law that takes no rotations of the rig itself.
        std::string arm = bent_arm("corotational, young: 2 kPa, poisson: 0.3");
        const std::string mixed = "formulation: {type: mixed}";
        arm.replace(arm.find(mixed), mixed.size(), "formulation: {type: " + name + "}");
        SceneBody scene(arm);
        ElasticBody* body = scene.system().elastic_body();
        REQUIRE(body);
        const ElementForces& elements = body->assembler().elements();
        const auto& traits = registry.require(Formulation::kind, name, {}).traits;
        const auto declares = [&](const char* trait) {
            return std::find(traits.begin(), traits.end(), trait) != traits.end();
        };
        CHECK(declares(formulation_trait::follows_rig) == (elements.moves() || body->rest_shape()));
        CHECK(declares(formulation_trait::couples_elements) == !elements.nonlocal_pairs().empty());
    }
}
