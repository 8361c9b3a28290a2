#include "surface_runs.hpp"

#include <fmt/format.h>

namespace sinew::bench {

using nlohmann::json;

std::string surface_solver() {
    return fmt::format(
        "solver: {{type: static, newton: {{tolerance: {}, forcing: 0.1}}, linear: {{type: pcg, "
        "preconditioner: own}}}}\n",
        surface_tolerance);
}

const json& surface_body_of(const json& report) {
    return report.at("bodies").at(0);
}

SurfaceCounts SurfaceCounts::of(const json& report) {
    SurfaceCounts c;
    c.newton = report.at("newton").at("iterations");
    c.iterations = report.at("linear_iterations");
    c.linear = report.at("seconds").at("linear");
    const json& mine = surface_body_of(report).at("reduction");
    c.skins = mine.at("skins");
    c.skinning = mine.at("seconds").at("skinning");
    c.matrices = mine.at("stiffness_matrices");
    c.stiffness = mine.at("seconds").at("stiffness");
    c.solves = mine.at("interior_solves");
    c.solve_iterations = mine.at("interior_iterations");
    c.interior = mine.at("seconds").at("interior");
    return c;
}

json SurfaceCounts::minus(const SurfaceCounts& before) const {
    return {{"frames", frames - before.frames},
            {"wall", wall - before.wall},
            {"newton", newton - before.newton},
            {"iterations", iterations - before.iterations},
            {"linear", linear - before.linear},
            {"skins", skins - before.skins},
            {"skinning", skinning - before.skinning},
            {"matrices", matrices - before.matrices},
            {"stiffness", stiffness - before.stiffness},
            {"solves", solves - before.solves},
            {"solve_iterations", solve_iterations - before.solve_iterations},
            {"interior", interior - before.interior}};
}

double per(const json& counts, const char* what, const char* of) {
    const double n = counts.at(of);
    return n > 0 ? counts.at(what).get<double>() / n : 0;
}

json bend(SteppedScene& run, bool quick, const std::function<void(const json&, json&)>& look) {
    json result;
    run.begin();
    SurfaceCounts before = SurfaceCounts::of(run.report());
    for (const BendingRange& range : bending_ranges) {
        if (quick && range.first > 0) break;
        const int last = quick ? 2 : range.last;
        json seen;
        double wall = 0;
        for (int k = range.first; k < last; ++k) {
            wall += run.step();
            const json report = run.report();
            for (const json& coupling : report.at("couplings")) look(coupling, seen);
            if (k + 1 < last) continue;
            const SurfaceCounts after = SurfaceCounts::of(report);
            result.push_back(after.minus(before));
            before = after;
            result.back().update(seen);
            result.back()["energy"] = report.at("energies").at("total");
            result.back()["residual"] = report.at("newton").at("relative_residual");
        }
        result.back()["frames"] = last - range.first;
        result.back()["wall"] = wall;
    }
    return result;
}

void add_to(json& sum, double value) {
    sum = (sum.is_null() ? 0 : sum.get<double>()) + value;
}

}  // namespace sinew::bench
