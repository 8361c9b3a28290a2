/// Time of a step against the size of the mesh: in a subspace it has no part in it.

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <sinew/mechanics/math/blas.hpp>

#include "kit/timing.hpp"
#include "semi_implicit.hpp"
#include "subspace_bodies.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr int r = 20;
constexpr double goal = 0.2;  ///< spread of the times

struct Size {
    const char *name, *cells, *quick_cells;
};
constexpr Size sizes[]{{"2,000", "25, 4, 4", "10, 2, 2"},
                       {"20,000", "40, 10, 10", "12, 3, 3"},
                       {"200,000", "100, 20, 20", "20, 4, 4"}};

std::string bar(const char* cells) {
    return stvk_bar(cells, fmt::format("{{type: linear_modes, modes: {}}}", r)) +
           "linear: {type: dense}\n";
}

struct Running {
    SceneBody scene;
    SemiImplicitSteps steps{scene.system(), scene.linear(), 1e-3};

    explicit Running(const std::string& node) : scene(node) {}
};

json measure(const Settings& settings) {
    omp_set_num_threads(settings.threads);
    use_one_blas_thread();
    keep_artifacts_in_scratch(settings);
    std::vector<std::unique_ptr<Running>> bodies;
    json result;
    double before = 0;
    for (const Size& size : sizes) {
        bodies.push_back(
            std::make_unique<Running>(bar(settings.quick ? size.quick_cells : size.cells)));
        const double ahead = seconds_ahead("");
        result[size.name] = {{"elements", bodies.back()->scene.body().mesh.n_elements()},
                             {"ahead", ahead - before}};
        before = ahead;
    }
    omp_set_num_threads(1);
    constexpr int batch = 200;
    Contest contest;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        contest.add(
            sizes[i].name, [] {},
            [&steps = bodies[i]->steps] {
                for (int k = 0; k < batch; ++k) steps.step();
            },
            Effort{5, settings.quick ? 0.0 : 0.1});
    const json seconds = contest.run(settings.quick ? 2 : 10);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        json& one = result[sizes[i].name];
        for (const json& s : seconds.at(sizes[i].name))
            one["seconds"].push_back(s.get<double>() / batch);
        one["reach"] = bodies[i]->steps.reach();
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(fmt::format(
        "Bars in {} linear modes with forces/stvk_polynomial, semi-implicit steps on one thread "
        "that take turns. Microseconds: the median, in brackets the least and the interquartile "
        "range. Ahead: modes and polynomials, on all threads.",
        r));
    std::vector<std::vector<std::string>> rows;
    double least = 0, most = 0;
    for (const Size& size : sizes) {
        const std::string path = fmt::format("/{}/", size.name);
        const Timing step = Timing::of(runs, path + "seconds");
        least = rows.empty() ? step.median : std::min(least, step.median);
        most = std::max(most, step.median);
        rows.push_back({fmt::format("{:.0f}", typical(runs, path + "elements")), step.text(1e6),
                        number(typical(runs, path + "ahead")),
                        fmt::format("{:.3f}", typical(runs, path + "reach"))});
        report.entry({fmt::format("step, r = {}, {} tets", r, size.name), 1e6 * step.median, "us"});
    }
    report.table({"tetrahedra", "step [us]", "ahead [s]", "largest displacement at the end [m]"},
                 rows);
    const double spread = most / least - 1;
    report.text(fmt::format("Spread of the steps' times: {:.1f}%. Goal: {:.0f}%; reached: {}.",
                            100 * spread, 100 * goal, against_goal(spread, goal)));
    report.entry({"spread of a step's time with the size of the mesh", 100 * spread, "%"});
}

}  // namespace

Table mesh_size_table() {
    return {"mesh_size", "A step and the size of the mesh", 1, measure, write};
}

}  // namespace sinew::bench
