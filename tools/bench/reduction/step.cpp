/// Time of a step of a body in a subspace: what figure 11 of Barbic & James 2005 shows, on a bar.
///
/// Force and tangent of forces/stvk_polynomial against the layout of the paper's section 6.2 on the
/// same coefficients, through BLAS; then a whole semi-implicit step of Newmark's rule, as
/// solver/implicit_newmark takes it, and its parts.

#include <fmt/format.h>
#include <omp.h>

#include <random>
#include <sinew/mechanics/law/lame.hpp>
#include <sinew/mechanics/math/blas.hpp>
#include <sinew/mechanics/reduced/dense_tangent.hpp>
#include <sinew/storage/artifact.hpp>
#include <sinew/storage/hdf5_archive.hpp>

#include "kit/timing.hpp"
#include "paper_layout.hpp"
#include "semi_implicit.hpp"
#include "subspace_bodies.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Case {
    int r;
    double vega_forces, vega_step;  ///< [us], force and stiffness, Newmark step
    double goal_forces, goal_step;  ///< [us]
    double paper_force, paper_stiffness, paper_solve, paper_step;  ///< [us], 3 GHz Pentium
};
constexpr Case cases[]{
    {12, 2.3, 3.9, 0.5, 1.2, 8.2, 9.5, 12.5, 30.2},
    {15, 4.9, 6.9, 1.3, 2.5, 22.0, 25.0, 18.4, 65.4},
    {30, 63, 107, 16, 20, 550, 770, 75, 1395},
};

std::string bar(int r, bool quick) {
    return stvk_bar(quick ? "10, 2, 2" : "40, 8, 7",
                    fmt::format("{{type: modal_derivatives, modes: {}, size: {}}}", r > 20 ? 20 : 6,
                                r)) +
           "linear: {type: dense}\n";
}

/// Reproducible reduced coordinates; the largest nodal displacement is `part` of the diagonal.
Vector random_coordinates(const BodySystem& system, double part) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> value(-1, 1);
    Vector q(system.size());
    for (Index k = 0; k < q.size(); ++k) q(k) = value(random) / double(1 + k);
    const Points moved = system.positions(q) - system.positions(0 * q);
    const double largest = moved.colwise().norm().maxCoeff();
    const double diagonal = bounding_box(system.body().mesh.positions).diagonal().norm();
    return part * diagonal / largest * q;
}

/// The coefficients that the scene's forces were made of, for its lambda and mu.
PaperLayout paper_layout(Index r) {
    const Lame lame = lame_from(1e6, 0.4);
    Archive content;
    for (const FetchedArtifact& one : fetched_artifacts())
        if (one.kind == "forces/stvk_polynomial") content = read_archive(one.file);
    const auto weighted = [&](const char* name, Index n) {
        const Vector lambda = content.vector(fmt::format("polynomial/00/{}", name), n);
        const Vector mu = content.vector(fmt::format("polynomial/01/{}", name), n);
        return Vector(lame.lambda * lambda + lame.mu * mu);
    };
    const Vector quadratic = weighted("quadratic", PaperLayout::n_quadratic(r));
    const Vector cubic = weighted("cubic", PaperLayout::n_cubic(r));
    const Vector quartic = weighted("quartic", PaperLayout::n_quartic(r));
    return {r, std::span(quadratic.data(), std::size_t(quadratic.size())),
            std::span(cubic.data(), std::size_t(cubic.size())),
            std::span(quartic.data(), std::size_t(quartic.size()))};
}

/// Seconds a call, of calls in batches that last long compared with the clock's resolution.
template <class Function>
std::vector<double> each(const Function& function, const Settings& settings) {
    constexpr int batch = 200;
    std::vector<double> seconds = repeat(
        [&] {
            for (int k = 0; k < batch; ++k) function();
        },
        Effort{settings.quick ? 3 : 30, settings.quick ? 0.0 : 0.5});
    for (double& s : seconds) s /= batch;
    return seconds;
}

json measure_case(const Case& which, const Settings& settings) {
    SceneBody scene(bar(which.r, settings.quick));
    ReducedForces& forces = forces_of(scene);
    const Index r = scene.system().size();
    Vector q = random_coordinates(scene.system(), 0.1), f, paper_f;
    Eigen::MatrixXd K, paper_K;
    PaperLayout paper = paper_layout(r);
    json result;
    forces.forces_and_stiffness(q, Definiteness::exact, f, K);
    paper.forces_and_stiffness(q, paper_f, paper_K);
    result["difference"] =
        std::max((f - paper_f).norm() / f.norm(), (K - paper_K).norm() / K.norm());
    result["bytes"] = paper.bytes();
    result["forces"] = each([&] { forces.forces(q, f); }, settings);
    result["forces and tangent"] =
        each([&] { forces.forces_and_stiffness(q, Definiteness::exact, f, K); }, settings);
    result["paper"] = each([&] { paper.forces_and_stiffness(q, paper_f, paper_K); }, settings);

    LinearSolver& linear = scene.linear();
    DenseTangent tangent;
    tangent.matrix = K + 1e6 * Eigen::MatrixXd::Identity(r, r);
    const FixedMask mask{std::vector<char>(std::size_t(r), 0), 1, r};
    Vector x;
    result["factorisation"] = each([&] { linear.prepare(tangent, mask); }, settings);
    result["factorisation and solve"] = each(
        [&] {
            linear.prepare(tangent, mask);
            linear.solve(f, x, 0);
        },
        settings);

    SemiImplicitSteps steps(scene.system(), linear, 1e-3, {0.1, 0.001, Definiteness::exact});
    result["step"] = each([&] { steps.step(); }, settings);
    return result;
}

json measure(const Settings& settings) {
    omp_set_num_threads(1);
    use_one_blas_thread();
    keep_artifacts_in_scratch(settings);
    json result;
    for (const Case& which : cases) result[std::to_string(which.r)] = measure_case(which, settings);
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(fmt::format(
        "One thread, {} processes, microseconds: medians, in brackets the least and the "
        "interquartile range. A bar of 11,200 tetrahedra held at one end; "
        "the size of the mesh has no part in a step. Force and tangent (f and K) of "
        "forces/stvk_polynomial; beside it the paper's own layout (section 6.2: matrices of "
        "coefficients times monomials, through BLAS) on the same coefficients. A step is "
        "semi-implicit, with damping by mass and by K(q) as it is (appendix C). Vega: measured on "
        "another machine of "
        "this kind; paper: "
        "figure 11, one 3.0 GHz Pentium.",
        runs.size()));
    std::vector<std::vector<std::string>> forces_rows, step_rows;
    for (const Case& which : cases) {
        const std::string path = fmt::format("/{}/", which.r);
        const auto time = [&](const char* what) { return Timing::of(runs, path + what); };
        const Timing both = time("forces and tangent"), paper = time("paper"), step = time("step");
        const Timing factor = time("factorisation");
        report.check(fmt::format("r = {}: the paper's layout gives the same", which.r),
                     worst(runs, path + "difference"), 1e-9);
        report.entry(Entry::against(fmt::format("force and tangent, r = {}", which.r),
                                    1e6 * both.median, "us", 1e6 * paper.median,
                                    which.vega_forces));
        report.entry({.name = fmt::format("Newmark step, r = {}", which.r),
                      .value = 1e6 * step.median,
                      .unit = "us",
                      .paper = which.vega_step});
        forces_rows.push_back({fmt::format("{}", which.r), both.text(1e6), time("forces").text(1e6),
                               paper.text(1e6),
                               fmt::format("{:.1f} (goal 4: {})", paper.median / both.median,
                                           paper.median >= 4 * both.median ? "yes" : "no"),
                               fmt::format("{}", which.vega_forces),
                               fmt::format("{} + {}", which.paper_force, which.paper_stiffness),
                               fmt::format("{}: {}", which.goal_forces,
                                           against_goal(1e6 * both.median, which.goal_forces))});
        const double overhead = step.median / (both.median + factor.median);
        step_rows.push_back(
            {fmt::format("{}", which.r), step.text(1e6), factor.text(1e6),
             time("factorisation and solve").text(1e6),
             fmt::format("{:.2f} (goal 2: {})", overhead, overhead <= 2 ? "yes" : "no"),
             fmt::format("{}", which.vega_step), fmt::format("{}", which.paper_solve),
             fmt::format("{}", which.paper_step),
             fmt::format("{}: {}", which.goal_step,
                         against_goal(1e6 * step.median, which.goal_step))});
    }
    report.table({"r", "f and K", "f alone", "paper's layout", "times", "Vega", "paper (f + K)",
                  "goal reached"},
                 forces_rows);
    report.table({"r", "step", "factorisation", "and solve", "step / (f, K and factorisation)",
                  "Vega", "paper: solve", "paper: step", "goal reached"},
                 step_rows);
}

}  // namespace

Table step_table() {
    return {"step", "A step", 3, measure, write};
}

}  // namespace sinew::bench
