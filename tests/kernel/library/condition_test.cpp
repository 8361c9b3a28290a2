#include <catch2/catch.hpp>
#include <sinew/kernel/library/condition.hpp>
#include <sinew/kernel/scene/value.hpp>

using namespace sinew;

namespace {

/// A plugin that has a trait always, and another where its parameter `mode` says fast.
PluginDescription plugin() {
    PluginDescription description;
    description.traits = {"steady", "strict if mode=fast"};
    description.params = [] {
        ParamDoc mode;
        mode.name = "mode";
        mode.default_value = "fast";
        return std::vector<ParamDoc>{mode};
    };
    return description;
}

Value written(const std::string& mode) {
    return parse_scene("sinew: 1\ntype: it\nmode: " + mode + "\n", "it.yaml");
}

}  // namespace

TEST_CASE("traits: one under a condition is had where a parameter, or its default, meets it") {
    const Value fast = written("fast"), slow = written("slow");
    CHECK(has_trait(plugin(), nullptr, "steady"));
    CHECK(has_trait(plugin(), &slow, "steady"));
    CHECK(has_trait(plugin(), nullptr, "strict"));
    CHECK(has_trait(plugin(), &fast, "strict"));
    CHECK_FALSE(has_trait(plugin(), &slow, "strict"));
    CHECK_FALSE(has_trait(plugin(), &fast, "steady if mode=fast"));
}
