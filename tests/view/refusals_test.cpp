// What `sinew view` and `sinew sketch` refuse before a window opens.
#include <catch2/catch.hpp>
#include <support/program.hpp>

using namespace sinew::test;
using Catch::Contains;

TEST_CASE("sinew view and sketch: nothing but an earlier record gives way to a record") {
    const WorkFolder folder;
    const std::string text = "sinew: 1\n";
    const std::string scene = folder.write("bar.yaml", text);
    const std::string notes = folder.write("notes.txt", "mine");
    for (const std::string& command :
         {"view " + scene + " --record ", "sketch " + scene + " -o "}) {
        const auto mistake = [&](const std::string& file) {
            CAPTURE(command, file);
            const Outcome outcome = call(command + file);
            CHECK(outcome.code == 2);
            CHECK_THAT(outcome.text, Contains("remedy: "));
            return outcome.text;
        };
        CHECK_THAT(mistake(scene), Contains("is the scene itself"));
        CHECK_THAT(mistake(notes), Contains("is nothing that Sinew wrote as a record of "));
        CHECK_THAT(mistake(folder.path()), Contains("is no regular file"));
        CHECK_THAT(mistake(folder.path("none/a")), Contains("there is no folder"));
        CHECK_THAT(mistake("/proc/none"), Contains("cannot write /proc/none"));
    }
    CHECK_THAT(
        call("sketch " + scene, "cd " + folder.path() + " && ln -s notes.txt forces.txt &&").text,
        Contains("forces.txt is there, and is nothing that Sinew wrote"));
    CHECK(folder.read("bar.yaml") == text);
    CHECK(folder.read("notes.txt") == "mine");
    for (const std::string option : {" --screenshot ", " --report "})
        for (const std::string command : {"view ", "sketch "}) {
            const Outcome outcome = call(command + scene + option + folder.path("none/a"));
            CHECK(outcome.code == 2);
            CHECK_THAT(outcome.text, Contains("cannot write " + folder.path("none/a")));
        }
}

TEST_CASE("sinew view and sketch: without a display they say what to do") {
    for (const char* command : {"view", "sketch"}) {
        const Outcome outcome = call(std::string(command) + " x.yaml", "env -u DISPLAY");
        CHECK(outcome.code == 2);
        CHECK_THAT(outcome.text, Contains("there is no display to open a window on") &&
                                     Contains("xvfb-run -a sinew " + std::string(command)));
        CHECK_THAT(call(std::string(command) + " x.yaml", "env DISPLAY=:987654").text,
                   Contains("no X server answers at DISPLAY=:987654"));
    }
}

TEST_CASE("sinew view and sketch: mistakes on the command line are reported") {
    CHECK_THAT(call("view").text, Contains("sinew view needs SCENE"));
    CHECK_THAT(call("sketch").text, Contains("sinew sketch needs SCENE"));
    CHECK_THAT(call("view x.yaml --size 3x").text, Contains("--size takes WIDTHxHEIGHT"));
    CHECK_THAT(call("view x.yaml --stiffness 0").text, Contains("--stiffness takes a number"));
    CHECK_THAT(call("view x.yaml --duration inf").text, Contains("--duration takes a number"));
    CHECK_THAT(call("view x.yaml --record ''").text, Contains("--record is empty"));
    CHECK_THAT(call("view x.yaml --after 1").text, Contains("--screenshot"));
    CHECK_THAT(call("sketch x.yaml --modes 0").text, Contains("--modes takes a number"));
    CHECK_THAT(call("view --help").text, Contains("--record") && Contains("--stiffness"));
    CHECK_THAT(call("sketch --help").text, Contains("--modes") && Contains("--output"));
}
