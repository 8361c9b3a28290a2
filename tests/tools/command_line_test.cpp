#include <catch2/catch.hpp>
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
    for (const char* name :
         {"run", "validate", "describe", "schema", "plugins", "new", "bench", "info"})
        CHECK_THAT(outcome.text, Contains(std::string("sinew ") + name));
    CHECK_THAT(call("run --help").text, Contains("--set") && Contains("--threads"));
    CHECK(call("").text == outcome.text);
}

TEST_CASE("sinew: mistakes on the command line are told, with exit code 2") {
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
    CHECK_THAT(mistake("run x.yaml --thraeds 2"), Contains("thraeds"));
    CHECK_THAT(mistake("describe materail"),
               Contains("there is no kind 'materail'; did you mean 'material'?"));
    CHECK_THAT(mistake("describe material/neo_hokean"), Contains("did you mean 'neo_hookean'?"));
    CHECK_THAT(mistake("info /nowhere"), Contains("there is no file /nowhere"));
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

TEST_CASE("sinew plugins: each file with its state, and where was searched") {
    const WorkFolder folder;
    folder.write("material-broken.so", "no library");
    const Outcome outcome = call("plugins", "SINEW_PLUGIN_PATH=" + folder.path());
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.text, Contains("material/neo_hookean") && Contains("ok"));
    CHECK_THAT(outcome.text, Contains("refused") && Contains("reason:") && Contains("remedy:"));
    CHECK_THAT(outcome.text, Contains("1 refused") && Contains(folder.path()));
}

TEST_CASE("sinew new plugin: writes a plugin, and never over something") {
    const WorkFolder folder;
    const std::string target = folder.path("my_law");
    REQUIRE(call("new plugin material/my_law -o " + target).code == 0);
    CHECK_THAT(folder.read("my_law/my_law.cpp"),
               Contains("class MyLaw final") && Contains("\"material/my_law\""));
    CHECK_THAT(folder.read("my_law/CMakeLists.txt"), Contains("sinew_plugin(material/my_law)"));
    for (const char* file : {"CMakeLists.txt", "my_law.cpp", "my_law_test.cpp", "scene.yaml"})
        CHECK(folder.read(std::string("my_law/") + file).find('@') == std::string::npos);
    const Outcome again = call("new plugin material/my_law -o " + target);
    CHECK(again.code == 2);
    CHECK_THAT(again.text, Contains("is not empty"));
    CHECK_THAT(call("new plugin lod/x").text,
               Contains("there is no template for the kind 'lod'; did you mean 'load'?"));
    CHECK_THAT(call("new plugin load/My-Load").text, Contains("is no name for a plugin"));
}
