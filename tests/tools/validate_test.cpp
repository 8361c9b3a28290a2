// sinew validate: what needs the file alone, and what a built scene shows.
#include <catch2/catch.hpp>
#include <support/program.hpp>

using namespace sinew::test;
using Catch::Contains;

namespace {

/// A cube that is held at z = 0, with more lines for its node.
std::string cube(const std::string& material, const std::string& lines) {
    return "sinew: 1\ntime: {end: 1 s, step: 0.5 s}\nscene:\n  - node: cube\n"
           "    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2]}\n    material: {type: " +
           material +
           ", young: 1 kPa}\n    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], "
           "offset: 0}}}]\n" +
           lines;
}

const std::string pressure =
    "    loads: [{type: pressure, pressure: 1 Pa, where: {plane: {normal: [0, 0, 1], offset: "
    "1}}}]\n";
const std::string contact =
    "    couplings: [{type: contact, obstacles: [{plane: {point: [0, 0, -1]}}]";
const std::string modes = "basis: {type: linear_modes, modes: 3}";

struct Refused {
    const char* what;
    std::string scene;
    std::string message;
};

const std::vector<Refused> refused{
    {"a pressure, and the linear solver that a scene gets unasked",
     cube("neo_hookean", pressure + "    solver: {type: static}\n"),
     "scene.yaml:9:13: error: load/pressure of /cube makes the tangent unsymmetric: "
     "linear/cholesky needs a symmetric tangent"},
    {"a pressure, and a linear solver that is named",
     cube("neo_hookean", pressure + "    solver: {type: implicit_euler, linear: {type: pcg}}\n"),
     "scene.yaml:9:44: error: load/pressure of /cube makes the tangent unsymmetric: linear/pcg "
     "needs a symmetric tangent"},
    {"modes about an equilibrium under a pressure",
     cube("neo_hookean", pressure + "    solver: {type: modal, modes: 2, about: equilibrium}\n"),
     "load/pressure of /cube makes the stiffness unsymmetric"},
    {"modes of a body in contact",
     cube("neo_hookean", contact + "}]\n    solver: {type: modal, modes: 2}\n"),
     "solver/modal finds the modes of one body, without couplings"},
    {"contact that grows without bound, and explicit steps",
     cube("neo_hookean", contact + "}]\n    solver: {type: central_difference}\n"),
     "coupling/contact of /cube knows no bound on its stiffness"},
    {"contact that grows without bound, and a given number of iterations",
     cube("neo_hookean", contact + "}]\n    solver: {type: static, newton: {iterations: 3}}\n"),
     "coupling/contact of /cube needs steps that are solved to their end"},
    {"published contact, and no number of iterations",
     cube("neo_hookean",
          "    couplings: [{type: rest_shape_contact}]\n    solver: {type: static}\n"),
     "coupling/rest_shape_contact of /cube has forces that may have no equilibrium"},
    {"a law that polynomials of reduced forces do not know",
     cube("neo_hookean", "    reduction: {type: subspace, " + modes +
                             ", forces: {type: stvk_polynomial}}\n    solver: {type: static}\n"),
     "scene.yaml:8:80: error: forces/stvk_polynomial takes material/stvk only, and /cube has "
     "material/neo_hookean"},
    {"a formulation that cubature does not know",
     cube("neo_hookean", "    formulation: {type: f_bar}\n    reduction: {type: subspace, " +
                             modes + ", forces: {type: cubature}}\n    solver: {type: static}\n"),
     "formulation/f_bar of /cube couples them"},
    {"a law that the reduction to the surface does not know",
     cube("neo_hookean",
          "    reduction: {type: steklov_poincare}\n"
          "    solver: {type: static, linear: {type: pcg}}\n"),
     "forces of material/neo_hookean in /cube are not affine in displacements"},
    {"a pressure on a body that is reduced to its surface",
     cube("linear", pressure + "    reduction: {type: steklov_poincare}\n"
                               "    solver: {type: static, linear: {type: lu}}\n"),
     "load/pressure of /cube depends on where the body is"},
    {"inertia of a body that has none",
     cube("linear",
          "    reduction: {type: steklov_poincare}\n    solver: {type: implicit_newmark}\n"),
     "reduction/steklov_poincare is quasi-static, and cannot give /cube a mass"},
};

}  // namespace

TEST_CASE("sinew validate: what plugins declare not to work with is found without building") {
    const WorkFolder folder;
    for (const Refused& one : refused) {
        CAPTURE(one.what);
        const std::string scene = folder.write("scene.yaml", one.scene);
        for (const char* command : {"validate ", "validate --build "}) {
            const Outcome outcome = call(command + scene);
            CHECK(outcome.code == 2);
            CHECK_THAT(outcome.text, Contains(one.message) && Contains("\n  remedy: ") &&
                                         Contains("1 mistake\n"));
        }
    }
}

TEST_CASE("sinew validate: what goes together is not refused") {
    const WorkFolder folder;
    for (const std::string& lines :
         {pressure + "    solver: {type: static, linear: {type: lu}}\n",
          pressure + "    reduction: {type: subspace, " + modes + "}\n    solver: {type: static}\n",
          pressure + "    solver: {type: modal, modes: 2}\n",
          contact + ", potential: offset}]\n    solver: {type: central_difference}\n",
          contact + ", potential: offset}]\n    solver: {type: static, newton: {iterations: 3}}\n",
          std::string("    couplings: [{type: rest_shape_contact}]\n"
                      "    solver: {type: static, newton: {iterations: 3}}\n")}) {
        const std::string scene = folder.write("scene.yaml", cube("neo_hookean", lines));
        CAPTURE(lines);
        const Outcome outcome = call("validate --build " + scene);
        CHECK(outcome.code == 0);
        CHECK_THAT(outcome.text, Contains("is valid"));
    }
}

TEST_CASE("sinew validate: a slot of the wrong shape does not hide what is inside") {
    const WorkFolder folder;
    const std::string scene = folder.write(
        "scene.yaml",
        cube("neo_hookean",
             "    reduction: {basis: 5, forces: {type: cubature, toleranse: 1}}\n"
             "    loads: {type: gravity, acc: 3}\n    solver: [{type: static, newtn: {}}]\n"));
    const Outcome outcome = call("validate " + scene);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text,
               Contains("scene.yaml:8:16: error: 'reduction' does not say its type") &&
                   Contains("basis: expected a map with the type of a basis plugin") &&
                   Contains("forces/cubature has no parameter 'toleranse'; did you mean "
                            "'tolerance'?") &&
                   Contains("'loads' takes a list, not a map") &&
                   Contains("load/gravity has no parameter 'acc'") &&
                   Contains("'solver' takes {type: ...}, not a list") &&
                   Contains("solver/static has no parameter 'newtn'; did you mean 'newton'?") &&
                   Contains("7 mistakes\n"));
}

TEST_CASE("sinew validate --build: an output of what is not there is refused, by a run too") {
    const WorkFolder folder;
    const std::string body =
        "      - node: body\n"
        "        mesh: {type: box, size: [0.3, 0.3, 0.3], origin: [0.3, 0.3, 0.3], cells: [3, 3, "
        "3], "
        "element: hex8}\n"
        "        material: {type: corotational, young: 5 kPa, poisson: 0.3}\n"
        "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0.3}}}]\n";
    const std::string room =
        "sinew: 1\ntime: {end: 0.1 s, step: 0.05 s}\nscene:\n  - node: room\n    solver:\n"
        "      type: eulerian_coupled\n"
        "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [10, 10, 10]}\n"
        "      fluid: {density: 0}\n    children:\n" +
        body;
    for (const std::string& output :
         {std::string("{type: vtu, fields: [displacement, reaction]}"),
          std::string("{type: exodus, fields: [reaction]}"),
          std::string("{type: probe, where: {plane: {normal: [0, 0, 1], offset: 0.3}}, "
                      "quantities: [reaction]}")}) {
        CAPTURE(output);
        const std::string scene =
            folder.write("scene.yaml", room + "        outputs: [" + output + "]\n");
        for (const std::string& command :
             {"validate --build " + scene, "run " + scene + " -o " + folder.path("out")}) {
            const Outcome outcome = call(command);
            CHECK(outcome.code == 2);
            CHECK_THAT(outcome.text, Contains("scene.yaml:14:") &&
                                         Contains("there are no reactions of /room/body") &&
                                         Contains("remedy"));
        }
    }
}

TEST_CASE("sinew validate --build: a rig that nothing goes with is warned of") {
    const WorkFolder folder;
    folder.write("bones.tgf", "1 0 0 0\n2 0 0 1\n#\n1 2 1 0 1 0\n");
    const std::string rig = "    rig: {type: skeleton, file: bones.tgf}\n";
    const auto said = [&](const std::string& lines) {
        const Outcome outcome = call("validate --build " +
                                     folder.write("scene.yaml", cube("neo_hookean", rig + lines)));
        CAPTURE(outcome.text);
        CHECK(outcome.code == 0);
        return outcome.text;
    };
    const std::string warning =
        "scene.yaml:8:10: warning: nothing uses the rig of /cube, so it has no effect";
    CHECK_THAT(said("    solver: {type: static}\n"), Contains(warning));
    CHECK_THAT(said("    solver: {type: static}\n    outputs: [{type: joints}]\n"),
               !Contains("nothing uses"));
}
