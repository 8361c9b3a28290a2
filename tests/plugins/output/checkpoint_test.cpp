#include <catch2/catch.hpp>
#include <filesystem>

#include "plugins/output/output_run.hpp"

using Catch::Contains;
using sinew::testing::OutputRun;
using sinew::testing::SmallRun;

namespace {

/// Two steps of an arm that walks over a block; motion, weights and the block come from files.
class ArmOfFiles : public SmallRun {
public:
    ArmOfFiles()
        : SmallRun("arm",
                   "sinew: 1\n"
                   "time: {end: 0.2 s, step: 0.1 s}\n"
                   "scene:\n"
                   "  - node: arm\n"
                   "    rig: {type: skeleton, file: walk.bvh, unit: cm, radius: 15 cm}\n"
                   "    mesh: {type: box, size: [1, 0.2, 0.2], origin: [0, -0.1, -0.1], cells: [4, "
                   "1, 1], element: tet4}\n"
                   "    weights: {type: user, file: paint.dmat, bones: [upper, lower]}\n"
                   "    material: {type: ex_rotated, young: 100 kPa, poisson: 0.4}\n"
                   "    constraints: [{type: attach, where: {box: {min: [-1, -1, -1], max: [0.3, "
                   "1, 1]}}}]\n"
                   "    couplings:\n"
                   "      - {type: contact, obstacles: [\n"
                   "         {surface: {mesh: {type: file, file: block.off}}}]}\n"
                   "    solver: {type: implicit_euler}\n"
                   "    outputs: [{type: checkpoint}]\n") {
        write("walk.bvh", motion("-60"));
        write("paint.dmat", weights("0.5"));
        write("block.off", block("-0.3"));
    }
    void write(const std::string& file, const std::string& text) const {
        std::ofstream(*this / file, std::ios::binary) << text;
    }
    static std::string motion(const std::string& turn) {
        return "HIERARCHY\nROOT upper\n{\nOFFSET 0 0 0\nCHANNELS 1 Yrotation\nJOINT lower\n{\n"
               "OFFSET 50 0 0\nCHANNELS 1 Yrotation\nEnd Site\n{\nOFFSET 50 0 0\n}\n}\n}\n"
               "MOTION\nFrames: 2\nFrame Time: 0.25\n0 0\n0 " +
               turn + "\n";
    }
    /// Of the last of 20 nodes for the upper arm, where the others have a half.
    static std::string weights(const std::string& last) {
        std::string text = "2 20\n";
        for (int i = 0; i < 19; ++i) text += "0.5\n";
        text += last + "\n";
        for (int i = 0; i < 19; ++i) text += "0.5\n";
        return text + std::to_string(1 - std::stod(last)) + "\n";
    }
    static std::string block(const std::string& top) {
        std::string text = "OFF\n8 12 0\n";
        for (const std::string& z : {std::string("-0.5"), top})
            for (const char* xy : {"0 -1 ", "2 -1 ", "2 1 ", "0 1 "}) text += xy + z + "\n";
        return text +
               "3 0 2 1\n3 0 3 2\n3 4 5 6\n3 4 6 7\n3 0 1 5\n3 0 5 4\n3 1 2 6\n3 1 6 5\n"
               "3 2 3 7\n3 2 7 6\n3 3 0 4\n3 3 4 7\n";
    }
};

}  // namespace

TEST_CASE("output/checkpoint: a run continued in its folder leaves the same files bit by bit") {
    const OutputRun scene(
        "[{type: vtu, every: 0.05 s}, {type: probe, nodes: [0]}, {type: energy}, "
        "{type: checkpoint, every: 0.05 s, keep: 2}]");
    REQUIRE(scene.run("whole") == 0);
    CHECK(scene.count_files("whole", ".h5") == 2);
    std::filesystem::copy(scene / "whole", scene / "again");
    std::filesystem::remove(scene / "again/checkpoint-0020.h5");
    REQUIRE(scene.run("again", scene / "again/checkpoint-0015.h5") == 0);
    for (const char* file : {"checkpoint-0020.h5", "fall.pvd", "fall-block_0020.vtu",
                             "fall-block-probe.csv", "fall-block-energy.csv"}) {
        INFO(file);
        CHECK(!scene.bytes(std::string("whole/") + file).empty());
        CHECK(scene.bytes(std::string("whole/") + file) ==
              scene.bytes(std::string("again/") + file));
    }
    CHECK(scene.count_files("again", ".h5") == 2);
}

TEST_CASE("output/checkpoint: a checkpoint of another scene is refused") {
    const OutputRun first("[{type: checkpoint, every: 0.1 s}]");
    const OutputRun other("[{type: checkpoint, every: 0.1 s}]", "stvk");
    REQUIRE(first.run() == 0);
    CHECK(other.run("out", first / "out/checkpoint-0010.h5") == 2);
}

TEST_CASE("output/checkpoint: any file that has changed since is reported by its name and hashes") {
    const ArmOfFiles scene;
    REQUIRE(scene.run() == 0);
    const auto from = scene / "out/checkpoint-0001.h5";
    REQUIRE(scene.run("same", from) == 0);
    CHECK(scene.bytes("same/checkpoint-0002.h5") == scene.bytes("out/checkpoint-0002.h5"));

    const auto [file, changed, line] =
        GENERATE(std::tuple{"walk.bvh", ArmOfFiles::motion("-61"), 5},
                 std::tuple{"paint.dmat", ArmOfFiles::weights("0.25"), 7},
                 std::tuple{"block.off", ArmOfFiles::block("-0.31"), 12});
    INFO(file);
    scene.write(file, changed);
    CHECK(scene.run("other", from) == 2);
    const std::string report = scene.bytes("other/run.json");
    CHECK_THAT(report, Contains("checkpoint-0001.h5 was written with another " + std::string(file) +
                                " on /arm: its hash is ") &&
                           Contains("continue with the files that it was written with") &&
                           Contains("\"line\": " + std::to_string(line)));
    // Two at once are reported at once.
    scene.write("walk.bvh", ArmOfFiles::motion("-62"));
    scene.write("paint.dmat", ArmOfFiles::weights("0.125"));
    CHECK(scene.run("two", from) == 2);
    CHECK_THAT(scene.bytes("two/run.json"),
               Contains("another walk.bvh on") && Contains("another paint.dmat on"));
    // From a checkpoint of the run with the changed files it goes on.
    REQUIRE(scene.run("anew") == 0);
    CHECK(scene.run("on", scene / "anew/checkpoint-0001.h5") == 0);
}

TEST_CASE("output/checkpoint: one without hashes of files is taken with what it has") {
    const ArmOfFiles scene;
    REQUIRE(scene.run() == 0);
    const auto from = scene / "out/checkpoint-0001.h5";
    const sinew::Archive whole = sinew::read_archive(from);
    sinew::Archive former;
    for (const auto& [key, entry] : whole.entries()) {
        if (key.starts_with("run/contents/")) former.put_entry("run/content/arm", entry);
        if (!key.starts_with("run/files/") && !key.starts_with("run/contents/"))
            former.put_entry(key, entry);
    }
    sinew::write_archive(from, former);
    scene.write("walk.bvh", ArmOfFiles::motion("-60") + "\n");
    CHECK(scene.run("on", from) == 0);
    former.put("run/content/arm", std::string("0123456789abcdef"));
    sinew::write_archive(from, former);
    CHECK(scene.run("other", from) == 2);
    CHECK_THAT(scene.bytes("other/run.json"),
               Contains("was written with another mesh on /arm: its hash is 0123456789abcdef"));
}

TEST_CASE("output/checkpoint: a body below a body has its mesh compared, too") {
    const SmallRun scene("nest",
                         "sinew: 1\n"
                         "time: {end: 0.2 s, step: 0.1 s}\n"
                         "scene:\n"
                         "  - node: upper\n"
                         "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n"
                         "    material: {type: linear}\n"
                         "    solver: {type: implicit_euler}\n"
                         "    outputs: [{type: checkpoint}]\n"
                         "    children:\n"
                         "      - node: lower\n"
                         "        mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n"
                         "        material: {type: linear}\n");
    REQUIRE(scene.run() == 0);
    CHECK(scene.run("on", scene / "out/checkpoint-0001.h5") == 0);
}

TEST_CASE("output/checkpoint: a mesh file that has changed since is reported by its name") {
    const SmallRun scene("tet",
                         "sinew: 1\n"
                         "time: {end: 0.2 s, step: 0.1 s}\n"
                         "scene:\n"
                         "  - node: tet\n"
                         "    mesh: {type: abaqus, file: tet.inp}\n"
                         "    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}\n"
                         "    loads: [{type: gravity}]\n"
                         "    solver: {type: implicit_newmark}\n"
                         "    outputs: [{type: checkpoint}]\n");
    const auto write_mesh = [&](const std::string& top) {
        std::ofstream(scene / "tet.inp") << "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, "
                                         << top << "\n*ELEMENT, TYPE=C3D4\n1, 1, 2, 3, 4\n";
    };
    write_mesh("1");
    REQUIRE(scene.run() == 0);
    const auto from = scene / "out/checkpoint-0001.h5";
    CHECK(scene.run("same", from) == 0);
    write_mesh("1.000001");
    CHECK(scene.run("other", from) == 2);
    const std::string report = scene.bytes("other/run.json");
    CHECK_THAT(report, Contains("checkpoint-0001.h5 was written with another tet.inp on /tet: "
                                "its hash is ") &&
                           Contains("continue with the files that it was written with") &&
                           Contains("\"line\": 5"));
}
