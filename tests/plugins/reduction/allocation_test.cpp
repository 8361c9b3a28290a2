/// No step of a body in a subspace takes memory: whatever the C library hands out is counted.

#include <catch2/catch.hpp>
#include <cstdlib>
#include <sinew/kernel/diagnostics/sanitized.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/reduced/reduced_system.hpp>
#include <sinew/mechanics/solver/solver.hpp>
#include <support/allocations.hpp>

#ifndef SINEW_IS_SANITIZED

namespace {

using namespace sinew;

/// A node whose steps are counted.
class CountedRun {
public:
    explicit CountedRun(const std::string& node)
        : plugins_({std::filesystem::path(SINEW_PLUGIN_DIR)}),
          graph_(parse_scene("sinew: 1\ntime: {end: 1 s, step: 1e-3 s}\nscene:\n" + node,
                             "scene.yaml"),
                 plugins_, mechanics_slots()) {
        graph_.build();
        solver_ = graph_.object<Stepper>(*graph_.root().children().front(), "solver");
        solver_->begin(clock_);
    }
    /// Allocations of so many steps.
    long allocations(int n_steps) {
        const long before = n_allocations;
        for (int k = 0; k < n_steps; ++k) {
            solver_->step(clock_);
            ++clock_.index;
        }
        return n_allocations - before;
    }
    /// Whether K has a negative eigenvalue where the last step ended.
    bool is_indefinite() const {
        BodySystem& body = *dynamic_cast<Solver&>(*solver_).bodies().front();
        Vector f;
        Eigen::MatrixXd K;
        const Event event =
            dynamic_cast<ReducedSystem&>(body).reduced_forces().forces_and_stiffness(
                body.committed_state().q, Definiteness::exact, f, K);
        return !event && symmetric_eigenvalues(K)[0] < 0;
    }

private:
    PluginRegistry plugins_;
    SceneGraph graph_;
    Clock clock_ = make_clock(1, 1e-3);
    Stepper* solver_ = nullptr;
};

/// Of a hundred steps, after ten.
long allocations(const std::string& node) {
    CountedRun run(node);
    run.allocations(10);
    return run.allocations(100);
}

struct Beam {
    std::string material = "{type: stvk, young: 1 MPa}";
    std::string forces = "{type: stvk_polynomial}";
    std::string loads =
        "{type: gravity}, {type: point, at: [1, 0.05, 0.05], force: {keyframes: [[0, [0, 0, 0]], "
        "[1, [0, 1, 0]]]}}";
    std::string changes = "";
    int modes = 6;
    std::string constraints =
        "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n";
    std::string newton = "{iterations: 1, line_search: false}";
    std::string damping = "{mass: 0.1, stiffness: 0.001}";

    std::string node() const {
        return R"(  - node: beam
    mesh: {type: box, size: [1, 0.1, 0.1], cells: [10, 1, 1], element: tet4}
    material: )" +
               material + "\n" + constraints + "    loads: [" + loads +
               "]\n    solver: {type: implicit_newmark, damping: " + damping +
               ", newton: " + newton +
               "}\n    reduction: {type: subspace, basis: {type: linear_modes, modes: " +
               std::to_string(modes) + "}, forces: " + forces + changes + "}\n";
    }
};

const std::string pulled =
    "{type: gravity}, {type: pull, at: [0.93, 0.04, 0.06], target: {expr: [\"0.93\", \"0.04\", "
    "\"0.06 + 0.1*sin(9*t)\"]}, stiffness: 10 N/m}, {type: pull, where: {plane: {normal: [1, 0, "
    "0], offset: 0.5}}, target: [0.5, 0.05, 0.1], stiffness: 5 N/m}";
const std::string cubature = "{type: cubature, tolerance: 0.1}";

}  // namespace

TEST_CASE("subspace: the counter of allocations counts them all") {
    const auto counted = [](auto&& make) {
        const long before = n_allocations;
        make();
        return n_allocations - before;
    };
    void* volatile p = nullptr;
    CHECK(counted([&] { p = std::malloc(8); }) == 1);
    CHECK(counted([&] { p = std::realloc(p, 1 << 20); }) == 1);
    std::free(p);
    CHECK(counted([&] { p = std::calloc(8, 8); }) == 1);
    std::free(p);
    CHECK(counted([&] { p = std::aligned_alloc(64, 64); }) == 1);
    std::free(p);
    void* q = nullptr;
    CHECK(counted([&] { CHECK(posix_memalign(&q, 64, 64) == 0); }) >= 1);
    std::free(q);
    AlignedVector<double> aligned;
    CHECK(counted([&] { aligned.resize(100); }) == 1);
    Vector x;
    CHECK(counted([&] { x.resize(100); }) == 1);
}

TEST_CASE("subspace: a semi-implicit step takes no memory") {
    Beam beam;
    CHECK(allocations(beam.node()) == 0);
    beam.material = "{type: neo_hookean, young: 1 MPa}";
    beam.forces = cubature;
    CHECK(allocations(beam.node()) == 0);
}

TEST_CASE("subspace: a step of a constrained body that is pulled takes no memory") {
    Beam beam;
    beam.loads = pulled;
    CHECK(allocations(beam.node()) == 0);
}

TEST_CASE("subspace: a step of a free body that is pulled takes no memory") {
    Beam beam;
    beam.constraints = "";
    beam.loads = "{type: gravity}";
    CHECK(allocations(beam.node()) == 0);
    beam.loads = pulled;
    CHECK(allocations(beam.node()) == 0);
}

TEST_CASE("subspace: a step in which a region changes takes no memory") {
    Beam beam;
    beam.changes =
        ", materials: [{young: {keyframes: [[0, 1e6], [1, 3e6]]}, density: {keyframes: [[0, 1000], "
        "[1, 2000]]}}]";
    CHECK(allocations(beam.node()) == 0);
}

TEST_CASE("subspace: a step of a body whose stiffness is indefinite takes no memory") {
    // 200 N along its axis; it buckles at 21 N.
    Beam beam;
    beam.loads = "{type: gravity}, {type: body_force, force: [-2e4, 0, 0]}";
    beam.modes = 12;
    for (const std::string& forces : {beam.forces, cubature}) {
        CAPTURE(forces);
        beam.forces = forces;
        CountedRun run(beam.node());
        run.allocations(10);
        long taken = 0;
        int n_indefinite = 0;
        for (int k = 0; k < 100; ++k) {
            n_indefinite += run.is_indefinite();
            taken += run.allocations(1);
        }
        CHECK(taken == 0);
        CHECK(n_indefinite > 20);
    }
}

#endif
