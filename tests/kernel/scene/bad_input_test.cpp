#include <catch2/catch.hpp>
#include <support/skip.hpp>

#include "scene_reading.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string what_a_scene_is =
    " | a scene is YAML text in UTF-8; its first line is 'sinew: 1'";
const std::string first_line = " | the first line of a scene is 'sinew: 1'";

std::string repeated(const std::string& text, std::size_t n) {
    std::string result;
    for (std::size_t i = 0; i < n; ++i) result += text;
    return result;
}

}  // namespace

TEST_CASE("bad input: a file that is missing, a folder or a device says which it is") {
    const SceneFiles folder;
    folder.write("beam.yaml", "sinew: 1\n");
    CHECK(error_of_file("baem.yaml") ==
          "baem.yaml: there is no file 'baem.yaml' | did you mean 'beam.yaml'?");
    CHECK(error_of_file("nowhere/x.yaml").starts_with("nowhere/x.yaml: there is no file"));
    CHECK(error_of_file(".") == ".: '.' is a folder, not a file | name the file inside it");
    CHECK(error_of_file("/dev/zero") ==
          "/dev/zero: '/dev/zero' is not a regular file but a device | scenes are "
          "read from files, not from devices or pipes");
}

TEST_CASE("bad input: a file without permission says so") {
    if (geteuid() == 0) {
        skip("root may read every file");
        return;
    }
    const SceneFiles folder;
    folder.write("beam.yaml", "sinew: 1\n");
    std::filesystem::permissions("beam.yaml", std::filesystem::perms::none);
    CHECK(error_of_file("beam.yaml") ==
          "beam.yaml: cannot read 'beam.yaml': Permission denied | check its permissions");
}

TEST_CASE("bad input: an empty file, a binary file and one of other encoding are told apart") {
    const SceneFiles folder;
    folder.write("a.yaml", "");
    CHECK(error_of_file("a.yaml") == "a.yaml: 'a.yaml' is empty" + what_a_scene_is);
    folder.write("b.yaml", std::string("sinew: 1\n\0\0", 11));
    CHECK(error_of_file("b.yaml") ==
          "b.yaml: 'b.yaml' is not text: byte 10 (in line 2) is 0x00, which "
          "no text contains" +
              what_a_scene_is);
    folder.write("c.yaml", "sinew: 1\nx: \xe4\n");
    CHECK(error_of_file("c.yaml") ==
          "c.yaml: 'c.yaml' is not text: byte 13 (in line 2) is 0xE4, which "
          "is not UTF-8" +
              what_a_scene_is);
}

TEST_CASE("bad input: 100 MB are refused by their size, without being read") {
    const SceneFiles folder;
    folder.write("big.yaml", "sinew: 1\n");
    std::filesystem::resize_file("big.yaml", 100 * 1024 * 1024);
    CHECK(error_of_file("big.yaml") ==
          "big.yaml: 'big.yaml' has 100.0 MB; a scene file may have 8 MB at most | big data "
          "belongs in "
          "mesh files, which a scene names");
}

TEST_CASE("bad input: the format version must be there and be ours") {
    CHECK(error_of("time: 1\n") ==
          "scene.yaml:1:1: the scene does not say its format version" + first_line);
    CHECK(
        error_of("sinew: 2\nx: ${y}\n") ==
        "scene.yaml:1:8: the scene is of format version '2'; this Sinew reads version 1 | use the "
        "Sinew that the scene was written for, or write 'sinew: 1' if it follows that version");
    CHECK(error_of("- 1\n") ==
          "scene.yaml:1:1: a scene is a map of keys such as 'sinew', 'time' and "
          "'scene'; this is a list" +
              first_line);
    CHECK(error_of("# nothing\n").ends_with("this is empty" + first_line));
}

TEST_CASE("bad input: YAML that cannot be read is reported with its place") {
    CHECK(error_of("sinew: 1\na: [1, 2\nb: 3\n").starts_with("scene.yaml:3:2: this is not YAML: "));
    CHECK(error_of("sinew: 1\na: 'x\n") ==
          "scene.yaml:2:4: the quote that opens here is never closed | "
          "close it, or double it inside the text: 'it''s'");
    CHECK(
        error_of("sinew: 1\n---\na: 1\n") ==
        "scene.yaml:2:1: a second YAML document starts here | one file holds one scene: remove the "
        "line '---' or split the file");
    CHECK(error_of("sinew: 1\n{a: 1}: 2\n").starts_with("scene.yaml:2:1: a map cannot be a key"));
    CHECK(error_of("sinew: 1\na: !foo 1\n") ==
          "scene.yaml:2:4: the tag '!foo' means nothing in a scene "
          "| the only tag is !include FILE; put texts in quotes");
    CHECK(error_of("sinew: 1\na: *b\n")
              .starts_with("scene.yaml:2:4: this is not YAML: the referenced"));
    CHECK(error_of("sinew: 1\na: \"\\0\"\n").starts_with("scene.yaml:2:4: this text holds a NUL"));
}

TEST_CASE("bad input: a line that is indented by a tab is reported as such") {
    for (const std::string text :
         {"time:\n\tend: 1\n\tstep: 1\n", "a:\n  end: 1\n\tstep: 1\n", "a:\n  - b: 1\n  \tc: 2\n",
          "a:\n  - b: 1\n \tc: {d: 1}\n e: 1\n"}) {
        CAPTURE(text);
        CHECK_THAT(error_of("sinew: 1\n" + text),
                   Catch::Contains("this is not YAML: ") &&
                       Catch::Contains(" | this line begins with a tab: YAML is indented by "
                                       "spaces alone"));
    }
    CHECK_THAT(error_of("sinew: 1\na:\n  b:\t1\n c: 1\n"),
               Catch::Contains(" | look for an indentation"));
}

TEST_CASE("bad input: a duplicate key names both places") {
    CHECK(error_of("sinew: 1\ntime:\n  end: 1\n  step: 1\n  end: 2\n") ==
          "scene.yaml:5:3: the key 'end' is written twice; the first stands in line 3, column 3 | "
          "remove one of the two");
}

TEST_CASE("bad input: a merge key is refused once, with what stands for a whole value") {
    CHECK(error_of("sinew: 1\na: &m {x: 1}\nb: {<<: *m, y: 2}\n") ==
          "scene.yaml:3:5: merge keys (<<) are not read | write the keys out here; an alias "
          "(*name), a variable of `let:` or an !include stands for a whole value");
    CHECK(error_of("sinew: 1\nb: {'<<': 1}\n").empty());
}

TEST_CASE("bad input: an alias inside its own anchor is refused") {
    CHECK(error_of("sinew: 1\na: &x [1, *x]\n") ==
          "scene.yaml:2:11: this alias stands inside its own "
          "anchor | a value cannot contain itself: write it "
          "out");
}

TEST_CASE("bad input: nesting is bounded, in brackets, dashes, indents, variables and aliases") {
    const std::string deep = "nested more than 100 deep";
    const auto contains = [&](const std::string& text) {
        return error_of("sinew: 1\n" + text).find(deep) != std::string::npos;
    };
    CHECK(contains("a: " + repeated("[", 150) + repeated("]", 150)));
    CHECK(contains("a: " + repeated("[", 4'000'000)));
    CHECK(contains("a: " + repeated("{a: ", 1'000'000)));
    CHECK(contains("a:\n " + repeated("- ", 1'000'000) + "1"));
    CHECK_FALSE(contains("a: " + repeated("[", 90) + repeated("]", 90)));
    std::string variables = "let:\n  v0: 1\n";
    std::string aliases = "a:\n- &v0 [1]\n";
    for (int i = 1; i < 5000; ++i) {
        const std::string name = "v" + std::to_string(i);
        const std::string last = "v" + std::to_string(i - 1);
        variables += "  " + name + ": [ ${" + last + "} ]\n";
        aliases += "- &" + name + " [*" + last + "]\n";
    }
    CHECK(contains(variables));
    CHECK(contains(aliases));
}

TEST_CASE("bad input: a billion laughs are not written out") {
    std::string aliases = "sinew: 1\na0: &a0 [x, x]\n";
    std::string lists = "sinew: 1\nlet:\n  a0: [x, x]\n";
    std::string texts = "sinew: 1\nlet:\n  a0: laugh\n";
    for (int i = 1; i < 30; ++i) {
        const std::string name = "a" + std::to_string(i);
        const std::string last = "a" + std::to_string(i - 1);
        aliases += name + ": &" + name + " [" + repeated("*" + last + ", ", 9) + "]\n";
        lists += "  " + name + ": [" + repeated("${" + last + "}, ", 9) + "]\n";
        texts += "  " + name + ": \"" + repeated("${" + last + "}", 9) + "\"\n";
    }
    const std::string too_many = "more than 1000000 values once aliases, variables and includes";
    CHECK(error_of(aliases).find(too_many) != std::string::npos);
    CHECK(error_of(lists).find(too_many) != std::string::npos);
    CHECK(error_of(texts).find("longer than 1 MB with its variables") != std::string::npos);
    CHECK(error_of("sinew: 1\na: &a 1\nb: [" + repeated("*a, ", 10'001) + "]\n")
              .find("more than 10000 aliases") != std::string::npos);
}

TEST_CASE("bad input: long keys and paths cannot multiply") {
    CHECK(error_of("sinew: 1\n" + std::string(300, 'k') + ": 1\n") ==
          "scene.yaml:2:1: this key has 300 bytes; 200 are allowed | keys are words; a colon or a "
          "quote "
          "may stand in the wrong place");
    std::string deep = "sinew: 1\n";
    for (int i = 0; i < 90; ++i) deep += std::string(i, ' ') + std::string(200, 'k') + ":\n";
    deep += std::string(91, ' ') + "[" + repeated("1, ", 100'000) + "]\n";
    CHECK(error_of(deep).find("more than 256 MB once") != std::string::npos);
}

TEST_CASE("bad input: reading stops at 50 errors") {
    std::string text = "sinew: 1\n";
    for (int i = 0; i < 1000; ++i) text += "k: 1\n";
    try {
        parse_scene(text);
        FAIL("the scene was accepted");
    } catch (const InputError& error) {
        CHECK(error.diagnostics().size() == 50);
    }
}
