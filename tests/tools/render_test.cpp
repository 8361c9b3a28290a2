// Pictures of runs, as a user asks for them.
#include <catch2/catch.hpp>
#include <set>
#include <support/cube_scene.hpp>
#include <support/program.hpp>

using namespace sinew::test;
using Catch::Contains;

TEST_CASE("sinew render: a surface has the colours of the body that it bounds") {
    const WorkFolder folder;
    const auto picture = [&](const std::string& output) {
        const std::string scene = folder.write(
            output.empty() ? "body.yaml" : "skin.yaml",
            "sinew: 1\ntime: {end: 0.1 s, step: 0.1 s}\nscene:\n  - node: bar\n"
            "    mesh: {type: box, size: [1, 0.2, 0.2], cells: [6, 2, 2], element: tet4}\n"
            "    material: {type: linear, young: 1 MPa, poisson: 0.3}\n"
            "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n"
            "    loads: [{type: gravity, acceleration: [0, 0, -9.81]}]\n"
            "    solver: {type: static}\n    outputs: [{type: vtu" +
                output + "}]\n");
        const std::string out = folder.path(output.empty() ? "body" : "skin");
        REQUIRE(call("run " + scene + " -o " + out).code == 0);
        REQUIRE(call("render " + out + " --frames 1 --size 160x90 --field von_mises").code == 0);
        return folder.read((output.empty() ? "body" : "skin") +
                           std::string("/frames/frame_0000.png"));
    };
    CHECK(picture("") == picture(", surface: true"));
}

TEST_CASE("sinew render: a stress is drawn as von Mises, another tensor by its norm") {
    const WorkFolder folder;
    const std::string scene = folder.write(
        "bar.yaml",
        "sinew: 1\ntime: {end: 0.1 s, step: 0.1 s}\nscene:\n  - node: bar\n"
        "    mesh: {type: box, size: [1, 0.2, 0.2], cells: [6, 2, 2], element: tet4}\n"
        "    material: {type: linear, young: 1 MPa, poisson: 0.3}\n"
        "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n"
        "    loads: [{type: gravity}]\n    solver: {type: static}\n"
        "    outputs: [{type: vtu, at: [nodes, elements], fields: [von_mises, cauchy_stress, "
        "logarithmic_strain, deformation_gradient]}]\n");
    const std::string out = folder.path("out");
    REQUIRE(call("run " + scene + " -o " + out).code == 0);
    const auto picture = [&](const std::string& field) {
        const Outcome outcome =
            call("render " + out + " --frames 1 --size 160x90 --field " + field);
        CAPTURE(outcome.text);
        CHECK(outcome.code == 0);
        return folder.read("out/frames/frame_0000.png");
    };
    const std::string von_mises = picture("von_mises");
    CHECK((picture("cauchy_stress") == von_mises));
    std::set<std::string> pictures{von_mises, picture("none")};
    for (const char* tensor : {"mean_cauchy_stress", "logarithmic_strain", "deformation_gradient"})
        pictures.insert(picture(tensor));
    CHECK(pictures.size() == 5);
    const Outcome unknown = call("render " + out + " --frames 1 --field cauchy");
    CHECK(unknown.code == 2);
    CHECK_THAT(unknown.text, Contains("no part has a field 'cauchy'") && Contains("cauchy_stress"));
}

TEST_CASE("sinew render: of a run that failed says so, and what it left") {
    const WorkFolder folder;
    const auto scene = [&](const std::string& more) {
        return folder.write("bar.yaml",
                            "sinew: 1\ntime: {end: 0.4 s, step: 0.1 s}\nscene:\n  - node: bar\n"
                            "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n"
                            "    material: {type: neo_hookean, young: 1 kPa, poisson: 0.3}\n"
                            "    solver: {type: implicit_euler}\n    outputs: [{type: vtu}]\n" +
                                more);
    };
    const std::string out = folder.path("out");
    REQUIRE(call("run " + scene("    constraints: [{type: attach}]\n") + " -o " + out).code == 2);
    const Outcome nothing = call("render " + out);
    CHECK(nothing.code == 2);
    CHECK_THAT(nothing.text, Contains("holds no .pvd: the run failed (constraint/attach needs a "
                                      "rig") &&
                                 Contains("it left run.json alone") &&
                                 Contains("mend what it says, and run the scene again"));
    const std::string late = folder.path("late");
    REQUIRE(call("run " +
                 scene("    constraints: [{type: prescribed, where: {plane: {normal: [1, 0, 0], "
                       "offset: 0}}, displacement: {expr: [\"t > 0.15 ? 0/0 : 0\", 0, 0]}}]\n") +
                 " -o " + late)
                .code != 0);
    const Outcome some = call("render " + late + " --size 64x64");
    INFO(some.text);
    CHECK(some.code == 0);
    CHECK_THAT(some.text, Contains("note: the run failed at 0.1 s (") &&
                              Contains("shown is what it left, to 0.1 s"));
}

TEST_CASE("sinew render: with --track a body that flies is shown as one that stays") {
    const WorkFolder folder;
    const auto picture = [&](const std::string& velocity, const std::string& option) {
        const std::string scene =
            folder.write("cube.yaml",
                         "sinew: 1\ntime: {end: 2 s, step: 1 s}\nscene:\n  - node: cube\n"
                         "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n"
                         "    material: {type: neo_hookean}\n    solver: {type: implicit_newmark}\n"
                         "    initial: {velocity: [" +
                             velocity + ", 0, 0]}\n    outputs: [{type: vtu}]\n");
        const std::string out = folder.path("out");
        REQUIRE(call("run " + scene + " -o " + out).code == 0);
        REQUIRE(
            call("render " + out + " --frames 2 --size 160x90 --ground off --field none" + option)
                .code == 0);
        return folder.read("out/frames/frame_0001.png");
    };
    const std::string still = picture("0", "");
    CHECK((picture("8", " --track") == still));
    CHECK_FALSE((picture("8", "") == still));
}

TEST_CASE("sinew render: what stands has a ground, and a thin slice, which it would cover, none") {
    const WorkFolder folder;
    const auto picture = [&](const std::string& height, const std::string& ground) {
        const std::string scene =
            folder.write("plate.yaml",
                         "sinew: 1\ntime: {end: 0.1 s, step: 0.1 s}\nscene:\n  - node: plate\n"
                         "    mesh: {type: box, size: [1, 1, " +
                             height +
                             "], cells: [1, 1, 1]}\n    material: {type: neo_hookean}\n"
                             "    solver: {type: implicit_euler}\n    outputs: [{type: vtu}]\n");
        const std::string out = folder.path("out");
        REQUIRE(call("run " + scene + " -o " + out).code == 0);
        REQUIRE(call("render " + out + " --frames 1 --size 160x90 --view top --ground " + ground)
                    .code == 0);
        return folder.read("out/frames/frame_0000.png");
    };
    CHECK((picture("0.5", "auto") == picture("0.5", "on")));
    CHECK_FALSE((picture("0.5", "on") == picture("0.5", "off")));
    CHECK((picture("0.002", "auto") == picture("0.002", "off")));
}

TEST_CASE("sinew render: the sheet shows the frames asked for, in their shape") {
    const WorkFolder folder;
    const std::string scene = folder.write("cube.yaml", cube_scene("[{type: vtu}]"));
    const std::string out = folder.path("out");
    REQUIRE(call("run " + scene + " -o " + out).code == 0);
    REQUIRE(call("render " + out + " --frames 5 --size 64x64").code == 0);
    const Outcome outcome = call("render " + out + " --frames 3 --size 128x64");
    INFO(outcome.text);
    REQUIRE(outcome.code == 0);
    /// Width and height from a PNG's header.
    const auto size = [&](const std::string& file) {
        const std::string bytes = folder.read("out/" + file);
        REQUIRE(bytes.size() > 24);
        const auto number = [&](std::size_t at) {
            return 256 * static_cast<unsigned char>(bytes[at + 2]) +
                   static_cast<unsigned char>(bytes[at + 3]);
        };
        return std::pair{number(16), number(20)};
    };
    CHECK(size("frames/frame_0002.png") == std::pair{128, 64});
    for (const char* gone : {"3", "4"})
        CHECK_FALSE(std::filesystem::exists(out + "/frames/frame_000" + gone + ".png"));
    CHECK(size("contact_sheet.png") == std::pair{3 * 128 + 2 * 4, 64});
    const Outcome both = call("render " + out + " --frames 3 --every 0.1");
    CHECK(both.code == 2);
    CHECK_THAT(both.text, Contains("give --frames or --every, not both"));
    for (const std::string every : {"0", "inf", "nan", "2e9"})
        CHECK_THAT(call("render " + out + " --every " + every).text,
                   Contains("--every takes seconds, more than 0 and at most 1e+09"));
    const Outcome nowhere = call("render " + out + " -o " + folder.write("file", "x"));
    CHECK(nowhere.code == 2);
    CHECK_THAT(nowhere.text, Contains("error: cannot write into " + folder.path("file/frames")) &&
                                 Contains("remedy: choose another folder with -o"));
}
