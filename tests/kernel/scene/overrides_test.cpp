#include <catch2/catch.hpp>

#include "scene_reading.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string beam =
    "sinew: 1\n"
    "let: {E: 1 MPa, size: [1, 2]}\n"
    "time: {end: 2 s}\n"
    "scene:\n"
    "- node: beam\n"
    "  mesh: {size: ${size}}\n"
    "  material: {young: ${E}}\n"
    "  loads: [{type: gravity}]\n"
    "  children:\n"
    "  - {node: sleeve, mesh: {type: box}}\n";

Value with(const std::string& path, const std::string& value) {
    return parse_scene(beam, "scene.yaml", {{path, value}});
}

std::string error_with(const std::string& path, const std::string& value = "1") {
    return error_of(beam, {{path, value}});
}

}  // namespace

TEST_CASE("overrides: replace a value, by key, place or node name") {
    CHECK(at(with("time.end", "3 s"), {"time", "end"}).text == "3 s");
    CHECK(at(with("scene.beam.material.young", "2MPa"), {"scene", "0", "material", "young"}).text ==
          "2MPa");
    CHECK(at(with("scene[0].loads[0].type", "point"), {"scene", "0", "loads", "0", "type"}).text ==
          "point");
    const std::vector<std::string> sleeve{"scene", "0", "children", "0", "mesh", "type"};
    CHECK(at(with("scene.beam.sleeve.mesh.type", "file"), sleeve).text == "file");
    CHECK(at(with("scene.beam.children.sleeve.mesh.type", "file"), sleeve).text == "file");
}

TEST_CASE("overrides: the path that a value names leads back to it") {
    const Value scene = parse_scene(beam);
    const std::string path = at(scene, {"scene", "0", "children", "0", "mesh", "type"}).path;
    CHECK(at(with(path, "changed"), {"scene", "0", "children", "0", "mesh", "type"}).text ==
          "changed");
}

TEST_CASE("overrides: the value is YAML and may use variables") {
    const Value scene = with("scene.beam.material", "{type: arap, young: '2*${E}', f: ${E}}");
    CHECK(at(scene, {"scene", "0", "material", "young"}).text == "2*1 MPa");
    CHECK(at(scene, {"scene", "0", "material", "f"}).text == "1 MPa");
    CHECK(at(with("time.end", ""), {"time", "end"}).is_null());
}

TEST_CASE("overrides: set variables, also inside lists and maps of them") {
    CHECK(at(with("let.E", "2MPa"), {"scene", "0", "material", "young"}).text == "2MPa");
    CHECK(at(with("let.size[1]", "7"), {"scene", "0", "mesh", "size", "1"}).text == "7");
}

TEST_CASE("overrides: add a key to a map that is there") {
    const Value scene = with("time.step", "1 ms");
    CHECK(at(scene, {"time", "step"}).text == "1 ms");
    CHECK(at(scene, {"time", "step"}).path == "time.step");
    CHECK(scene.find("time")->entries.size() == 2);
}

TEST_CASE("overrides: inside a node or an object the maps on the way are made") {
    const Value scene = with("scene.beam.material.damping.mass.x", "0.1");
    CHECK(at(scene, {"scene", "0", "material", "damping", "mass", "x"}).text == "0.1");
    CHECK(at(scene, {"scene", "0", "material", "damping"}).path == "scene.beam.material.damping");
    const SourceMark& mark = at(scene, {"scene", "0", "material", "damping"}).mark;
    CHECK(mark.source->name == "--set scene.beam.material.damping.mass.x=0.1");
    CHECK(place(mark) == "1:27+7");
    CHECK(at(with("scene.beam.initial.velocity", "[1, 0, 0]"),
             {"scene", "0", "initial", "velocity", "0"})
              .text == "1");
    const Value variable =
        parse_scene("sinew: 1\nlet: {m: {a: 1}}\nx: ${m}\n", "scene.yaml", {{"let.m.b.c", "2"}});
    CHECK(at(variable, {"x", "b", "c"}).text == "2");
}

TEST_CASE("overrides: lists, nodes and what stands beside the scene are not made") {
    CHECK(error_with("scene.beam.outputs[0].type").find("there is no 'outputs' in scene.beam") !=
          std::string::npos);
    CHECK(error_with("scene.cube.mesh.type").find("there is no 'cube' in scene") !=
          std::string::npos);
    CHECK(error_with("tame.end.x").find("there is no 'tame' in the scene") != std::string::npos);
    CHECK(error_with("time.steps.x").find("there is no 'steps' in time") != std::string::npos);
    std::string deep = "scene.beam";
    for (int i = 0; i < 200; ++i) deep += ".x";
    CHECK(error_with(deep).find("there is no 'x' in scene.beam") != std::string::npos);
}

TEST_CASE("overrides: a value that is a variable of an option stands in the option") {
    const Value scene = with("let.E", "2 kg");
    const SourceMark& mark = at(scene, {"scene", "0", "material", "young"}).mark;
    CHECK(mark.source->name == "--set let.E=2 kg");
    CHECK(place(mark) == "1:13+4");
    const Value quoted = parse_scene("sinew: 1\nlet: {a: 1, b: '${a}'}\nx: \"${b}\"\ny: 2*${b}\n",
                                     "scene.yaml", {{"let.a", "7"}});
    CHECK(at(quoted, {"x"}).mark.source->name == "--set let.a=7");
    CHECK(at(quoted, {"y"}).mark.source->name == "scene.yaml");
}

TEST_CASE("overrides: marks name the option and point into it") {
    const Value scene = with("time.end", "3 s");
    const SourceMark& mark = at(scene, {"time", "end"}).mark;
    CHECK(mark.source->name == "--set time.end=3 s");
    CHECK(place(mark) == "1:16+3");
    CHECK(std::string(InputError(mark, "too long").what()) ==
          "--set time.end=3 s: error: too long\n"
          "      | --set time.end=3 s\n"
          "      |                ^~~");
}

TEST_CASE("overrides: a path that leads nowhere is an error that lists what is there") {
    CHECK(error_with("tiem.end") ==
          "--set tiem.end=1:1:7: there is no 'tiem' in the scene | did you mean 'time'?");
    CHECK(error_with("scene.baem.mesh") ==
          "--set scene.baem.mesh=1:1:13: there is no 'baem' in scene | did you mean 'beam'?");
    CHECK(error_with("scene.beam.sleve.mesh") ==
          "--set scene.beam.sleve.mesh=1:1:18: there is no 'sleve' in scene.beam | did you mean "
          "'sleeve'?");
    CHECK(error_with("scene[3].mesh") ==
          "--set scene[3].mesh=1:1:12: there is no [3] in scene: the "
          "list has 1 item | places go from [0] to [0]");
    CHECK(error_with("time.end.x") ==
          "--set time.end.x=1:1:16: there is no 'x' in time.end, which is "
          "the text '2 s' | set time.end itself");
    CHECK(error_with("let.F") ==
          "--set let.F=1:1:11: the scene has no variable 'F' | allowed: E, size");
    CHECK(error_with("let") ==
          "--set let=1:1:7: an override sets one variable of 'let' | write --set let.NAME=VALUE");
    CHECK(error_with("sinew", "2") ==
          "--set sinew=2:1:7: the format version belongs to the file | "
          "change the line 'sinew:' of the scene");
}

TEST_CASE("overrides: a path or value that cannot be read is an error") {
    const std::string remedy =
        " | write --set time.step=1ms or --set scene.beam.loads[0].type=gravity";
    CHECK(error_with("a..b") ==
          "--set a..b=1:1:9: the path 'a..b' cannot be read from '.b'" + remedy);
    CHECK(error_with("a[x]") ==
          "--set a[x]=1:1:8: the path 'a[x]' cannot be read from '[x]'" + remedy);
    CHECK(error_with("a.") == "--set a.=1:1:9: the path 'a.' cannot be read from its end" + remedy);
    CHECK(error_with("") == "--set =1:1:7: the path '' cannot be read from its end" + remedy);
    CHECK(error_with("time.end", "'1")
              .starts_with("--set time.end='1:1:18: this is not YAML: illegal EOF in scalar"));
}

TEST_CASE("overrides: the last of two wins") {
    const Value scene = parse_scene(beam, "s", {{"time.end", "1"}, {"time.end", "2"}});
    CHECK(at(scene, {"time", "end"}).text == "2");
}
