#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/schema.hpp>

#include "graph_support.hpp"

using namespace sinew;
using namespace sinew::test;
using nlohmann::json;

namespace {

/// What a schema says of a value that is not a variable.
const json& in_full(const json& schema) {
    REQUIRE(schema.at("if").at("$ref") == "#/$defs/variable");
    return schema.at("else");
}

/// The same of a slot, which `none` empties.
const json& slot_in_full(const json& schema) {
    REQUIRE(schema.at("if").at("anyOf").at(0).at("$ref") == "#/$defs/variable");
    REQUIRE(schema.at("if").at("anyOf").at(1).at("const") == "none");
    return schema.at("else");
}

}  // namespace

TEST_CASE("schema: a node has its slots, and type chooses the plugin's parameters") {
    PluginRegistry plugins({SINEW_RUN_PLUGIN_DIR});
    const json schema = scene_schema(plugins, part_slots());
    CHECK(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
    CHECK(in_full(in_full(schema["properties"]["scene"])["items"])["$ref"] == "#/$defs/node");
    const json& node = schema["$defs"]["node"];
    CHECK(node["additionalProperties"] == false);
    CHECK(slot_in_full(node["properties"]["part"])["$ref"] == "#/$defs/part");
    CHECK(in_full(slot_in_full(node["properties"]["parts"])["items"])["$ref"] == "#/$defs/part");
    CHECK(slot_in_full(node["properties"]["spot"])["properties"].contains("radius"));
    CHECK(in_full(node["properties"]["transform"])["properties"].contains("rotate"));
    const json& part = schema["$defs"]["part"];
    CHECK(in_full(part["properties"]["type"])["enum"] == json{"other", "picky", "recorder"});
    const json& recorder = schema["$defs"]["part.recorder"];
    CHECK(recorder["properties"]["type"]["const"] == "recorder");
    CHECK(recorder["properties"].contains("needs"));
}

TEST_CASE("schema: a scene as JSON has numbers and booleans, and texts for the rest") {
    const Value scene = parse_scene(
        "sinew: 1\nlet: {E: 2e5}\ntime: {end: 1 s, step: 0.5}\n"
        "scene: [{node: a, list: [1, -2.5, ${E}, '3', true, yes, .inf, 1/90 s]}]\n");
    const auto out = scene_json(scene);
    CHECK(out["sinew"] == 1);
    CHECK(out["time"]["end"] == "1 s");
    CHECK(out["time"]["step"] == 0.5);
    CHECK(out["scene"][0]["list"].dump() == R"([1,-2.5,200000.0,"3",true,"yes",".inf","1/90 s"])");
}
