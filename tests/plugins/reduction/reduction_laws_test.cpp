// What holds for every reduction, whatever it is.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>
#include <sinew/mechanics/solver/solver.hpp>
#include <string>
#include <support/empty_cache.hpp>

using namespace sinew;

namespace {

/// Lines of a node beside its mesh that each reduction takes, for a step without inertia.
const std::map<std::string, std::string> lines_of{
    {"pose_space",
     "    rig: {type: bend, from: 0.5, to: 1.5, angle: {expr: \"t\"}}\n"
     "    material: {type: stvk, young: 10 kPa, poisson: 0.3}\n"
     "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n"
     "    formulation: {type: posed}\n"
     "    reduction: {type: pose_space, basis: {type: linear_modes, modes: 4}}\n"
     "    solver: {type: static}\n"},
    {"steklov_poincare",
     "    rig: {type: skeleton, joints: [{name: bone, at: [0, 0.5, 0.5], tail: [2, 0.5, 0.5], "
     "radius: 0.3}]}\n"
     "    weights: {type: closest_bone}\n"
     "    material: {type: ex_rotated, young: 10 kPa, poisson: 0.3}\n"
     "    constraints: [{type: attach}]\n"
     "    reduction: {type: steklov_poincare}\n"
     "    solver: {type: static, linear: {type: pcg, preconditioner: own}}\n"},
    {"subspace",
     "    material: {type: stvk, young: 10 kPa, poisson: 0.3}\n"
     "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n"
     "    reduction: {type: subspace, basis: {type: linear_modes, modes: 4}, forces: {type: "
     "projection}}\n"
     "    solver: {type: static}\n"},
};

}  // namespace

TEST_CASE("every reduction: its systems have no mass where it declares so, and there alone") {
    const test::EmptyCache cache;
    PluginRegistry registry({SINEW_PLUGIN_DIR});
    for (const std::string& name : registry.names(Reduction::kind)) {
        CAPTURE(name);
        REQUIRE(lines_of.count(name) == 1);
        SceneGraph graph(
            parse_scene(
                "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: body\n"
                "    mesh: {type: box, size: [2, 1, 1], cells: [6, 3, 3], element: tet4}\n" +
                    lines_of.at(name),
                "body.yaml"),
            registry, mechanics_slots());
        graph.build();
        auto* solver = graph.object<Solver>(*graph.root().children().front(), "solver");
        REQUIRE(solver);
        REQUIRE(solver->bodies().size() == 1);
        const auto& traits = registry.require(Reduction::kind, name, {}).traits;
        const bool declares =
            std::find(traits.begin(), traits.end(), reduction_trait::quasi_static) != traits.end();
        CHECK(declares == (solver->bodies().front()->dynamics() == nullptr));
    }
}
