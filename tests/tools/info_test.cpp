#include <catch2/catch.hpp>
#include <support/program.hpp>
#include <support/says.hpp>
#include <support/written_surfaces.hpp>

using namespace sinew::test;
using Catch::Contains;

TEST_CASE("sinew info: meshes of every ending that a plugin reads, and lists of vertices") {
    const WorkFolder folder;
    const std::string meshes = SINEW_SOURCE_DIR "/scenes/mesh/";
    CHECK_THAT(
        call("info " + meshes + "star.off").text,
        Contains("read by mesh/file") && Contains("14 points, 24 triangles, 1 part, closed") &&
            Contains("0 at borders of 0 holes") && Contains("0 pairs of triangles intersect\n"));
    CHECK_THAT(call("info " + meshes + "bowl.off").text, Contains(" at borders of 1 hole,"));
    CHECK_THAT(call("info " + meshes + "bar.veg").text, Contains("read by mesh/vega"));
    std::filesystem::copy_file(meshes + "bar.veg", folder.path("BAR.VEG"));
    CHECK_THAT(call("info " + folder.path("BAR.VEG")).text, Contains("read by mesh/vega"));
    CHECK_THAT(call("info " + folder.write("a.bou", "3, 1,\n7, 7\n")).text,
               Contains("vertices  3, from 1 to 7 (counted from 1); 1 are written twice"));
    const Outcome bad = call("info " + folder.write("b.bou", "1, two\n"));
    CHECK(bad.code == 2);
    CHECK_THAT(bad.text, Contains("b.bou:1:1: error: expected numbers of vertices, got 'two'"));
    CHECK_THAT(call("info /dev/null").text, Contains("/dev/null is not a regular file"));
}

TEST_CASE("sinew info: a run that was killed is told from one that runs, by its folder's lock") {
    const WorkFolder folder;
    folder.write("run.json", R"({"status": "running", "scene_hash": "1"})");
    CHECK(says(call("info " + folder.path()).text, "status +running\n"));
    folder.write(".sinew-lock", "process 1234 on host, since 2026-01-01 12:00:00 UTC");
    folder.write("other.h5", "no archive");
    CHECK_THAT(call("info " + folder.path()).text,
               Contains("killed (its process 1234 is gone); there is no checkpoint to go on from"));
    CHECK_THAT(call("info run.json", "cd " + folder.path() + " &&").text,
               Contains("killed (its process 1234 is gone); there is no checkpoint"));
    CHECK_THAT(folder.read(".sinew-lock"), Contains("process 1234"));
    folder.write("run.json", R"({"status": "ok"})");
    CHECK(says(call("info " + folder.path()).text, "status +ok\n"));
}

TEST_CASE("sinew info: what is wrong with a mesh or a rig is reported of its file alone") {
    const WorkFolder folder;
    const auto told = [&](const std::string& name, const std::string& text) {
        const Outcome outcome = call("info " + folder.write(name, text));
        CAPTURE(outcome.text);
        CHECK(outcome.code == 2);
        CHECK_THAT(outcome.text, !Contains("scene: [") && !Contains("node: "));
        return outcome.text;
    };
    const std::string vertices = "Dimension 3\nVertices\n3\n0 0 0 0\n1 0 0 0\n0 1 0 0\n";
    CHECK_THAT(told("words.msh", "these are words\n"),
               Contains("words.msh: error: Gmsh cannot read it") && Contains("remedy: check that"));
    CHECK_THAT(told("cut.mesh", "MeshVersionFormatted 1\n" + vertices + "Triangles\n2\n1 2 3 0\n"),
               Contains("cut.mesh: error: it promises 2 triangles and holds 1"));
    CHECK_THAT(told("cut.veg", "*VERTICES\n4 3 0 0\n1 0 0 0\n"), Contains("cut.veg:"));
    CHECK_THAT(told("cut.bvh", "HIERARCHY\nROOT a\n"), Contains("cut.bvh:"));
    const Outcome loose =
        call("info " + folder.write("loose.mesh",
                                    "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n"
                                    "0 0 0 0\n1 0 0 0\n0 1 0 0\n9 9 9 0\n"
                                    "Triangles\n1\n1 2 3 0\nEnd\n"));
    CHECK(loose.code == 0);
    CHECK_THAT(loose.text, Contains("  warning   ") && Contains("left out"));
}

TEST_CASE("sinew info: of a run, its contacts are shown with their gaps") {
    const WorkFolder folder;
    const Outcome outcome = call("info " + folder.write("run.json", R"({"status": "ok", "solvers":
        {"/a": {"bodies": [{"node": "/a"}], "couplings": [
            {"node": "/a", "plugin": "coupling/tie"},
            {"node": "/a", "plugin": "coupling/contact", "pairs": 7, "least_gap": 0.25,
             "least_gap_of_run": 0.125, "intersections_left_out": 0}]}}})"));
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.text, Contains("7  ") && Contains("0.25") && Contains("0.125") &&
                                 Contains("no intersections"));
}

TEST_CASE("sinew info: holes, crossings and flipped triangles are counted, and what closes them") {
    const WorkFolder folder;
    const auto told = [&](const std::string& name, const std::string& text) {
        return call("info " + folder.write(name, text)).text;
    };
    std::string all_turned = cube_corners(0), one_turned = all_turned;
    for (const auto& face : cube_faces) {
        all_turned += cube_face(face, 1, true);
        one_turned += cube_face(face, 1, &face == &cube_faces[4]);
    }
    CHECK_THAT(told("whole.obj", cube()), Contains("encloses  1 m^3\n") &&
                                              Contains("flipped   0 edges") &&
                                              Contains("crossing  0 pairs") && !Contains("remedy"));
    CHECK_THAT(told("one.obj", one_turned),
               Contains("flipped   3 edges between triangles that are turned against each other") &&
                   Contains("encloses  1 m^3 once its triangles are turned alike") &&
                   !Contains("remedy"));  // tetrahedralize turns it
    CHECK_THAT(
        told("all.obj", all_turned),
        Contains("encloses  -1 m^3 (its triangles face inwards)") && Contains("flipped   0 edges"));
    CHECK_THAT(
        told("open.obj", open_cube()),
        Contains("3 at borders of 1 hole, 0 non-manifold\n") &&
            Contains("remedy    mesh: {type: wrap, surface: {type: file, file: \"" +
                     folder.path("open.obj") + "\"}, alpha: 0.32} makes a closed surface of them"));
    CHECK_THAT(told("crossing.obj", cube() + cube(0.5, 9)),
               Contains("0 at borders of 0 holes") && !Contains("crossing  0 pairs") &&
                   Contains("remedy    mesh: {type: wrap,"));
    CHECK_THAT(
        told("touching.obj", cube() + "v 2 0 0\nv 2 1 0\nv 2 0 1\n"
                                      "f 2 10 9\nf 2 9 11\nf 2 11 10\nf 9 10 11\n"),
        Contains("vertices  1 where sheets touch") && Contains("remedy    mesh: {type: wrap,"));
    CHECK_THAT(told("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"),
               Contains("flat      1 triangle without area") && !Contains("remedy"));
    CHECK_THAT(told("plane.obj", one_sided),
               Contains("encloses  nothing: its triangles cannot be turned alike, as of a surface "
                        "with one side alone\n") &&
                   Contains("remedy    mesh: {type: wrap,"));
}

TEST_CASE("sinew info: a mesh whose name is not UTF-8 is refused, since scenes cannot name it") {
    const WorkFolder folder;
    const Outcome outcome = call("info '" + folder.write("b\xfchne.obj", cube()) + "'");
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text, Contains("b?hne.obj is not UTF-8, in which scenes name files") &&
                                 Contains("remedy: rename the file"));
}

TEST_CASE("sinew info: a run.json that is not as a run writes it is reported, with its place") {
    const WorkFolder folder;
    for (const char* text :
         {R"({"status": "ok", "time": 3})", R"({"status": "ok", "phases": {"build": "long"}})",
          R"({"status": "ok", "solvers": {"/a": {"modes": [7]}}})"}) {
        INFO(text);
        const Outcome outcome = call("info " + folder.write("run.json", text));
        CHECK(outcome.code == 2);
        CHECK_THAT(outcome.text,
                   Contains("run.json is not as a run writes it") && Contains("remedy: run the"));
    }
}
