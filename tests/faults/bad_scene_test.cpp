// Mistakes in a scene, one by one: each is reported with its place, its words and its remedy, and
// ends the run with exit code 2.
#include <algorithm>
#include <catch2/catch.hpp>

#include "faulty_scene.hpp"

using namespace sinew::test;
using Catch::Contains;

namespace {

struct Mistake {
    const char* what;
    Replacements replacements;
    std::vector<std::string> words;
};

const std::string young = "young: 1 MPa";

const std::vector<Mistake> mistakes{
    {"an unknown key",
     {{"young", "yuong"}},
     {"beam.yaml:6:35: error: material/neo_hookean has no parameter 'yuong'; did you mean 'young'?",
      "node: /beam", "plugin: material/neo_hookean"}},
    {"an unknown type",
     {{"neo_hookean", "neo_hokean"}},
     {"beam.yaml:6:22: error: there is no plugin material/neo_hokean; did you mean 'neo_hookean'?",
      "remedy: searched: ", "/plugins"}},
    {"a unit of another dimension",
     {{"1 MPa", "1 kg"}},
     {"beam.yaml:6:42: error: young: '1 kg' is in kg where Pa is expected",
      "remedy: allowed units: Pa, kPa, MPa, GPa"}},
    {"a unit that does not exist",
     {{"1 MPa", "1 MPx"}},
     {"beam.yaml:6:42: error: young: unknown unit 'MPx' in '1 MPx'", "did you mean 'MPa'?"}},
    {"a list that is too short",
     {{"[1, 0.1, 0.1]", "[1, 0.1]"}},
     {"beam.yaml:5:29: error: size: expected a list of 3 numbers, got a list of 2"}},
    {"a number where a list belongs",
     {{"[1, 0.1, 0.1]", "3"}},
     {"beam.yaml:5:29: error: size: expected a list of 3 numbers, got the text '3'"}},
    {"a NaN of YAML's",
     {{young, "young: .nan"}},
     {"beam.yaml:6:42: error: young: '.nan' is not a finite number", "write a number and a unit"}},
    {"an infinity of YAML's",
     {{young, "young: -.inf"}},
     {"beam.yaml:6:42: error: young: '-.inf' is not a finite number"}},
    {"a division by zero",
     {{young, "young: 0/0 Pa"}},
     {"beam.yaml:6:42: error: young: '0/0' is not a number: it has no value"}},
    {"a negative modulus",
     {{young, "young: -1 MPa"}},
     {"beam.yaml:6:42: error: young is -1e+06 Pa, must be > 0"}},
    {"a value out of its range",
     {{"0.3", "0.7"}},
     {"beam.yaml:6:58: error: poisson is 0.7, must be in -1 < x < 0.5"}},
    {"a rotation by three numbers",
     {{"    mesh: ", "    transform: {rotate: [0, 30, 0]}\n    mesh: "}},
     {"beam.yaml:5:25: error: rotate: expected a rotation {axis: [x, y, z], angle: 30 deg}",
      "remedy: for angles about x, y and z write one rotation each"}},
    {"a traction and a force at once",
     {{"{type: gravity}",
       "{type: traction, where: {plane: {normal: [1, 0, 0], offset: 1}}, traction: [0, 0, 1], "
       "force: [0, 0, 1]}"}},
     {"error: load/traction has both `traction` and `force`, and takes one of them"}},
    {"a body that one contact names twice",
     {{"    solver", "    couplings: [{type: contact, bodies: [/beam, .]}]\n    solver"}},
     {"error: /beam is named twice", "it would be coupled twice"}},
    {"a plugin that another one has taken the place of",
     {{"    solver", "    couplings: [{type: contact_plane, friction: 0.4}]\n    solver"}},
     {"beam.yaml:9:24: error: coupling/contact_plane is gone; coupling/contact has taken its place",
      "remedy: write {type: contact, obstacles: [{plane: {point: [0, 0, 0], normal: [0, 0, "
      "1]}}]}"}},
    {"a reference to nothing",
     {{"    solver", "    couplings: [{type: tie, between: [/beam, ../bean]}]\n    solver"}},
     {"beam.yaml:9:46: error: '../bean' names no node: the scene has no child 'bean'",
      "remedy: did you mean 'beam'?"}},
    {"variables in a circle",
     {{"sinew: 1", "sinew: 1\nlet: {a: '${b}', b: '${a}'}"}},
     {"the variables refer to each other in a circle: a -> b -> a",
      "remedy: give one of them a value of its own"}},
    {"a file that includes itself",
     {{"sinew: 1", "sinew: 1\nlet: !include beam.yaml"}},
     {"beam.yaml:2:6: error: the files include each other in a circle: ",
      "remedy: a file cannot contain itself: remove one of the includes"}},
    {"a selection of no node",
     {{"offset: 0", "offset: 7"}},
     {"beam.yaml:7:40: error: no node of the mesh is in {plane: {normal: [1, 0, 0], offset: 7}}",
      "remedy: the mesh fills [0, 0, 0] to [1, 0.1, 0.1] m"}},
    {"a selection of no face",
     {{"gravity", "traction, force: [0, 0, 1], where: {sphere: {center: [9, 9, 9], radius: 1}}"}},
     {"beam.yaml:8:55: error: no face of the skin of the mesh is in {sphere:",
      "remedy: the mesh fills [0, 0, 0] to [1, 0.1, 0.1] m"}},
    {"a body without a material",
     {{"    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}\n", ""}},
     {"beam.yaml:5:11: error: /beam has a mesh but no material",
      "remedy: add one, such as material: {type: neo_hookean, young: 1 MPa, poisson: 0.45}"}},
    {"a material without a body",
     {{"    mesh: " + box_mesh + "\n", ""}},
     {"beam.yaml:5:15: error: /beam has 'material' but no 'mesh', so it would have no effect",
      "/beam has 'constraints' but no 'mesh'", "/beam has 'loads' but no 'mesh'",
      "remedy: move it to the node that has the mesh, or give this one a mesh"}},
    {"gravity above the body",
     {{"    loads: [{type: gravity}]\n", ""},
      {"  - node: beam\n",
       "  - node: world\n    loads: [{type: gravity}]\n    children:\n"
       "      - node: other\n  - node: beam\n"}},
     {"beam.yaml:5:12: error: /world has 'loads' but no 'mesh', so it would have no effect",
      "remedy: move it to the node that has the mesh"}},
    {"weights of no rig",
     {{"    loads: ", "    weights: {type: bbw}\n    loads: "}},
     {"beam.yaml:8:14: error: /beam has 'weights', and neither it nor a node above has a 'rig', so "
      "it "
      "would have no effect",
      "remedy: give this node or one above a rig"}},
    {"a region that the mesh does not have",
     {{"1 MPa", "{default: 1 MPa, regions: {muscle: 2 MPa}}"}},
     {"beam.yaml:6:69: error: young: the mesh has no element set 'muscle'",
      "plugin: material/neo_hookean", "remedy: the mesh has no element sets"}},
    {"a region of the density that the mesh does not have",
     {{"0.3", "0.3, density: {default: 1000, regions: {fat: 900}}"}},
     {"error: density: the mesh has no element set 'fat'", "plugin: material/neo_hookean"}},
    {"a set that the mesh does not have",
     {{"{plane: {normal: [1, 0, 0], offset: 0}}", "{any_of: [{set: grip}, {boundary: true}]}"}},
     {"beam.yaml:7:56: error: the mesh has no set 'grip'", "plugin: constraint/fixed"}},
    {"an expression with an unknown symbol",
     {{"gravity", "body_force, force: {expr: ['0', '0', '5*tt']}"}},
     {"beam.yaml:8:60: error: force[2]: in the expression '5*tt': Unexpected token",
      "plugin: load/body_force"}},
    {"a mesh that is fitted and scaled",
     {{"cells: [4, 1, 1]", "cells: [4, 1, 1], fit: 1 m, scale: 2"}},
     {"beam.yaml:5:11: error: the box: `fit` gives the size of the mesh, and so `scale` would have",
      "remedy: give one of them"}},
    {"a constraint that ends before it begins",
     {{"type: fixed", "type: fixed, from: 2 s, until: 1 s"}},
     {"beam.yaml:7:51: error: it would never act: until 1 s is not after from 2 s",
      "remedy: give an `until` that is later than `from`"}},
    {"a load that ends before the run starts",
     {{"{type: gravity}", "{type: gravity, until: -1 s}"}},
     {"beam.yaml:8:36: error: it would never act: until -1 s is before the run starts, at 0 s",
      "plugin: load/gravity", "remedy: give an `until` after the start"}},
    {"a constraint along no axis",
     {{"type: fixed", "type: fixed, axes: []"}},
     {"beam.yaml:7:39: error: axes: none is named, so that nothing would be constrained",
      "remedy: name some of x, y and z"}},
    {"an integer that no integer holds",
     {{"[4, 1, 1]", "[99999999999, 1, 1]"}},
     {"beam.yaml:5:52: error: cells[0] is 99999999999, which is too large for an integer",
      "remedy: allowed are whole numbers from 1 to 10000"}},
    {"more modes than the body has",
     {{"{type: static}",
       "{type: static}\n    reduction: {type: subspace, basis: {type: linear_modes, modes: 500}}"}},
     {"beam.yaml:10:68: error: 500 modes asked of /beam, which has 48 free degrees of freedom",
      "plugin: basis/linear_modes", "remedy: ask for 48 at most"}},
    {"modes of a body that is held everywhere",
     {{"{type: static}", "{type: modal, modes: 2}"},
      {"{plane: {normal: [1, 0, 0], offset: 0}}", "{box: {min: [-1, -1, -1], max: [2, 2, 2]}}"}},
     {"error: constraints hold every node of /beam, and nothing vibrates",
      "remedy: let their selections (`where`) leave nodes free"}},
    {"a probe on a body that no solver steps",
     {{"    solver: {type: static}\n", ""}, {"{type: vtu}", "{type: probe, nodes: [0]}"}},
     {"error: no solver steps /beam", "remedy: give the node a `solver:`"}},
    {"a file for what projection does not compute",
     {{"{type: static}",
       "{type: static}\n    reduction: {type: subspace, basis: {type: linear_modes, modes: 2}, "
       "forces: {type: projection, artifact: forces.h5}}"}},
     {"error: forces/projection has no parameter 'artifact'"}},
    {"a file of vectors in a folder that is not there",
     {{"{type: static}",
       "{type: static}\n    reduction: {type: subspace, basis: {type: linear_modes, modes: 2, "
       "artifact: nowhere/modes.h5}}"}},
     {"beam.yaml:10:81: error: there is no folder '", "nowhere' for the artifact nowhere/modes.h5",
      "remedy: correct `artifact`, or make that folder"}},
    {"a body that nothing holds",
     {{hold, ""}},
     {"beam.yaml:9:13: error: nothing resists these motions, so there is no static equilibrium: ",
      "translation of /beam along x", "translation of /beam along z", "rotation of /beam about x",
      "remedy: hold the body (constraints:", "or use a dynamic solver such as implicit_newmark"}},
    {"a motion at the start of statics",
     {{"    solver", "    initial: {velocity: [0, 0, 1]}\n    solver"}},
     {"beam.yaml:9:14: error: /beam has an initial velocity, but solver/static knows no motion",
      "remedy: take it away (initial: {displacement: ...} stays), or use a dynamic solver"}},
    {"a follower pressure, which begins late, and a solver for symmetric tangents",
     {{"{type: gravity}",
       "{type: gravity}, {type: pressure, pressure: 1 Pa, from: 0.07 s, where: {plane: {normal: "
       "[1, "
       "0, 0], offset: 1}}}"},
      {"{type: static}", "{type: static, linear: {type: pcg}}"}},
     {"beam.yaml:9:36: error: load/pressure of /beam makes the tangent unsymmetric: linear/pcg "
      "needs a symmetric tangent",
      "use linear: {type: lu}"}},
    {"a preconditioner of the system's own, which has none",
     {{"{type: static}", "{type: static, linear: {type: pcg, preconditioner: own}}"}},
     {"beam.yaml:9:64: error: linear/pcg: the system has no preconditioner of its own",
      "remedy: use preconditioner: jacobi or incomplete_cholesky"}},
    {"a direct solver of a surface, which is an operator only",
     {{"[4, 1, 1]", "[4, 2, 2]"},
      {"type: neo_hookean", "type: linear"},
      {"{type: static}",
       "{type: static, linear: {type: cholesky}}\n    reduction: {type: steklov_poincare}"}},
     {"beam.yaml:9:36: error: linear/cholesky needs the tangent's entries",
      "remedy: give the solver another linear: {type: ...}"}},
    {"a body that is held in a hinge",
     {{"{plane: {normal: [1, 0, 0], offset: 0}}", "{nodes: [0]}"}},
     {"nothing resists these motions", "rotation of /beam about ("}},
};

}  // namespace

TEST_CASE("bad scene: each mistake is reported with its place and a remedy, and ends with code 2") {
    const WorkFolder folder;
    for (const Mistake& mistake : mistakes) {
        INFO(mistake.what);
        const std::string scene = folder.write("beam.yaml", static_beam(mistake.replacements));
        const Outcome outcome = call("run " + scene + " -o " + folder.path("out"));
        CHECK(outcome.code == 2);
        for (const std::string& words : mistake.words) CHECK_THAT(outcome.text, Contains(words));
        CHECK_THAT(folder.read("out/run.json"), Contains("\"status\": \"bad_input\""));
    }
}

TEST_CASE(
    "bad scene: what --set gives is reported at --set, also where only building finds it wrong") {
    const WorkFolder folder;
    const std::string scene = folder.write(
        "beam.yaml", static_beam({{"{type: static}",
                                   "{type: static}\n    reduction: {type: subspace, basis: "
                                   "{type: linear_modes, modes: 2}}"}}));
    const std::string set = "--set scene.beam.reduction.basis.modes=500";
    const Outcome outcome = call("run " + scene + " " + set + " -o " + folder.path("out"));
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text, Contains(set + ": error: 500 modes asked of /beam"));
}

TEST_CASE("bad scene: validate --build finds what would stop the run at its start") {
    const WorkFolder folder;
    const std::vector<std::string> found_by_building = {
        "a body that nothing holds",
        "a body that is held in a hinge",
        "a motion at the start of statics",
        "a follower pressure, which begins late, and a solver for symmetric tangents",
        "a preconditioner of the system's own, which has none",
        "a direct solver of a surface, which is an operator only"};
    std::size_t n = 0;
    for (const Mistake& mistake : mistakes) {
        if (std::find(found_by_building.begin(), found_by_building.end(), mistake.what) ==
            found_by_building.end())
            continue;
        ++n;
        INFO(mistake.what);
        const std::string scene = folder.write("beam.yaml", static_beam(mistake.replacements));
        const Outcome outcome = call("validate --build " + scene);
        CHECK(outcome.code == 2);
        for (const std::string& words : mistake.words) CHECK_THAT(outcome.text, Contains(words));
        CHECK_THAT(outcome.text, Contains("1 mistake"));
    }
    CHECK(n == found_by_building.size());
    CHECK(call("validate --build " + folder.write("beam.yaml", static_beam())).code == 0);
}

TEST_CASE("bad scene: a part of any_of that selects nothing is reported once, at its place") {
    const WorkFolder folder;
    const auto run = [&](const std::string& offset) {
        const std::string scene = folder.write(
            "beam.yaml", static_beam({{"{plane: {normal: [1, 0, 0], offset: 0}}",
                                       "{any_of: [{nodes: [0, 5, 10, 15]}, {plane: {normal: "
                                       "[1, 0, 0], offset: " +
                                           offset + "}}]}"}}));
        const Outcome outcome = call("run " + scene + " -o " + folder.path("out"));
        CHECK(outcome.code == 0);
        return outcome.text;
    };
    const std::string text = run("7");
    CHECK_THAT(text, Contains("beam.yaml:7:75: warning: no node of the mesh is in this part of "
                              "any_of") &&
                         Contains("remedy: correct it, or take it away"));
    CHECK(text.find("warning") == text.rfind("warning"));
    CHECK_THAT(run("0"), !Contains("warning"));
}

TEST_CASE("bad scene: two constraints that disagree are reported with the places of both") {
    const WorkFolder folder;
    const std::string scene = folder.write(
        "beam.yaml",
        static_beam({{hold, hold + ",\n      {type: prescribed, where: {nodes: [5]}, axes: [z], "
                                   "displacement: [0, 0, 0.01]}"}}));
    const std::string text = call("run " + scene + " -o " + folder.path("out")).text;
    CHECK_THAT(text, Contains("beam.yaml:8:7: warning: two constraints hold the z of node 5 of "
                              "/beam at different positions: constraint/fixed of /beam at ") &&
                         Contains("beam.yaml:7:19, and this one\n") &&
                         Contains("plugin: constraint/prescribed"));
    CHECK(text.find("warning") == text.rfind("warning"));
}

TEST_CASE("bad scene: what begins only after the end of the run is reported beforehand") {
    const WorkFolder folder;
    const auto run = [&](const std::string& from) {
        const std::string scene = folder.write(
            "beam.yaml", static_beam({{"{type: gravity}", "{type: gravity, from: " + from + "}"}}));
        return call("run " + scene + " -o " + folder.path("out")).text;
    };
    CHECK_THAT(run("0.1 s"), Contains("beam.yaml:8:13: warning: it never acts in this run, which "
                                      "ends at 0.1 s: from is 0.1 s") &&
                                 Contains("remedy: raise time.end, lower `from`, or take it away"));
    CHECK_THAT(folder.read("out/run.json"), Contains("it never acts in this run"));
    CHECK_THAT(run("0.09 s"), !Contains("warning"));
}

TEST_CASE("bad scene: a body that nothing holds has six free motions, one in a hinge three") {
    const WorkFolder folder;
    const auto n_motions = [&](const Replacements& replacements) {
        const std::string scene = folder.write("beam.yaml", static_beam(replacements));
        const std::string text = call("run " + scene + " -o " + folder.path("out")).text;
        int n = 0;
        for (const std::string word : {"translation of /beam", "rotation of /beam"})
            for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++n;
        return n;
    };
    CHECK(n_motions({{hold, ""}}) == 6);
    CHECK(n_motions({{"{plane: {normal: [1, 0, 0], offset: 0}}", "{nodes: [0]}"}}) == 3);
    CHECK(n_motions({}) == 0);
}

TEST_CASE("bad scene: a plugin of the user's that is not found says where plugins are looked for") {
    const WorkFolder folder;
    const std::string scene = folder.write("beam.yaml", static_beam({{"neo_hookean", "my_law"}}));
    CHECK_THAT(call("validate " + scene).text,
               Contains("there is no plugin material/my_law") && Contains("SINEW_PLUGIN_PATH"));
}

TEST_CASE("bad scene: validate --build reads the visual surface, also if no output wants it") {
    const WorkFolder folder;
    folder.write("bad.obj", "v a b\n");
    const std::string scene = folder.write(
        "beam.yaml", static_beam({{"    outputs: [{type: vtu}]\n",
                                   "    visual: {mesh: {type: file, file: bad.obj}}\n"}}));
    const Outcome outcome = call("validate --build " + scene);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text, Contains("bad.obj"));
}

TEST_CASE("bad scene: a checkpoint that is not there is reported with what to name") {
    const WorkFolder folder;
    const std::string scene = folder.write("beam.yaml", static_beam());
    const Outcome outcome =
        call("run " + scene + " -o " + folder.path("out") + " --from " + folder.path("none.h5"));
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text,
               Contains("none.h5 is not there") && Contains("remedy: name a checkpoint-*.h5"));
}

TEST_CASE("bad scene: however long a text of the scene is, the message is short") {
    const WorkFolder folder;
    std::string sum = "1";
    for (int k = 0; k < 20000; ++k) sum += " + 1";
    const std::string word(30000, 'a');
    for (const Replacements& broken :
         {Replacements{{"neo_hookean", word}},
          Replacements{
              {"{type: gravity}",
               "{type: gravity, acceleration: {expr: [\"0\", \"0\", \"" + sum + " + foo\"]}}"}},
          Replacements{{"offset: 0}}", "offset: 0}}, " + word.substr(0, 900) + ": 1"}},
          Replacements{{"{plane: {normal: [1, 0, 0], offset: 0}}", "{set: " + word + "}"}},
          Replacements{{"node: beam", "node: " + word}}}) {
        const Outcome outcome =
            call("validate --build " + folder.write("beam.yaml", static_beam(broken)));
        CHECK(outcome.code == 2);
        CHECK(outcome.text.size() < 2500);
    }
}
