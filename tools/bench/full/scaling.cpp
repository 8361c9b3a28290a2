/// Assembly with the number of threads and of elements.

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>

#include "kit/bars.hpp"
#include "kit/scene_body.hpp"
#include "kit/timing.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// Boxes whose edges are about 33 : 11 : 9, of 10,000 to 1,000,000 tetrahedra.
std::vector<std::array<int, 3>> sizes(bool quick) {
    if (quick) return {small_bar, {8, 4, 3}};
    return {{28, 9, 8}, bar16k, {48, 16, 13}, {71, 24, 19}, {104, 35, 28}, {137, 46, 32}};
}

json measure(const Settings& settings) {
    json result = json::array();
    for (const auto& cells : sizes(settings.quick)) {
        SceneBody scene(bar_mesh(cells) +
                        "material: {type: neo_hookean, young: 1 MPa, poisson: 0.45}\n");
        const Vector u = deformed(scene.mesh(), 0.05), rest = Vector::Zero(u.size());
        Forces forces;
        const auto assemble = [&] {
            scene.system().tangent(u, rest, {0, 0, 1}, Definiteness::exact, &forces);
        };
        Contest contest;
        const Effort effort = settings.quick ? Effort{1, 0.0} : Effort{5, 0.2};
        contest.add(
            "1", [] { omp_set_num_threads(1); }, assemble, effort);
        if (settings.threads > 1)
            contest.add(
                "n", [&] { omp_set_num_threads(settings.threads); }, assemble, effort);
        result.push_back({{"elements", scene.mesh().n_elements()},
                          {"seconds", contest.run(settings.quick ? 1 : 3)}});
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    const bool several = settings.threads > 1;
    report.text(fmt::format(
        "neo_hookean, exact tangent, the boxes of the first table at other sizes, {} processes. "
        "Goals: 1 to 2 threads at least 1.7 times; the time per element at 2 threads flat within "
        "15% from 10,000 to 1,000,000 tetrahedra.",
        runs.size()));
    std::vector<std::vector<std::string>> rows;
    Series one{"1 thread"}, all{fmt::format("{} threads", settings.threads)};
    for (std::size_t i = 0; i < runs.front().size(); ++i) {
        const std::string path = fmt::format("/{}/", i);
        const double n = typical(runs, path + "elements");
        const Timing alone = Timing::of(runs, path + "seconds/1");
        one.x.push_back(n);
        one.y.push_back(1e9 * alone.median / n);
        rows.push_back({fmt::format("{:.0f}", n), alone.text(), number(one.y.back())});
        if (!several) continue;
        const Timing together = Timing::of(runs, path + "seconds/n");
        const double speed_up = alone.median / together.median;
        all.x.push_back(n);
        all.y.push_back(1e9 * together.median / n);
        for (const std::string& cell :
             {together.text(), number(all.y.back()), fmt::format("{:.2f}", speed_up)})
            rows.back().push_back(cell);
        report.entry(
            Entry::against(fmt::format("assembly of {:.0f} tets, {} threads", n, settings.threads),
                           1e3 * together.median, "ms", 1e3 * alone.median));
    }
    std::vector<std::string> header{"tetrahedra", "1 thread [ms]", "ns an element"};
    if (several) {
        header.push_back(all.label + " [ms]");
        header.insert(header.end(), {"ns an element", "speed-up"});
    }
    report.table(header, rows);
    const std::vector<double>& cost = several ? all.y : one.y;
    const auto [least, most] = std::minmax_element(cost.begin(), cost.end());
    const double variation = *most / *least - 1;
    report.text(fmt::format("Time per element: {:.0f} to {:.0f} ns, a variation of {:.0f}%.",
                            *least, *most, 100 * variation));
    report.entry({"variation of assembly's cost per element with size", 100 * variation, "%"});
    Plot plot{"scaling", "Force and tangent: time per element", "tetrahedra", "ns", true, false,
              {one}};
    if (several) plot.series.push_back(all);
    report.plot(plot);
}

}  // namespace

Table scaling_table() {
    return {"scaling", "Threads and sizes", 3, measure, write};
}

}  // namespace sinew::bench
