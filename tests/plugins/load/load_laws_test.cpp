// What holds for every load, whatever it is.
#include <algorithm>
#include <map>

#include "load_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string top = "where: {plane: {normal: [0, 0, 1], offset: 0.5}}";

/// Parameters that each load needs.
const std::map<std::string, std::string> parameters{
    {"body_force", ", force: [0, 0, 1]"},
    {"gravity", ""},
    {"hand", ""},
    {"moment", ", moment: [0, 0, 1], " + top},
    {"point", ", force: [0, 0, 1], " + top},
    {"pressure", ", pressure: 1 Pa, " + top},
    {"pull", ", target: [0, 0, 1], stiffness: 1, " + top},
    {"traction", ", traction: [0, 0, 1], " + top},
};

}  // namespace

TEST_CASE("every load: the traits that it declares are what it is") {
    PluginRegistry registry({SINEW_PLUGIN_DIR});
    const std::vector<std::string> names = registry.names(Load::kind);
    REQUIRE(names.size() == parameters.size());
    for (const std::string& name : names) {
        CAPTURE(name);
        SceneBody scene(box_of("hex8") + "    loads: [{type: " + name + parameters.at(name) +
                        "}]\n");
        const BodyParts parts = body_parts(scene.node());
        REQUIRE(parts.loads.size() == 1);
        const Load& load = *parts.loads.front();
        const auto& traits = registry.require(Load::kind, name, {}).traits;
        const auto declares = [&](const char* trait) {
            return std::find(traits.begin(), traits.end(), trait) != traits.end();
        };
        CHECK(declares(load_trait::unsymmetric) == !load.symmetric());
        CHECK(declares(load_trait::follows_motion) == (load.is_follower() && !load.affine()));
    }
}
