#include <catch2/catch.hpp>
#include <support/cube_scene.hpp>
#include <support/program.hpp>

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

TEST_CASE("sinew run: what goes on from a checkpoint says after which step, and where") {
    const WorkFolder folder;
    const std::string scene =
        folder.write("cube.yaml", cube_scene("[{type: checkpoint, every: 0.1 s, keep: 9}]"));
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
