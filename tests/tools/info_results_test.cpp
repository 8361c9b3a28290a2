// sinew info of the files that outputs write for other tools.
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <support/program.hpp>
#include <support/says.hpp>

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

/// The lowest n bytes of a number, the highest of them first.
std::string big_endian(std::uint64_t value, int n) {
    std::string bytes;
    for (int k = n - 1; k >= 0; --k) bytes += char(value >> (8 * k) & 0xff);
    return bytes;
}

/// The header of a NetCDF file in its format of 64 bits: one variable of two dimensions.
std::string netcdf_header(std::uint64_t n_records, std::uint64_t length, std::uint64_t begin) {
    const auto number = [](std::uint64_t value) { return big_endian(value, 8); };
    const auto list = [&](std::uint64_t tag, std::uint64_t n) {
        return big_endian(tag, 4) + number(n);
    };
    const std::string name = number(1) + std::string("x\0\0\0", 4), double_type = big_endian(6, 4);
    return "CDF\5" + number(n_records) + list(0xA, 2) + name + number(length) + name +
           number(length) + list(0, 0) + list(0xB, 1) + name + number(2) + number(0) + number(1) +
           list(0, 0) + double_type + number(0) + number(begin) + std::string(64, '\0');
}

}  // namespace

TEST_CASE(
    "sinew info: Exodus II, USD text and lists of ParaView are reported, and damaged ones too") {
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
    const std::string rate = "    timeCodesPerSecond = 24\n";
    REQUIRE(text.find(rate) != std::string::npos);
    std::string without_rate = text;
    without_rate.erase(text.find(rate), rate.size());
    for (const std::string& lacking :
         {text.substr(0, text.find('\n', text.find("def ")) + 1), without_rate})
        CHECK_THAT(run.refused("cut.usda", lacking), Contains("cut.usda is cut off"));
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
    CHECK(run.refused("wordy.vtu.series",
                      "{\"files\": [{\"comment\": \"" + std::string(2000, ' ') + "\"}]}")
              .size() < 800);
    const std::size_t deep = 500'000;
    CHECK_THAT(run.refused("deep.vtu.series", "{\"files\": [" + std::string(deep, '[') +
                                                  std::string(deep, ']') + "]}"),
               Contains("an entry without a name and a time"));

    for (const auto& [name, copy] :
         {std::pair{"fall-bar.e", "BAR.E"}, std::pair{"fall-bar.vtu.series", "BAR.SERIES"},
          std::pair{"fall.pvd", "FALL.PVD"}, std::pair{"fall-bar_0001.vtu", "BAR.VTU"}}) {
        CAPTURE(copy);
        const std::string out = run.folder.path("out/");
        std::filesystem::copy_file(out + name, out + copy);
        CHECK(run.info(std::string("out/") + copy).code == 0);
    }
}

TEST_CASE("sinew info and render: a .pvd that is empty or damaged is reported with a remedy") {
    const WorkFolder folder;
    for (const std::string text : {"", "junk", "<VTKFile><Collection>", "<VTKFile></VTKFile>"}) {
        const std::string file = folder.write("bad.pvd", text);
        for (const std::string command : {"info ", "render "}) {
            CAPTURE(command, text);
            const Outcome outcome = call(command + file);
            CHECK(outcome.code == 2);
            CHECK_THAT(outcome.text, Contains("error: " + file + " is no collection of results") &&
                                         Contains("remedy: it may have been cut off") &&
                                         !Contains("ERR|") && !Contains("vtk"));
        }
    }
    const Outcome lone = call(
        "info " + folder.write("lone.pvd",
                               "<VTKFile type=\"Collection\"><Collection><DataSet timestep=\"0\" "
                               "part=\"0\" file=\"none.vtu\"/></Collection></VTKFile>"));
    CHECK(lone.code == 2);
    CHECK_THAT(lone.text, Contains("none.vtu, which is not there") &&
                              Contains("remedy: keep the files of a run together"));
}

TEST_CASE("sinew info: sizes that no file can have are those of a NetCDF file that is cut off") {
    const WorkFolder folder;
    const auto told = [&](const std::string& header) {
        const Outcome outcome = call("info " + folder.write("huge.e", header));
        CHECK(outcome.code == 2);
        return outcome.text;
    };
    const std::uint64_t none = 0, far = std::uint64_t(1) << 40, negative = ~std::uint64_t(0) << 4;
    CHECK_THAT(told(netcdf_header(none, 2, 64)), Contains("it holds no mesh"));  // it is whole
    for (const std::string& header :
         {netcdf_header(none, far, 64), netcdf_header(none, 2, negative),
          netcdf_header(none, negative, 64), netcdf_header(negative, 2, 64),
          netcdf_header(none, 2, ~std::uint64_t(0) >> 1)})
        CHECK_THAT(told(header), Contains("it is cut off"));
}

TEST_CASE("sinew info: gaps where nothing is near count for no range") {
    const WorkFolder folder;
    // Only the last nodes of the cube are near a plane above it.
    const auto told = [&](const std::string& height) {
        const std::string scene = folder.write(
            "gap.yaml",
            "sinew: 1\ntime: {end: 0.01 s, step: 0.01 s}\nscene:\n  - node: cube\n"
            "    mesh: {type: box, size: [0.2, 0.2, 0.2], cells: [2, 2, 2]}\n"
            "    material: {type: neo_hookean, young: 100 kPa, poisson: 0.3}\n"
            "    couplings: [{type: contact, thickness: 1 cm, obstacles: [{plane: {point: [0, 0, " +
                height +
                "], normal: [0, 0, -1]}}]}]\n    solver: {type: implicit_newmark}\n"
                "    outputs: [{type: exodus, fields: [contact_gap]}, {type: vtu, fields: "
                "[contact_gap]}]\n");
        CHECK(call("run " + scene + " -o " + folder.path("out")).code == 0);
        return call("info " + folder.path("out/gap-cube.e")).text +
               call("info " + folder.path("out/gap.pvd")).text;
    };
    const std::string gap = "contact_gap +1 x 27 +", near = gap + "0\\.00[0-9]+ to 0\\.00[0-9]+";
    CHECK(says(told("0.205"), near + "[\\s\\S]*" + near + " m\n"));
    CHECK(says(told("5"), gap + "no values[\\s\\S]*" + gap + "no values\n"));
}

TEST_CASE("sinew info: of a run, the alignment of a rig's poses is shown, and what touches there") {
    const WorkFolder folder;
    const Outcome outcome = call("info " + folder.write("run.json", R"({"status": "ok", "solvers":
        {"/a": {"bodies": [{"node": "/a/arm", "reduction": {"poses": 3, "alignment": [
            {"pose": 2, "onto": 0, "largest_angle": 12.34},
            {"pose": 1, "onto": 2, "largest_angle": 71}],
            "vertices_in_contact": [0, 17, 3], "least_norm_of_mixed_vectors": 0.625}}]}}})"));
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.text, Contains("/a/arm") && Contains("12.3 deg") && Contains("71.0 deg") &&
                                 Contains("17") && Contains("0.62"));
}
