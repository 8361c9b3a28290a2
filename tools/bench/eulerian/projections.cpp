/// Projections of velocities by method, tolerance and grid.

#include <fmt/format.h>
#include <omp.h>

#include <array>

#include "falling_ball.hpp"
#include "kit/timing.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr std::array tolerances{0.02, 1e-3, 1e-4};

std::vector<Index> sizes(const Settings& settings) {
    return settings.quick ? std::vector<Index>{16, 32} : std::vector<Index>{64, 128, 200};
}

std::string key(Index n, double tolerance, const char* method) {
    return fmt::format("{} {} {:g}", n, method, tolerance);
}

/// Seconds and iterations of a projection from no pressure, on one thread.
json projection(Index n, double tolerance, PressureMethod method) {
    const Grid grid = unit_cube(n);
    PressureProjection projection(grid, method, tolerance, 5000);
    projection.set(uniform_masses(grid, 1), conditions_of(Walls{}, grid));
    const VectorField start = falling_ball(grid);
    std::vector<double> seconds;
    ConjugateResiduals::Outcome outcome;
    for (int repetition = 0; repetition < 3; ++repetition) {
        VectorField v = start;
        projection.impulses().setZero();
        const double begin = now();
        outcome = projection.project(v);
        seconds.push_back(now() - begin);
    }
    return {{"iterations", outcome.iterations}, {"seconds", median(seconds)}};
}

json measure(const Settings& settings) {
    omp_set_num_threads(1);
    json result;
    for (const Index n : sizes(settings))
        for (const double tolerance : tolerances) {
            result[key(n, tolerance, "multigrid")] =
                projection(n, tolerance, PressureMethod::multigrid);
            result[key(n, tolerance, "jacobi")] = projection(n, tolerance, PressureMethod::jacobi);
        }
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(
        "A ball of fluid that falls in a cube with no slip, projected from no pressure by "
        "conjugate residuals (equation 5.7): one thread, medians of three. Jacobi's preconditioner "
        "is the published one. From 0.005 on multigrid corrects oscillations, too. Goals: 4 times "
        "as fast at 0.02, 3 times at 0.001, not slower at 0.0001; iterations within two.");
    std::vector<std::vector<std::string>> rows;
    const json& run = runs.front();
    for (const double tolerance : tolerances)
        for (const Index n : sizes(settings)) {
            const json& multigrid = run.at(key(n, tolerance, "multigrid"));
            const json& jacobi = run.at(key(n, tolerance, "jacobi"));
            const double fast = multigrid.at("seconds"), slow = jacobi.at("seconds");
            rows.push_back({fmt::format("{:g}", tolerance), fmt::format("{}^3", n),
                            std::to_string(multigrid.at("iterations").get<int>()),
                            std::to_string(jacobi.at("iterations").get<int>()), number(fast),
                            number(slow), fmt::format("{:.1f}", slow / fast),
                            number(1e9 * fast / std::pow(double(n), 3))});
            report.entry(Entry::against(
                fmt::format("projection of {}^3 cells to {:g}", n, tolerance), fast, "s", slow));
        }
    report.table({"tolerance", "cells", "multigrid: iterations", "Jacobi: iterations",
                  "multigrid [s]", "Jacobi [s]", "times as fast", "multigrid [ns a cell]"},
                 rows);
}

}  // namespace

Table projections_table() {
    return {"projections", "Projections by method, tolerance and grid", 1, measure, write};
}

}  // namespace sinew::bench
