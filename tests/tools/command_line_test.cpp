#include <catch2/catch.hpp>
#include <support/program.hpp>
#include <support/says.hpp>
#include <support/skip.hpp>
#include <support/written_surfaces.hpp>

using namespace sinew::test;
using Catch::Contains;

TEST_CASE("sinew: --version says what runs") {
    const Outcome outcome = call("--version");
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.text, Contains("sinew 0.") && Contains("compiler: g++") &&
                                 Contains("OPENBLAS_NUM_THREADS: 1"));
}

TEST_CASE("sinew: what the user set for OpenBLAS stays") {
    CHECK_THAT(call("--version", "OPENBLAS_CORETYPE=Nehalem").text,
               Contains("OPENBLAS_CORETYPE: Nehalem"));
    CHECK_THAT(call("--version", "OMP_NUM_THREADS=3").text, Contains("OMP_THREAD_LIMIT: 3"));
}

TEST_CASE("sinew: help lists the commands, and each command's options") {
    const Outcome outcome = call("help");
    CHECK(outcome.code == 0);
    for (const char* name : {"run", "validate", "describe", "schema", "plugins", "new", "view",
                             "sketch", "bench", "info"})
        CHECK_THAT(outcome.text, Contains(std::string("sinew ") + name));
    CHECK_THAT(call("run --help").text, Contains("--set") && Contains("--threads"));
    CHECK(call("").text == outcome.text);
}

TEST_CASE("sinew: mistakes on the command line are reported, with exit code 2") {
    const auto mistake = [](const std::string& arguments) {
        const Outcome outcome = call(arguments);
        CHECK(outcome.code == 2);
        return outcome.text;
    };
    CHECK_THAT(mistake("rnu x.yaml"), Contains("there is no command 'rnu'; did you mean 'run'?"));
    CHECK_THAT(mistake("run"), Contains("sinew run needs SCENE"));
    CHECK_THAT(mistake("run a.yaml b.yaml"), Contains("sinew run takes: SCENE"));
    CHECK_THAT(mistake("run x.yaml --set end"), Contains("--set takes PATH=VALUE, not 'end'"));
    CHECK_THAT(mistake("run x.yaml --threads 0"), Contains("at least 1"));
    CHECK_THAT(mistake("run x.yaml --threads 100000"), Contains("at most 1024"));
    CHECK_THAT(mistake("run x.yaml --thraeds 2"), Contains("thraeds"));
    CHECK_THAT(mistake("run x.yaml --outptu y"),
               Contains("there is no option --outptu; did you mean '--output'?"));
    CHECK_THAT(mistake("describe materail"),
               Contains("there is no kind 'materail'; did you mean 'material'?"));
    CHECK_THAT(mistake("describe material/neo_hokean"), Contains("did you mean 'neo_hookean'?"));
    CHECK_THAT(mistake("info /nowhere"), Contains("there is no file /nowhere"));
    CHECK_THAT(mistake("schema x"), Contains("sinew schema takes no arguments\n"));
    for (const std::string id : {"/", "/x", "material/"})
        CHECK_THAT(mistake("describe " + id),
                   Contains("'" + id + "' names no plugin: write KIND/NAME"));
}

TEST_CASE("sinew: an option or an argument that is empty is a mistake, in every program") {
    const WorkFolder folder;
    const auto mistake = [&](const std::string& arguments) {
        const Outcome outcome = call(arguments);
        CHECK(outcome.code == 2);
        return outcome.text;
    };
    const std::string scene = folder.write("a.yaml", "sinew: 1\n");
    CHECK_THAT(mistake("run " + scene + " -o " + folder.path("out") + " --from ''"),
               Contains("sinew run: --from is empty; give it a value, or leave it out"));
    CHECK_FALSE(std::filesystem::exists(folder.path("out")));
    for (const char* command : {"run", "export"})
        CHECK_THAT(mistake(command + (" " + scene) + " -o ''"), Contains("--output is empty"));
    CHECK_THAT(mistake("run ''"), Contains("sinew run: SCENE is empty"));
    CHECK_THAT(mistake("render " + folder.path() + " --field ''"),
               Contains("sinew render: --field is empty"));
    CHECK_THAT(mistake("bench full -o ''"), Contains("sinew bench: --output is empty"));
}

TEST_CASE("sinew: names that no file can have are mistakes, with the system's reason") {
    const WorkFolder folder;
    const std::string scene = folder.write("none.yaml",
                                           "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n"
                                           "  - node: nothing\n");
    const std::string name(300, 'x'), beside = folder.path(name);
    const std::vector<std::string> commands{
        "info " + beside, "render " + beside, "export " + scene + " -o " + beside,
        "new plugin load/mine -o " + beside,
        "run " + scene + " -o " + folder.path("out") + " --from " + beside};
    for (const std::string& command : commands) {
        CAPTURE(command);
        const Outcome outcome = call(command);
        CHECK(outcome.code == 2);
        CHECK_THAT(outcome.text, Contains("error: cannot look for " + folder.path()) &&
                                     Contains(": File name too long\n  remedy: check the path"));
    }
}

TEST_CASE("sinew: folders without permission are mistakes, with the system's reason") {
    if (geteuid() == 0) {
        skip("root may look everywhere");
        return;
    }
    const WorkFolder folder;
    const std::string scene = folder.write("none.yaml",
                                           "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n"
                                           "  - node: nothing\n");
    const std::string shut = folder.path("shut");
    std::filesystem::create_directory(shut);
    std::filesystem::permissions(shut, std::filesystem::perms::none);
    const std::vector<std::string> commands{
        "info " + shut,
        "info " + shut + "/run.json",
        "render " + shut,
        "export " + scene + " -o " + shut + "/a.h5",
        "new plugin load/mine -o " + shut,
        "new plugin load/mine -o " + shut + "/mine",
        "bench full --quick -o " + shut + "/bench",
        "run " + scene + " -o " + folder.path("out") + " --from " + shut + "/a.h5"};
    for (const std::string& command : commands) {
        CAPTURE(command);
        const Outcome outcome = call(command);
        CHECK(outcome.code == 2);
        CHECK_THAT(outcome.text, Contains("error: cannot ") && Contains(shut) &&
                                     Contains("Permission denied") && Contains("remedy: "));
    }
    std::filesystem::permissions(shut, std::filesystem::perms::owner_all);
}

TEST_CASE("sinew run: what goes on from a checkpoint says after which step, and where") {
    const WorkFolder folder;
    const std::string scene =
        folder.write("cube.yaml",
                     "sinew: 1\ntime: {end: 0.4 s, step: 0.1 s}\nscene:\n  - node: cube\n"
                     "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n"
                     "    material: {type: neo_hookean}\n    solver: {type: implicit_euler}\n"
                     "    outputs: [{type: checkpoint, every: 0.1 s, keep: 9}]\n");
    const std::string first = folder.path("first"), from = " --from first/checkpoint-0003.h5";
    const std::string in_folder = "cd " + folder.path() + " &&";
    CHECK_THAT(call("run " + scene + " -o first", in_folder).text,
               Contains("4 steps of 0.1 s into first\n") && Contains("done: 4 steps; results"));
    const Outcome same = call("run " + scene + " -o " + first + from, in_folder);
    INFO(same.text);
    CHECK(same.code == 0);
    CHECK_THAT(same.text, Contains("4 steps of 0.1 s into " + first +
                                   ", going on after step 3 (t = 0.3 s)\n") &&
                              Contains("done: 4 steps, 3 of them before this run; results in ") &&
                              !Contains("another folder"));
    CHECK_THAT(call("run " + scene + " -o other" + from, in_folder).text,
               Contains("other is another folder than the checkpoint's: tables and the .pvd that "
                        "it lacks begin at t = 0.3 s"));
}

TEST_CASE("sinew validate: five mistakes are reported at once, with places and remedies") {
    const WorkFolder folder;
    const std::string scene = folder.write("beam.yaml", R"(sinew: 1
time: {end: 2 s, step: 1/90 kg}
scene:
  - node: beam
    mesh: {type: bx, size: [1, 0.1, 0.1]}
    material: {type: neo_hookean, yuong: 1 MPa, poisson: 0.7}
    lods: [{type: gravity}]
)");
    const Outcome outcome = call("validate " + scene);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text, Contains("beam.yaml:2:24: error: step: '1/90 kg' is in kg"));
    CHECK_THAT(outcome.text, Contains("beam.yaml:5:18: error: there is no plugin mesh/bx"));
    CHECK_THAT(outcome.text,
               Contains("material/neo_hookean has no parameter 'yuong'; did you mean 'young'?"));
    CHECK_THAT(outcome.text, Contains("beam.yaml:6:58: error: poisson is 0.7"));
    CHECK_THAT(outcome.text, Contains("beam.yaml:7:5: error: a node has no 'lods'") &&
                                 Contains("did you mean 'loads'?"));
    CHECK_THAT(outcome.text, Contains("5 mistakes"));
}

TEST_CASE("sinew validate: it says whether meshes and the like were built") {
    const WorkFolder folder;
    const std::string scene = folder.write("beam.yaml", R"(sinew: 1
time: {end: 2 s, step: 0.5 s}
scene:
  - node: beam
    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}
    material: {type: linear}
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 9}}}]
)");
    CHECK_THAT(call("validate " + scene).text,
               Contains("beam.yaml is valid: 1 node, 2 s in steps of 0.5 s\nnothing was built: "
                        "mistakes in meshes, rigs and selections show with --build\n"));
    CHECK(call("validate --build " + scene).code == 2);
    CHECK_THAT(call("validate --build " + scene + " --set scene.beam.constraints='[]'").text,
               Contains("is valid") && Contains("\nevery object of it was built\n"));
}

TEST_CASE("sinew validate --build: refuses a solver that asks for what a reduction lacks") {
    const std::string scene = SINEW_SOURCE_DIR "/scenes/reduction/steklov_poincare.yaml";
    for (const std::string solver : {"implicit_newmark", "implicit_euler", "central_difference"}) {
        CAPTURE(solver);
        const Outcome outcome =
            call("validate --build " + scene + " --set 'scene.arm.solver={type: " + solver + "}'");
        CHECK(outcome.code == 2);
        CHECK_THAT(outcome.text, Contains("steklov_poincare.yaml:") &&
                                     Contains("reduction/steklov_poincare is quasi-static") &&
                                     Contains("use solver: {type: static, linear: {type: pcg"));
    }
}

TEST_CASE("sinew run: a scene that is missing leaves run.json and exit code 2") {
    const WorkFolder folder;
    CHECK(call("run " + folder.path("no.yaml") + " -o " + folder.path("out")).code == 2);
    CHECK_THAT(folder.read("out/run.json"), Contains("\"status\": \"bad_input\""));
    CHECK_THAT(call("info " + folder.path("out")).text, Contains("bad_input"));
}

TEST_CASE("sinew describe: a material with units, ranges, defaults, meaning and source") {
    const Outcome outcome = call("describe material/neo_hookean");
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.text, Contains("Compressible neo-Hookean solid") && Contains("source:") &&
                                 Contains("Young's modulus E") && Contains("[Pa]") &&
                                 Contains("0.45") && Contains("density"));
    CHECK_THAT(call("describe").text, Contains("material") && Contains("constraints"));
    CHECK_THAT(call("describe material").text, Contains("stvk") && Contains("neo_hookean"));
    CHECK_THAT(call("describe transform").text, Contains("translate") && Contains("[m]"));
}

TEST_CASE("sinew describe --markdown: a page for each kind, the same every time") {
    const WorkFolder folder;
    REQUIRE(call("describe --markdown " + folder.path("a")).code == 0);
    REQUIRE(call("describe --markdown " + folder.path("b")).code == 0);
    CHECK_THAT(folder.read("a/README.md"), Contains("[neo_hookean](material.md#neo_hookean)"));
    CHECK_THAT(folder.read("a/material.md"), Contains("## neo_hookean") && Contains("| `young` |"));
    CHECK(folder.read("a/material.md") == folder.read("b/material.md"));
}

TEST_CASE("sinew describe --markdown: scenes and pictures are linked where they are") {
    const WorkFolder folder;
    std::filesystem::create_directories(folder.path("scenes/material"));
    std::filesystem::create_directories(folder.path("docs/pages/images"));
    folder.write("scenes/material/neo_hookean.yaml", "");
    folder.write("docs/pages/images/material-neo_hookean.png", "");
    REQUIRE(call("describe --markdown " + folder.path("docs/pages")).code == 0);
    const std::string page = folder.read("docs/pages/material.md");
    CHECK_THAT(page, Contains("[scenes/material/neo_hookean.yaml]"
                              "(../../scenes/material/neo_hookean.yaml)") &&
                         Contains("](images/material-neo_hookean.png)"));
    CHECK_THAT(page, !Contains("stvk.yaml") && !Contains("stvk.png"));
}

TEST_CASE("sinew plugins: each file with its state, and where was searched") {
    const WorkFolder folder;
    folder.write("material-broken.so", "no library");
    const Outcome outcome = call("plugins", "SINEW_PLUGIN_PATH=" + folder.path());
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.text, Contains("material/neo_hookean") && Contains("ok"));
    CHECK_THAT(outcome.text, Contains("refused") && Contains("reason:") && Contains("remedy:"));
    CHECK_THAT(outcome.text, Contains("1 refused, 0 shadowed") && Contains(folder.path()));
    const WorkFolder second;
    second.write("material-broken.so", "no library");
    const std::string variable =
        "SINEW_PLUGIN_PATH=" + folder.path() + ":" + second.path() + ":" + second.path("gone");
    CHECK_THAT(call("plugins", variable).text,
               Contains("1 refused, 1 shadowed; searched:\n") && Contains("material/broken") &&
                   Contains("shadowed -") &&
                   Contains("  " + second.path("gone") + " (is not there)\n"));
}

TEST_CASE("sinew new plugin: writes a plugin, and never over something") {
    const WorkFolder folder;
    const std::string target = folder.path("my_law");
    REQUIRE(call("new plugin material/my_law -o " + target).code == 0);
    CHECK_THAT(folder.read("my_law/my_law.cpp"),
               Contains("class MyLawPlugin final") && Contains("\"material/my_law\""));
    CHECK_THAT(folder.read("my_law/CMakeLists.txt"), Contains("sinew_plugin(material/my_law)"));
    for (const char* file : {"CMakeLists.txt", "my_law.cpp", "my_law_test.cpp", "scene.yaml"})
        CHECK(folder.read(std::string("my_law/") + file).find('@') == std::string::npos);
    const Outcome again = call("new plugin material/my_law -o " + target);
    CHECK(again.code == 2);
    CHECK_THAT(again.text, Contains("is not empty"));
    CHECK_THAT(call("new plugin lod/x").text,
               Contains("there is no kind 'lod' of plugins; did you mean 'load'?"));
    CHECK_THAT(call("new plugin load/My-Load").text, Contains("is no name for a plugin"));
    const Outcome known = call("new plugin material/neo_hookean -o " + folder.path("known"));
    CHECK(known.code == 2);
    CHECK_THAT(known.text, Contains("there is a plugin material/neo_hookean already: ") &&
                               Contains("material-neo_hookean.so") &&
                               Contains("remedy: choose another name"));
    CHECK_FALSE(std::filesystem::exists(folder.path("known")));
}

TEST_CASE("sinew new plugin: there is a template for every kind") {
    const WorkFolder folder;
    for (const auto& entry : std::filesystem::directory_iterator(SINEW_SOURCE_DIR "/plugins")) {
        if (!entry.is_directory()) continue;
        const std::string kind = entry.path().filename().string();
        CAPTURE(kind);
        REQUIRE(call("new plugin " + kind + "/my_own -o " + folder.path(kind)).code == 0);
        for (const char* file :
             {"CMakeLists.txt", "my_own.cpp", "my_own_test.cpp", "testing.hpp", "scene.yaml"}) {
            const std::string text = folder.read(kind + "/" + file);
            CHECK_FALSE(text.empty());
            CHECK(text.find('@') == std::string::npos);
        }
    }
}

TEST_CASE("sinew run: what a folder holds is reported, also when it is run.json alone") {
    const WorkFolder folder;
    const std::string text =
        "sinew: 1\ntime: {end: 0.2 s, step: 0.1 s}\nscene:\n  - node: cube\n"
        "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n"
        "    material: {type: neo_hookean}\n    solver: {type: implicit_euler}\n";
    const std::string bare = folder.write("bare.yaml", text);
    CHECK_THAT(call("run " + bare + " -o " + folder.path("a")).text,
               Contains("done: 2 steps; no node has outputs, so " + folder.path("a") +
                        " holds run.json alone"));
    const std::string told = folder.write("told.yaml", text + "    outputs: [{type: vtu}]\n");
    CHECK_THAT(call("run " + told + " -o " + folder.path("b")).text,
               Contains("done: 2 steps; results in " + folder.path("b")));
}

TEST_CASE("sinew run: --from a file that is no checkpoint says what it is, with exit code 2") {
    const WorkFolder folder;
    const std::string scene = folder.write(
        "bar.yaml",
        "sinew: 1\ntime: {end: 0.2 s, step: 0.1 s}\nscene:\n"
        "  - node: bar\n"
        "    mesh: {type: box, size: [1, 0.1, 0.1], cells: [4, 1, 1], element: hex8}\n"
        "    material: {type: stvk, young: 1 MPa, poisson: 0.3}\n"
        "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n"
        "    reduction:\n"
        "      {type: subspace, basis: {type: linear_modes, modes: 2, artifact: basis.h5}}\n"
        "    solver: {type: implicit_newmark}\n");
    REQUIRE(call("precompute " + scene).code == 0);
    const auto from = [&](const std::string& file) {
        const Outcome outcome =
            call("run " + scene + " -o " + folder.path("out") + " --from " + folder.path(file));
        CHECK(outcome.code == 2);
        return outcome.text;
    };
    CHECK_THAT(from("basis.h5"),
               Contains("basis.h5 is no checkpoint: it holds a basis/linear_modes, which was "
                        "computed ahead") &&
                   Contains("remedy: name a checkpoint-*.h5 that a run of this scene wrote"));
    CHECK_THAT(from("bar.yaml"), Contains("bar.yaml is no archive of Sinew") &&
                                     Contains("checkpoint-*.h5 that a run wrote, an artifact"));
}

TEST_CASE("sinew run: so many steps that they may be a slip are reported before they start") {
    const WorkFolder folder;
    const std::string scene = folder.write("none.yaml",
                                           "sinew: 1\ntime: {end: 1 s, step: 80 ns}\nscene:\n"
                                           "  - node: nothing\n");
    const Outcome outcome = call("run " + scene + " -o " + folder.path("out"));
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.text, Contains("none.yaml:2:24: warning: the run has 12500000 steps") &&
                                 Contains("remedy: if that is not meant, raise time.step"));
    CHECK(outcome.text.find("warning") < outcome.text.find("steps of 8e-08 s"));
}

TEST_CASE("sinew: a scene of more steps than can be is refused alike by run and validate") {
    const WorkFolder folder;
    const std::string scene = folder.write("long.yaml",
                                           "sinew: 1\ntime: {end: 1e13 s, step: 1 s}\nscene:\n"
                                           "  - node: nothing\n");
    const std::vector<std::string> commands{"validate ", "validate --build ",
                                            "run -o " + folder.path("out") + " "};
    for (const std::string& command : commands) {
        INFO(command);
        const Outcome outcome = call(command + scene);
        CHECK(outcome.code == 2);
        CHECK_THAT(outcome.text, Contains("long.yaml:2:27: error: 1e+13 steps are too many") &&
                                     Contains("remedy: raise time.step or lower time.end"));
    }
}

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
