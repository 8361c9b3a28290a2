#include <catch2/catch.hpp>

#include "scene_reading.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("includes: are relative to the file they stand in and name it in marks") {
    const SceneFiles folder;
    folder.write("scene.yaml", "sinew: 1\nlet: {E: 1 MPa}\nbody: !include parts/body.yaml\n");
    folder.write("parts/body.yaml", "sinew: 1\nmaterial: !include rubber.yaml\n");
    folder.write("parts/rubber.yaml", "type: arap\nyoung: ${E}\n");
    const Value scene = read_scene("scene.yaml");
    const Value& young = at(scene, {"body", "material", "young"});
    CHECK(young.text == "1 MPa");
    CHECK(young.mark.source->name == "parts/rubber.yaml");
    CHECK(place(young.mark) == "2:8+4");
    CHECK(young.path == "body.material.young");
    CHECK(at(scene, {"body"}).find("sinew") == nullptr);
}

TEST_CASE("includes: may hold the variables of a scene") {
    const SceneFiles folder;
    folder.write("scene.yaml", "sinew: 1\nlet: !include constants.yaml\nx: ${E}\n");
    folder.write("constants.yaml", "E: 3 MPa\n");
    CHECK(at(read_scene("scene.yaml"), {"x"}).text == "3 MPa");
}

TEST_CASE("includes: a circle is an error that prints the chain") {
    const SceneFiles folder;
    folder.write("a.yaml", "sinew: 1\nx: !include b.yaml\n");
    folder.write("b.yaml", "y: !include a.yaml\n");
    CHECK(
        error_of_file("a.yaml") ==
        "b.yaml:1:4: the files include each other in a circle: a.yaml -> b.yaml -> a.yaml | a file "
        "cannot contain itself: remove one of the includes");
    folder.write("self.yaml", "sinew: 1\nx: !include self.yaml\n");
    CHECK(
        error_of_file("self.yaml") ==
        "self.yaml:2:4: the files include each other in a circle: self.yaml -> self.yaml | a file "
        "cannot contain itself: remove one of the includes");
    folder.write("let.yaml", "!include let.yaml\n");
    folder.write("top.yaml", "sinew: 1\nlet: !include let.yaml\n");
    CHECK(error_of_file("top.yaml").starts_with("let.yaml:1:1: the files include each other"));
}

TEST_CASE("includes: a chain of files has an end") {
    const SceneFiles folder;
    folder.write("0.yaml", "sinew: 1\nx: !include 1.yaml\n");
    for (int i = 1; i < 30; ++i)
        folder.write(std::to_string(i) + ".yaml", "!include " + std::to_string(i + 1) + ".yaml\n");
    CHECK(error_of_file("0.yaml") ==
          "16.yaml:1:1: files include files more than 16 deep | include "
          "them from fewer levels");
}

TEST_CASE("includes: a missing file is an error where it is asked for") {
    const SceneFiles folder;
    folder.write("scene.yaml", "sinew: 1\nx: !include ruber.yaml\ny: !include\n");
    folder.write("rubber.yaml", "a: 1\n");
    CHECK(error_of_file("scene.yaml") ==
          "scene.yaml:2:4: there is no file 'ruber.yaml' | did you mean 'rubber.yaml'?\n"
          "scene.yaml:3:4: !include names no file | write !include other.yaml");
}

TEST_CASE("includes: a file that is missing is never meant to be the one that asks for it") {
    const SceneFiles folder;
    folder.write("file.yaml", "sinew: 1\nx: !include nofile.yaml\n");
    CHECK_THAT(error_of_file("file.yaml"),
               Catch::Contains("there is no file 'nofile.yaml' | it was looked for in "));
    CHECK_THAT(error_of_file("./file.yaml"), !Catch::Contains("did you mean"));
}

TEST_CASE("includes: mistakes inside a file are reported with its name") {
    const SceneFiles folder;
    folder.write("scene.yaml", "sinew: 1\nx: !include bad.yaml\ny: !include own.yaml\n");
    folder.write("bad.yaml", "a: 1\na: 2\n");
    folder.write("own.yaml", "let: {E: 1}\nb: 1\n");
    CHECK(
        error_of_file("scene.yaml") ==
        "bad.yaml:2:1: the key 'a' is written twice; the first stands in line 1, column 1 | remove "
        "one of the two\n"
        "own.yaml:1:1: an included file cannot have its own 'let' | declare its variables in the "
        "scene: let: {...}, or let: !include FILE");
}

TEST_CASE("includes: another format version inside is refused like outside") {
    const SceneFiles folder;
    folder.write("scene.yaml", "sinew: 1\nx: !include new.yaml\n");
    folder.write("new.yaml", "sinew: 3\n");
    CHECK(error_of_file("scene.yaml")
              .starts_with("new.yaml:1:8: the scene is of format version '3'"));
}
