/// One implicit step: Newmark's rule with one Newton iteration, dt = 0.01 s.
///
/// Beside it, in the same process, what a textbook would do for the same step: the plain assembly
/// of the first table, and Eigen's conjugate gradients (Jacobi), or its LDL' with the analysis
/// kept. The same tangent is solved by both, and the solutions are compared.

#include <fmt/format.h>
#include <omp.h>

#include <Eigen/Sparse>
#include <sinew/mechanics/solve/implicit_integrator.hpp>

#include "kit/bars.hpp"
#include "kit/scene_body.hpp"
#include "kit/timing.hpp"
#include "tables.hpp"
#include "textbook/assembly.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;
using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

constexpr double dt = 0.01;

/// A hand: palm, fingers and thumb, held at the wrist; about 30,000 tetrahedra.
std::string hand_mesh(bool quick) {
    return fmt::format(R"(mesh:
  type: implicit
  size: {{surface: {} mm, inside: {} mm}}
  shape:
    union:
      blend: 6 mm
      of:
        - ellipsoid: {{center: [0, 0, 0.05], radii: [0.042, 0.015, 0.055]}}
        - capsule: {{from: [0, 0, -0.02], to: [0, 0, 0.03], radius: 0.022}}
        - capsule: {{from: [-0.03, 0, 0.085], to: [-0.042, 0, 0.15], radius: 0.0085,
                     end_radius: 0.007}}
        - capsule: {{from: [-0.01, 0, 0.095], to: [-0.013, 0, 0.172], radius: 0.009,
                     end_radius: 0.007}}
        - capsule: {{from: [0.01, 0, 0.095], to: [0.014, 0, 0.18], radius: 0.009,
                     end_radius: 0.007}}
        - capsule: {{from: [0.03, 0, 0.09], to: [0.042, 0, 0.168], radius: 0.009,
                     end_radius: 0.007}}
        - capsule: {{from: [0.03, 0, 0.03], to: [0.078, -0.01, 0.09], radius: 0.012,
                     end_radius: 0.009}}
)",
                       quick ? 12 : 4.3, quick ? 24 : 8);
}

struct Case {
    const char* name;
    const char* linear;  ///< `linear:` of the scene
    bool direct;
    double goal;              ///< [ms], on two threads
    double paper_1, paper_2;  ///< peers [ms]; 0: none
    const char* peer;
};
constexpr Case cases[]{
    {"bar", "{type: pcg, tolerance: 1.0e-6}", false, 11, 48.0, 43.6, "Vega, CG 1e-6"},
    {"hand", "{type: cholesky}", true, 110, 389, 0, "Vega, SPOOLES"},
};

std::string scene_of(const Case& which, bool quick) {
    const std::string mesh = which.direct ? hand_mesh(quick) : bar_mesh(quick ? small_bar : bar16k);
    const char* constrained = which.direct ? "{extent: {axis: z, from: 0, to: 0.05}}"
                                           : "{plane: {normal: [1, 0, 0], offset: 0}}";
    return mesh + "material: {type: corotational, young: 1 MPa, poisson: 0.45, density: 1000}\n" +
           fmt::format("constraints: [{{type: fixed, where: {}}}]\n", constrained) +
           "loads: [{type: gravity}]\n" + fmt::format("linear: {}\n", which.linear);
}

/// Collects the entries between free degrees of freedom.
class FreeEntries final : public EntrySink {
public:
    FreeEntries(const std::vector<int>& number) : number_(number) {}
    void add(Index row, Index column, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        for (Index j = 0; j < block.cols(); ++j)
            for (Index i = 0; i < block.rows(); ++i) {
                const int r = number_[std::size_t(row + i)], c = number_[std::size_t(column + j)];
                if (r >= 0 && c >= 0) entries_.emplace_back(r, c, block(i, j));
            }
    }
    void add3(Index row, Index column, const Eigen::Matrix3d& block) override {
        add(row, column, block);
    }
    Matrix matrix(Index n) const {
        Matrix made(n, n);
        made.setFromTriplets(entries_.begin(), entries_.end());
        return made;
    }

private:
    const std::vector<int>& number_;
    std::vector<Eigen::Triplet<double>> entries_;
};

/// The linear system of a step, as Eigen takes it.
struct FreeSystem {
    FixedMask mask;
    std::vector<int> free;
    Matrix matrix;

    FreeSystem(const Tangent& tangent, const Prescribed& prescribed) {
        mask.fixed.assign(std::size_t(tangent.size()), 0);
        for (const Index i : prescribed.dofs) mask.fixed[std::size_t(i)] = 1;
        std::vector<int> number(mask.fixed.size(), -1);
        for (std::size_t i = 0; i < number.size(); ++i)
            if (!mask.fixed[i]) {
                number[i] = int(free.size());
                free.push_back(int(i));
            }
        mask.n_free = Index(free.size());
        mask.revision = 1;
        FreeEntries entries(number);
        tangent.add_entries(entries, 0);
        matrix = entries.matrix(mask.n_free);
    }
};

/// Eigen's solution, by the method that the case names; analysed once.
class EigenSolver {
public:
    EigenSolver(const Matrix& matrix, bool direct) : direct_(direct) {
        if (direct_) cholesky_.analyzePattern(matrix);
        gradients_.setTolerance(1e-6);
    }
    Vector solve(const Matrix& matrix, const Vector& b) {
        if (direct_) {
            cholesky_.factorize(matrix);
            return cholesky_.solve(b);
        }
        gradients_.compute(matrix);
        return gradients_.solve(b);
    }
    int iterations() const { return direct_ ? 0 : int(gradients_.iterations()); }

private:
    bool direct_;
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> cholesky_;
    Eigen::ConjugateGradient<Matrix, Eigen::Lower | Eigen::Upper> gradients_;
};

TextbookLaw textbook_corotational() {
    for (const LawPair& pair : law_pairs())
        if (pair.plugin == "corotational") return pair.textbook;
    return nullptr;
}

/// The step's parts as a textbook has them, at the state reached, and how far its solution is.
json measure_textbook(SceneBody& scene, const State& state, const Case& which,
                      const Settings& settings, int n_threads) {
    const TangentWeights weights{4 / (dt * dt), 0, 1};
    const Tangent& tangent =
        scene.system().tangent(state.q, state.v, weights, Definiteness::exact, nullptr);
    const FreeSystem system(tangent, scene.system().prescribed());
    Vector b(tangent.size()), x(tangent.size());
    scene.system().dynamics()->apply_mass(Vector::Ones(b.size()), b);
    for (std::size_t i = 0; i < system.mask.fixed.size(); ++i)
        if (system.mask.fixed[i]) b[Index(i)] = 0;
    scene.linear().prepare(tangent, system.mask);
    const LinearOutcome outcome = scene.linear().solve(b, x, 0);

    TextbookAssembly assembly(scene.mesh());
    EigenSolver solver(system.matrix, which.direct);
    const Vector free_b = b(system.free);
    Vector theirs;
    const auto step = [&] {
        assembly.assemble(state.q, textbook_corotational(), false, n_threads);
        theirs = solver.solve(system.matrix, free_b);
    };
    const std::vector<double> seconds =
        repeat(step, Effort{settings.quick || which.direct ? 1 : 3, 0.0});
    const Vector ours = x(system.free);
    return {{"seconds", seconds},
            {"iterations", solver.iterations()},
            {"our iterations", outcome.iterations},
            {"difference", (ours - theirs).norm() / theirs.norm()},
            {"our residual", (free_b - system.matrix * ours).norm() / free_b.norm()}};
}

json measure_case(const Case& which, const Settings& settings, int n_threads) {
    omp_set_num_threads(n_threads);
    SceneBody scene(scene_of(which, settings.quick));
    NewtonOptions newton;
    newton.iterations = 1;
    ImplicitIntegrator integrator(scene.system(), scene.linear(), TimeScheme::newmark(0.25, 0.5),
                                  newton, {}, 0);
    integrator.begin(0);
    const int n_warm = settings.quick ? 1 : 3, n_steps = settings.quick ? 2 : 15;
    json seconds;
    NewtonCounts before;
    for (int k = 0; k < n_warm + n_steps; ++k) {
        if (k == n_warm) before = integrator.counts();
        const double start = now();
        integrator.step(k * dt, (k + 1) * dt);
        if (k >= n_warm) seconds.push_back(now() - start);
    }
    const NewtonCounts& counts = integrator.counts();
    const auto each = [&](auto member) {
        return double(counts.*member - before.*member) / n_steps;
    };
    return {{"nodes", scene.mesh().n_nodes()},
            {"elements", scene.mesh().n_elements()},
            {"seconds", seconds},
            {"linear iterations", each(&NewtonCounts::linear_iterations)},
            {"tangent", each(&NewtonCounts::seconds_tangent)},
            {"linear", each(&NewtonCounts::seconds_linear)},
            {"forces", each(&NewtonCounts::seconds_forces)},
            {"textbook", measure_textbook(scene, integrator.state(), which, settings, n_threads)}};
}

json measure(const Settings& settings) {
    json result;
    for (const Case& which : cases) {
        result[which.name]["1"] = measure_case(which, settings, 1);
        if (settings.threads > 1)
            result[which.name]["n"] = measure_case(which, settings, settings.threads);
    }
    return result;
}

void write_case(const Case& which, const std::vector<json>& runs, const Settings& settings,
                Report& report, std::vector<std::vector<std::string>>& rows) {
    for (const char* threads : {"1", "n"}) {
        const std::string path = fmt::format("/{}/{}/", which.name, threads);
        if (!runs.front().at(which.name).contains(threads)) continue;
        const int n = threads[0] == '1' ? 1 : settings.threads;
        const Timing ours = Timing::of(runs, path + "seconds");
        const Timing theirs = Timing::of(runs, path + "textbook/seconds");
        const std::string what = fmt::format("{}, {} thread{}", which.name, n, n == 1 ? "" : "s");
        report.check(what + ": the step's linear system, ours against Eigen's",
                     worst(runs, path + "textbook/difference"), which.direct ? 1e-9 : 1e-4);
        report.check(what + ": residual of the step's linear system",
                     worst(runs, path + "textbook/our residual"), which.direct ? 1e-10 : 2e-6);
        const double peer = settings.quick ? 0
                            : n == 1       ? which.paper_1
                            : n == 2       ? which.paper_2
                                           : 0;
        const auto paper = peer > 0 ? std::optional(peer) : std::nullopt;
        report.entry(Entry::against("implicit step, " + what, 1e3 * ours.median, "ms",
                                    1e3 * theirs.median, paper));
        const auto part = [&](const char* name) {
            return number(1e3 * typical(runs, path + name));
        };
        rows.push_back(
            {fmt::format("{}: {:.0f} nodes, {:.0f} tets, {}", which.name,
                         typical(runs, path + "nodes"), typical(runs, path + "elements"),
                         which.direct ? "cholesky" : "pcg to 1e-6"),
             fmt::format("{}", n), ours.text(), part("tangent"), part("linear"), part("forces"),
             which.direct
                 ? "-"
                 : fmt::format("{:.0f} ({:.0f})", typical(runs, path + "linear iterations"),
                               typical(runs, path + "textbook/iterations")),
             theirs.text(), fmt::format("{:.1f}", theirs.median / ours.median),
             paper ? fmt::format("{} ({})", *paper, which.peer) : "-",
             n == 2 && !settings.quick
                 ? fmt::format("{}: {}", which.goal, against_goal(1e3 * ours.median, which.goal))
                 : "-"});
    }
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "Newmark's rule with one Newton iteration a step, dt = 0.01 s, corotational with its exact "
        "tangent, E = 1 MPa, nu = 0.45, held at one end, falling under gravity from rest; {} "
        "processes. Milliseconds a step: medians, in brackets the least and the interquartile "
        "range; "
        "then the means of its parts.",
        runs.size()));
    report.text(
        "Textbook: assembly as in the first table, and Eigen's ConjugateGradient (diagonal "
        "preconditioner, same tolerance) or SimplicialLDLT with its analysis kept, on the same "
        "tangent; what else a step has is not counted for it. The hand is a shape of capsules that "
        "this benchmark meshes: the peers' hand (7,234 nodes, 29,998 tetrahedra) is not ours to "
        "give away.");
    std::vector<std::vector<std::string>> rows;
    for (const Case& which : cases) write_case(which, runs, settings, report, rows);
    report.table({"body", "threads", "step", "tangent", "linear", "forces",
                  "CG iterations (Eigen's)", "textbook", "times", "peer", "goal reached"},
                 rows);
}

}  // namespace

Table implicit_step_table() {
    return {"implicit_step", "One implicit step", 2, measure, write};
}

}  // namespace sinew::bench
