// What holds for every load, whatever it is.
#include <algorithm>
#include <map>

#include "load_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string top_face = "where: {plane: {normal: [0, 0, 1], offset: 0.5}}";

/// Parameters that each load needs.
const std::map<std::string, std::string> needed_of{
    {"body_force", ", force: [0, 0, 1]"},
    {"gravity", ""},
    {"hand", ""},
    {"moment", ", moment: [0, 0, 1], " + top_face},
    {"point", ", force: [0, 0, 1], " + top_face},
    {"pressure", ", pressure: 1 Pa, " + top_face},
    {"pull", ", target: [0, 0, 1], stiffness: 1, " + top_face},
    {"traction", ", traction: [0, 0, 1], " + top_face},
};

}  // namespace

TEST_CASE("every load: the traits that it declares are what it is") {
    PluginRegistry registry({SINEW_PLUGIN_DIR});
    const std::vector<std::string> names = registry.names(Load::kind);
    REQUIRE(names.size() == needed_of.size());
    for (const std::string& name : names) {
        CAPTURE(name);
        SceneBody scene(box_of("hex8") + "    loads: [{type: " + name + needed_of.at(name) +
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
