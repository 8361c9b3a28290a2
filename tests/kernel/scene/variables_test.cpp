#include <catch2/catch.hpp>

#include "scene_reading.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("variables: stand for their text, whole or in part, also inside flow maps") {
    const Value scene = parse_scene(
        "sinew: 1\n"
        "let: {E: 1 MPa, name: bunny}\n"
        "material: {young: ${E}, half: 0.5*${E}, next: 1}\n"
        "file: \"meshes/${name}.vtu\"\n");
    CHECK(at(scene, {"material", "young"}).text == "1 MPa");
    CHECK(at(scene, {"material", "half"}).text == "0.5*1 MPa");
    CHECK(at(scene, {"file"}).text == "meshes/bunny.vtu");
    CHECK(scene.find("let") == nullptr);
    CHECK(place(at(scene, {"material", "young"}).mark) == "3:19+4");
}

TEST_CASE("variables: a value that is one variable takes a list or map whole") {
    const Value scene = parse_scene(
        "sinew: 1\nlet: {size: [1, 2], mat: {type: arap}}\nmesh: {size: ${size}}\nm: ${mat}\n");
    CHECK(at(scene, {"mesh", "size", "1"}).text == "2");
    CHECK(at(scene, {"mesh", "size", "1"}).path == "mesh.size[1]");
    CHECK(place(at(scene, {"mesh", "size"}).mark) == "3:14+7");
    CHECK(at(scene, {"m", "type"}).text == "arap");
}

TEST_CASE("variables: in quotes, as flow style has them, a list is taken whole and a text a text") {
    const Value scene = parse_scene(
        "sinew: 1\nlet: {size: [1, 2], n: 3}\nmesh: {size: \"${size}\", name: \"${n}\", both: "
        "[\"${size}\", ${size}]}\n");
    CHECK(at(scene, {"mesh", "size", "1"}).text == "2");
    CHECK(at(scene, {"mesh", "both", "0", "0"}).text == "1");
    CHECK(at(scene, {"mesh", "both", "1", "0"}).text == "1");
    CHECK(at(scene, {"mesh", "name"}).text == "3");
    CHECK(at(scene, {"mesh", "name"}).quoted);
}

TEST_CASE("variables: use other variables in any order") {
    const Value scene = parse_scene("sinew: 1\nlet: {a: '${b}c', b: '${c}b', c: a}\nx: ${a}\n");
    CHECK(at(scene, {"x"}).text == "abc");
}

TEST_CASE("variables: $${ is a literal ${, a lone dollar is itself") {
    const Value scene = parse_scene("sinew: 1\nx: $${E}\ny: {z: $${E}}\nw: 5$\n");
    CHECK(at(scene, {"x"}).text == "${E}");
    CHECK(at(scene, {"y", "z"}).text == "${E}");
    CHECK(at(scene, {"w"}).text == "5$");
}

TEST_CASE("variables: an unknown one is an error with the nearest name") {
    CHECK(error_of("sinew: 1\nlet: {young: 1}\nx: {y: ${yuong}}\n") ==
          "scene.yaml:3:8: there is no variable 'yuong' | did you mean 'young'?");
    CHECK(error_of("sinew: 1\nx: ${E}\n") ==
          "scene.yaml:2:4: there is no variable 'E' | declare it: let: {E: VALUE}");
}

TEST_CASE("variables: a circle is an error that prints the chain") {
    CHECK(error_of("sinew: 1\nlet:\n  a: ${b}\n  b: 2*${c}\n  c: ${a}\n") ==
          "scene.yaml:5:6: the variables refer to each other in a circle: a -> b -> c -> a | give "
          "one "
          "of them a value of its own");
}

TEST_CASE("variables: a list inside a text is an error") {
    CHECK(error_of("sinew: 1\nlet: {l: [1]}\nx: a ${l}\n") ==
          "scene.yaml:3:4: the variable 'l' is a list, which cannot stand inside a text | a value "
          "that "
          "is only ${l} takes it whole");
}

TEST_CASE("variables: what is not closed or no name is an error") {
    CHECK(error_of("sinew: 1\nx: ${E\n") ==
          "scene.yaml:2:4: the '${' in '${E' is not closed | write ${name}, or $${ where the "
          "characters ${ are meant");
    CHECK(error_of("sinew: 1\nx: ${a.b}\n") ==
          "scene.yaml:2:4: 'a.b' is not the name of a variable | names are letters, digits and "
          "underscores; write $${ where the characters ${ are meant");
    CHECK(error_of("sinew: 1\nlet: {a-b: 1}\n") ==
          "scene.yaml:2:7: 'a-b' cannot be the name of a variable | names are letters, digits and "
          "underscores, and start with no digit");
    CHECK(error_of("sinew: 1\nlet: [a]\n") ==
          "scene.yaml:2:6: 'let' is a map of variables | write let: {young: 1 MPa}");
}

TEST_CASE("variables: all mistakes of a scene are reported at once") {
    CHECK(error_of("sinew: 1\nlet: {E: 1, F: ${G}}\nx: ${Ee}\ntime: {end: 1, end: 2}\n") ==
          "scene.yaml:4:16: the key 'end' is written twice; the first stands in line 4, column 8 | "
          "remove one of the two\n"
          "scene.yaml:3:4: there is no variable 'Ee' | did you mean 'E'?\n"
          "scene.yaml:2:16: there is no variable 'G' | allowed: E, F");
}
