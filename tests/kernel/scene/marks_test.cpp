#include <catch2/catch.hpp>

#include "scene_reading.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("marks: every value and key knows its line, column and length") {
    const Value scene = parse_scene(
        "sinew: 1\n"
        "time: {end: 2 s, step: 1/90 s}\n"
        "scene:\n"
        "  - node: beam\n"
        "    size: [1, 0.1]\n");
    CHECK(place(at(scene, {"time"}).mark) == "2:7+1");
    CHECK(place(at(scene, {"time"}).find_entry("step")->key_mark) == "2:18+4");
    CHECK(place(at(scene, {"time", "step"}).mark) == "2:24+6");
    CHECK(place(at(scene, {"scene"}).mark) == "4:3+1");
    CHECK(place(at(scene, {"scene", "0"}).mark) == "4:5+1");
    CHECK(place(at(scene, {"scene", "0", "size", "1"}).mark) == "5:15+3");
    CHECK(at(scene, {"time", "step"}).mark.source->name == "scene");
}

TEST_CASE("marks: a path leads to the place of what is written, or of what is nearest around it") {
    const Value scene = parse_scene(
        "sinew: 1\n"
        "basis: {size: 3, forces: [{at: 1}, {at: 2}], poses: {count: 4}}\n",
        "scene", {{"basis.size", "7"}});
    const Value& basis = at(scene, {"basis"});
    CHECK(place_of(basis, "size").source->name == "--set basis.size=7");
    CHECK(place(place_of(basis, "poses.count")) == "2:61+1");
    CHECK(place(place_of(basis, "poses.amplitude")) == "2:53+1");
    CHECK(place(place_of(basis, "forces[1].at")) == "2:41+1");
    CHECK(place(place_of(basis, "forces[1]")) == "2:36+1");
    CHECK(place(place_of(basis, "forces[2]")) == "2:26+1");
    CHECK(place(place_of(basis, "nothing")) == "2:8+1");
    CHECK(place(place_of(basis, "")) == "2:8+1");
}

TEST_CASE("marks: a value that is not there is marked just behind its key's colon") {
    const Value scene = parse_scene("sinew: 1\nmaterial:\n\n\nmesh : # none\nlast:");
    CHECK(at(scene, {"material"}).is_null());
    CHECK(place(at(scene, {"material"}).mark) == "2:10+1");
    CHECK(place(at(scene, {"mesh"}).mark) == "5:7+1");
    CHECK(place(at(scene, {"last"}).mark) == "6:6+1");
    const Value flow = parse_scene("sinew: 1\na: {x: , y: 1}\nb: ~\nc: \"\"");
    CHECK(place(at(flow, {"a", "x"}).mark) == "2:7+1");
    CHECK(place(at(flow, {"b"}).mark) == "3:4+1");
    CHECK(at(flow, {"c"}).is_scalar());
}

TEST_CASE("marks: an alias stands at its own place, what is inside it where it was written") {
    const Value scene = parse_scene("sinew: 1\na: &rubber {young: 1 MPa}\nb: *rubber\n");
    CHECK(place(at(scene, {"a"}).mark) == "2:12+1");
    CHECK(place(at(scene, {"b"}).mark) == "3:4+7");
    CHECK(place(at(scene, {"b", "young"}).mark) == "2:20+5");
}

TEST_CASE("marks: quoted texts are underlined with their quotes and known as texts") {
    const Value scene = parse_scene("sinew: 1\na: \"x\\\"y\"\nb: 'it''s'\nc: plain\n");
    CHECK(at(scene, {"a"}).text == "x\"y");
    CHECK(place(at(scene, {"a"}).mark) == "2:4+6");
    CHECK(at(scene, {"b"}).text == "it's");
    CHECK(place(at(scene, {"b"}).mark) == "3:4+7");
    CHECK(at(scene, {"b"}).quoted);
    CHECK_FALSE(at(scene, {"c"}).quoted);
}

TEST_CASE("marks: columns count characters behind UTF-8, a byte-order mark and Windows line ends") {
    const Value scene = parse_scene("\xEF\xBB\xBFsinew: 1\r\n\"größe\": {ä: 7}\r\nnext: 8\r\n");
    CHECK(place(at(scene, {"größe", "ä"}).mark) == "2:14+1");
    CHECK(place(at(scene, {"next"}).mark) == "3:7+1");
    CHECK(at(scene, {"next"}).text == "8");
}

TEST_CASE("paths: are the words of --set, with node names where there are any") {
    const Value scene = parse_scene(
        "sinew: 1\n"
        "scene:\n"
        "- node: beam\n"
        "  loads: [{type: gravity}]\n"
        "  children:\n"
        "  - {node: sleeve, mesh: {type: box}}\n"
        "  - {mesh: 1}\n");
    CHECK(at(scene, {"scene", "0", "loads", "0", "type"}).path == "scene.beam.loads[0].type");
    CHECK(at(scene, {"scene", "0", "children", "0", "mesh", "type"}).path ==
          "scene.beam.sleeve.mesh.type");
    CHECK(at(scene, {"scene", "0", "children", "1", "mesh"}).path == "scene.beam.children[1].mesh");
}

TEST_CASE("paths: two nodes of one name are told apart by their places") {
    const Value scene = parse_scene("sinew: 1\nscene: [{node: a}, {node: a}]");
    CHECK(at(scene, {"scene", "1"}).path == "scene[1]");
}

TEST_CASE("describe: says what kind of value stands there") {
    const Value scene = parse_scene("sinew: 1\na: [1]\nb: {c: 1}\nd:\ne: abc\n");
    CHECK(at(scene, {"a"}).describe() == "a list");
    CHECK(at(scene, {"b"}).describe() == "a map");
    CHECK(at(scene, {"d"}).describe() == "nothing");
    CHECK(at(scene, {"e"}).describe() == "the text 'abc'");
}
