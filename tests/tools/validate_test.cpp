// sinew validate without --build: what needs the file alone.
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

}  // namespace

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
