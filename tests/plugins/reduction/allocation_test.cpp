/// No step of a body in a subspace takes memory: malloc itself is counted.

#include <catch2/catch.hpp>
#include <cstdlib>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <sinew/mechanics/scene/slots.hpp>

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

long n_allocations = 0;

}  // namespace

extern "C" {
void* __libc_malloc(std::size_t);
/// The program's own malloc stands in front of the C library's for all shared objects.
void* malloc(std::size_t n) {
    ++n_allocations;
    return __libc_malloc(n);
}
}

namespace {

using namespace sinew;

/// Allocations of a hundred steps, after ten.
long allocations(const std::string& node) {
    PluginRegistry plugins(std::vector<std::filesystem::path>{SINEW_PLUGIN_DIR});
    SceneGraph graph(
        parse_scene("sinew: 1\ntime: {end: 1 s, step: 1e-3 s}\nscene:\n" + node, "scene.yaml"),
        plugins, mechanics_slots());
    graph.build();
    auto* solver = graph.object<Stepper>(*graph.root().children().front(), "solver");
    Clock clock = make_clock(1, 1e-3);
    solver->begin(clock);
    long before = 0;
    for (int k = 0; k < 110; ++k) {
        if (k == 10) before = n_allocations;
        solver->step(clock);
        ++clock.index;
    }
    return n_allocations - before;
}

const std::string beam = R"(  - node: beam
    mesh: {type: box, size: [1, 0.1, 0.1], cells: [10, 1, 1], element: tet4}
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]
    loads: [{type: gravity}, {type: point, at: [1, 0.05, 0.05], force: {keyframes: [[0, [0, 0, 0]], [1, [0, 1, 0]]]}}]
    solver: {type: implicit_newmark, damping: {mass: 0.1, stiffness: 0.001}, newton: {iterations: 1, line_search: false}}
)";

}  // namespace

TEST_CASE("subspace: a semi-implicit step takes no memory") {
    const long before = n_allocations;
    std::free(std::malloc(8));
    REQUIRE(n_allocations > before);  // the counter counts
    CHECK(allocations(beam + R"(    material: {type: stvk, young: 1 MPa}
    reduction: {type: subspace, basis: {type: linear_modes, modes: 6}, forces: {type: stvk_polynomial}}
)") == 0);
    CHECK(allocations(beam + R"(    material: {type: neo_hookean, young: 1 MPa}
    reduction: {type: subspace, basis: {type: linear_modes, modes: 6}, forces: {type: cubature, tolerance: 0.1}}
)") == 0);
}

#endif
