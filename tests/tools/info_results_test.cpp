// sinew info of the files that outputs write for other tools.
#include <catch2/catch.hpp>
#include <filesystem>
#include <support/program.hpp>

using namespace sinew::test;
using Catch::Contains;

namespace {

/// A bar of hexahedra with sets, for two steps; its files are in the folder `out`.
class FinishedRun {
public:
    FinishedRun() {
        const std::string scene = folder.write(
            "fall.yaml",
            "sinew: 1\ntime: {end: 0.02 s, step: 0.01 s}\nscene:\n  - node: bar\n"
            "    mesh: {type: abaqus, file: " SINEW_SOURCE_DIR
            "/scenes/mesh/bar.inp}\n"
            "    rig: {type: skeleton, joints: [{name: one, at: [0, 0, 0]}, {name: two, parent: "
            "one, at: [0.1, 0, 0], tail: [0.2, 0, 0]}]}\n"
            "    material: {type: neo_hookean}\n"
            "    constraints: [{type: fixed, where: {set: root}}]\n"
            "    loads: [{type: gravity}]\n"
            "    solver: {type: implicit_newmark}\n"
            "    outputs: [{type: exodus, at: [nodes, elements]}, {type: usda}, {type: vtu, "
            "series: true}]\n");
        code = call("run " + scene + " -o " + folder.path("out")).code;
    }
    Outcome info(const std::string& file) const { return call("info " + folder.path(file)); }
    /// What info says of a file with that text, which it refuses.
    std::string refused(const std::string& name, const std::string& text) const {
        folder.write(name, text);
        const Outcome outcome = info(name);
        CHECK(outcome.code == 2);
        return outcome.text;
    }

    WorkFolder folder;
    int code = -1;
};

}  // namespace

TEST_CASE("sinew info: Exodus II, USD text and lists of ParaView are told, and damaged ones too") {
    const FinishedRun run;
    REQUIRE(run.code == 0);

    const Outcome exodus = run.info("out/fall-bar.e");
    CHECK(exodus.code == 0);
    CHECK_THAT(exodus.text,
               Contains("Exodus II, fall /bar\n") && Contains("of HEX8 in block 'tip'\n") &&
                   Contains("of HEX8 in block 'bar'\n") && Contains("nodes   4 in set 'root'\n") &&
                   Contains("sides   1 in set 'root'\n"));
    CHECK_THAT(exodus.text, Contains("times   3, 0 to 0.02 s; fields at the last:\n") &&
                                Contains("  points  disp_z ") && Contains("  points  von_mises ") &&
                                Contains("  cells   mean_von_mises ") &&
                                Contains("  note    velocity in m/s\n"));
    const std::string bytes = run.folder.read("out/fall-bar.e");
    for (const std::size_t n : {std::size_t(100), bytes.size() / 4, bytes.size() - 1})
        CHECK_THAT(
            run.refused("cut.e", bytes.substr(0, n)),
            Contains("cut.e cannot be read as Exodus II: it is cut off") && Contains("remedy: "));
    CHECK_THAT(run.refused("words.e", "no results"), Contains("words.e cannot be read as Exodus "
                                                              "II: it is no NetCDF"));

    const Outcome stage = run.info("out/fall-bar.usda");
    CHECK(stage.code == 0);
    CHECK_THAT(stage.text, Contains("USD text by Sinew ") && Contains(", Z up, in metres\n") &&
                               Contains("0 to 0.02 s: time codes 0 to 0.48, 24 a second\n") &&
                               Contains(" triangles, 3 frames\n") &&
                               Contains("skeleton  2 joints, 3 frames\n"));
    const std::string text = run.folder.read("out/fall-bar.usda");
    CHECK_THAT(run.refused("cut.usda", text.substr(0, text.size() / 2)),
               Contains("cut.usda is cut off") && Contains("copy it again"));
    CHECK_THAT(run.refused("other.usda", "#usda 1.0\n(\n    upAxis = \"Y\"\n)\n"),
               Contains("is no USD text that Sinew wrote") && Contains("usdview"));

    const Outcome series = run.info("out/fall-bar.vtu.series");
    CHECK(series.code == 0);
    CHECK_THAT(series.text, Contains("fall-bar.vtu.series: 3 times, 0 to 0.02 s\n") &&
                                Contains("part 'fall-bar': 3 files\n") &&
                                Contains("points  displacement "));
    CHECK_THAT(run.refused("cut.vtu.series", "{\"files\": ["),
               Contains("is no list of files and times (.series)") && Contains("series: true"));
    CHECK_THAT(
        run.refused("lone.vtu.series", "{\"files\": [{\"name\": \"none.vtu\", \"time\": 0}]}"),
        Contains("none.vtu, which is not there") && Contains("keep the files of a run together"));
    CHECK_THAT(run.refused("odd.vtu.series", "{\"files\": [{\"name\": 3}]}"),
               Contains("an entry without a name and a time"));
}
