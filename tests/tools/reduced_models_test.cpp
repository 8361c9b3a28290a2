// Reduced bodies on the command line: checked beside full space, and exported.
#include <catch2/catch.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <support/program.hpp>

using namespace sinew::test;
using Catch::Contains;

namespace {

/// A brick held at one face, in some vibrations; `more`: of its reduction; `loads`: a line of it;
/// `solver`: more of that.
std::string brick(const std::string& modes, const std::string& more, const std::string& loads,
                  const std::string& solver = "") {
    return "sinew: 1\ntime: {end: 0.2 s, step: 0.1 s}\nscene:\n"
           "  - node: bar\n"
           "    mesh: {type: box, size: [1, 0.1, 0.1], cells: [1, 1, 1], element: hex8}\n"
           "    material: {type: stvk, young: 10 MPa, poisson: 0.3}\n"
           "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n" +
           loads + "    reduction: {type: subspace, basis: {type: linear_modes, modes: " + modes +
           "}" + more + "}\n    solver: {type: implicit_newmark" + solver + "}\n";
}

}  // namespace

TEST_CASE("sinew precompute --check: tells what a reduced body misses at rest, and exits by it") {
    const WorkFolder folder;
    const auto scene = [&](const std::string& modes) {
        return folder.write("bar.yaml", brick(modes, "", "    loads: [{type: gravity}]\n"));
    };
    // 12 vibrations are all that a brick held by four nodes has.
    const Outcome all = call("precompute " + scene("12") + " --check --within 1e-6");
    CHECK(all.code == 0);
    CHECK_THAT(all.text,
               Contains("At rest under the loads of 0.2 s, beside full space") && Contains("/bar"));
    const std::string one = scene("1");
    CHECK(call("precompute " + one + " --check").code == 0);
    CHECK(call("precompute " + one + " --check --within 1e-6").code == 1);
    const Outcome bare = call("precompute " + one + " --within 0.1");
    CHECK(bare.code == 2);
    CHECK_THAT(bare.text, Contains("--within is a bound for --check"));
    const Outcome below = call("precompute none.yaml --check --within -1");
    CHECK(below.code == 2);
    CHECK_THAT(below.text, Contains("--within is a share of the displacement, 0 or more, and not "
                                    "-1; for one percent write --within 0.01") &&
                               !Contains("none.yaml"));
}

TEST_CASE("sinew precompute --check: a warning is reported once, though the scene is built again") {
    const WorkFolder folder;
    const std::string scene =
        folder.write("bar.yaml", brick("4", "", "    loads: [{type: gravity}]\n"));
    const std::string warned =
        call("precompute " + scene + " --check --set scene.bar.material.poisson=0.49").text;
    const std::string warning = "hex8 elements lock at a Poisson's ratio of 0.49";
    CHECK_THAT(warned, Contains(warning));
    CHECK(warned.find(warning) == warned.rfind(warning));
}

TEST_CASE(
    "sinew precompute --check: what nothing moves is not checked, and changed materials neither") {
    const WorkFolder folder;
    const auto scene = [&](const std::string& more) {
        return folder.write("bar.yaml", brick("4", more, ""));
    };
    // A law whose stress at rest is one of round-off, which the equilibrium follows.
    for (const char* more : {"",
                             " --set scene.bar.material.type=stable_neo_hookean"
                             " --set 'scene.bar.mesh.cells=[7, 3, 3]'"}) {
        const Outcome still = call("precompute " + scene("") + " --check --within 0.1" + more);
        CAPTURE(still.text);
        CHECK(still.code == 1);
        CHECK_THAT(still.text, Contains("0 m") && Contains("not checked, no load: nothing moves") &&
                                   !Contains("%"));
    }
    const Outcome changing =
        call("precompute " +
             scene(", forces: {type: stvk_polynomial}, materials: [{young: 1 MPa}]") + " --check");
    CHECK(changing.code == 2);
    CHECK_THAT(changing.text, Contains("full space does not know the `materials`"));
}

TEST_CASE("sinew export: nothing but an earlier model gives way to a model") {
    const WorkFolder folder;
    const std::string scene = folder.write("bar.yaml", "sinew: 1\n");
    const Outcome itself = call("export " + scene + " -o " + scene);
    CHECK(itself.code == 2);
    CHECK_THAT(itself.text, Contains("is the scene itself"));
    CHECK_THAT(call("export " + scene + " -o /dev/null").text, Contains("is no regular file"));
    CHECK_THAT(call("export " + scene + " -o " + folder.path("none/a.h5")).text,
               Contains("there is no folder"));
    CHECK_THAT(call("export " + scene + " -o " + folder.write("notes.txt", "mine")).text,
               Contains("is nothing that Sinew wrote as a model"));
    REQUIRE(call("run " +
                 folder.write("cube.yaml", brick("2", "", "    outputs: [{type: checkpoint}]\n")) +
                 " -o " + folder.path("out"))
                .code == 0);
    std::filesystem::path checkpoint;
    for (const auto& file : std::filesystem::directory_iterator(folder.path("out")))
        if (file.path().extension() == ".h5") checkpoint = file.path();
    REQUIRE_FALSE(checkpoint.empty());
    CHECK_THAT(call("export " + scene + " -o " + checkpoint.string()).text,
               Contains("is nothing that Sinew wrote as a model"));
}

TEST_CASE("sinew info: a model is reported, and a damaged one with what to do about a model") {
    const WorkFolder folder;
    const std::string scene =
        folder.write("bar.yaml", brick("2", ", forces: {type: stvk_polynomial}", "",
                                       ", newton: {iterations: 2, line_search: false}"));
    const std::string model = folder.path("bar.h5");
    REQUIRE(call("export " + scene + " -o " + model).code == 0);
    const Outcome whole = call("info " + model);
    CHECK(whole.code == 0);
    CHECK_THAT(whole.text, Contains("reduced model of") && Contains("2 degrees of freedom"));

    const std::string bytes = folder.read("bar.h5");
    const auto refused = [&](const std::string& file) {
        const Outcome outcome = call("info " + file);
        CHECK(outcome.code == 2);
        return outcome.text;
    };
    CHECK_THAT(refused(folder.write("cut.h5", bytes.substr(0, bytes.size() / 2))),
               Contains("cut.h5 is cut off") &&
                   Contains("remedy: export its scene again: sinew export SCENE -o FILE") &&
                   !Contains("checkpoint"));

    // Whole as an archive, but no model.
    sinew::Archive lacking;
    const sinew::Archive archive = sinew::read_archive(model);
    for (const auto& [key, entry] : archive.entries())
        if (key != "basis/U") lacking.put_entry(key, entry);
    sinew::write_archive(folder.path("lacking.h5"), lacking);
    CHECK_THAT(refused(folder.path("lacking.h5")),
               Contains("lacking.h5 is no whole reduced model: basis/U is not there") &&
                   Contains("remedy: export it again"));
    lacking.put("player/format", std::int64_t{7});
    sinew::write_archive(folder.path("later.h5"), lacking);
    CHECK_THAT(refused(folder.path("later.h5")),
               Contains("is a reduced model of format 7") &&
                   Contains("remedy: export the scene again with this Sinew"));
}
