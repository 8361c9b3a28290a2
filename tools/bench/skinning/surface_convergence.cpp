/// Figure 4 of Gao, Mitchell & Sifakis 2014: iterations against error, of an elbow bent at once.

#include <fmt/format.h>

#include <sinew/mechanics/linear/conjugate_gradient.hpp>

#include "characters.hpp"
#include "kit/scene_body.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

class Identity final : public Preconditioner {
public:
    void apply(const Vector& x, Vector& y) const override { y = x; }
};

struct Way {
    const char *name, *label, *reduction;
    bool own;
};
constexpr Way ways[]{
    {"volume", "volume", "unknowns: volume", false},
    {"volume_own", "volume, preconditioned", "unknowns: volume", true},
    {"surface", "surface", "interior_sweeps: 12, interior_tolerance: 1e-10", false},
    {"surface_published", "surface, preconditioned, discarded entries on the diagonal",
     "interior_sweeps: 12, interior_tolerance: 1e-10, discarded: diagonal", true},
    {"surface_own", "surface, preconditioned", "interior_sweeps: 12, interior_tolerance: 1e-10",
     true}};

/// Positions from the rest to the pose of the elbow at 90 degrees, constrained nodes first.
json errors_of(const Way& way, const SkinningScene& scene, double t,
               const std::vector<int>& counts) {
    SceneBody body(scene.slots + "reduction: {type: steklov_poincare, " + way.reduction + "}\n");
    BodySystem& system = body.system();
    State state = system.initial();
    system.move_to(t);
    const Prescribed& constrained = system.prescribed();
    std::vector<char> fixed(std::size_t(system.size()), 0);
    for (std::size_t k = 0; k < constrained.dofs.size(); ++k) {
        state.q[constrained.dofs[k]] = constrained.q[Index(k)];
        fixed[std::size_t(constrained.dofs[k])] = 1;
    }
    Forces forces;
    const Tangent& K = system.tangent(state.q, state.v, {0, 0, 1}, Definiteness::exact, &forces);
    Vector b = forces.external - forces.internal;
    for (const Index i : constrained.dofs) b[i] = 0;
    const std::unique_ptr<Preconditioner> own = K.preconditioner(fixed, {});
    const Identity none;
    ConjugateGradient gradients;
    Vector exact;
    gradients.solve(K, fixed, *own, b, exact, 1e-10, 5000);
    std::vector<Vector> found(counts.size());
    const Preconditioner& P = way.own ? *own : static_cast<const Preconditioner&>(none);
    for (std::size_t k = 0; k < counts.size(); ++k)
        gradients.solve(K, fixed, P, b, found[k], 1e-14, counts[k]);
    // Only now, since solving for the interior may widen the bounds that K's sweeps go by.
    const Points at_end = system.positions(state.q + exact);
    const auto error = [&](const Vector& q) {
        return (system.positions(q) - at_end).colwise().norm().maxCoeff();
    };
    const double whole = error(state.q);
    json errors;
    for (const Vector& x : found) errors.push_back(error(state.q + x) / whole);
    return errors;
}

std::vector<int> iteration_counts(const Settings& settings) {
    if (settings.quick) return {1, 4};
    return {1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256};
}

json measure(const Settings& settings) {
    const SkinningScene scene = skinning_scene(
        "arm_surface_contact", {"rig", "mesh", "weights", "material", "constraints"});
    json result;
    for (const Way& way : ways)
        result[way.name] = errors_of(way, scene, 0.6 * scene.end, iteration_counts(settings));
    return result;
}

/// Iterations until the error stays below a bound, or 0.
int iterations_to(const json& errors, const std::vector<int>& counts, double bound) {
    int found = 0;
    for (std::size_t k = errors.size(); k-- > 0;) {
        if (errors[k].get<double>() > bound) break;
        found = counts[k];
    }
    return found;
}

/// Tells whether preconditioning saves two thirds of the iterations to 1%.
std::string saving(const json& run, const std::vector<int>& counts, const char* plain,
                   const char* preconditioned) {
    const int without = iterations_to(run.at(plain), counts, 0.01),
              with = iterations_to(run.at(preconditioned), counts, 0.01);
    if (without == 0 || with == 0) return "not known";
    return fmt::format("{} ({} of {})", 3 * with <= without ? "met" : "missed", with, without);
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    const std::vector<int> counts = iteration_counts(settings);
    const json& run = runs.front();
    report.text(fmt::format(
        "Gao, Mitchell & Sifakis 2014, figure 4, on the arm of scenes/skinning/arm_surface_contact "
        "without contact: its elbow bends by 90 degrees at once, and one linear system is solved "
        "by conjugate gradients from where the arm was. Error: the largest distance of a node from "
        "where it ends, over that at the start. `preconditioned` is the preconditioner that scenes "
        "get, which drops what it discards of the boundary's matrix; with `discarded: diagonal` "
        "that goes to the diagonals, as published. In all rows of the surface Newton's matrix "
        "takes "
        "12 sweeps of the interior's factor (8 if nothing is said, 1 as published), so that the "
        "matrix is the same for both. "
        "The paper shows pictures, and says that the preconditioner saves close to an order of "
        "magnitude of iterations; the goal is a third of them until the error is 1% (to the next "
        "column): volume, {}; surface, {}; surface as published, {}.",
        saving(run, counts, "volume", "volume_own"), saving(run, counts, "surface", "surface_own"),
        saving(run, counts, "surface", "surface_published")));
    std::vector<std::string> header{"iterations"};
    for (const int count : counts) header.push_back(std::to_string(count));
    header.push_back("to 1%");
    std::vector<std::vector<std::string>> rows;
    Plot plot{"convergence", "Error after iterations, elbow at 90 degrees",
              "iterations",  "error",
              true,          true};
    for (const Way& way : ways) {
        const json& errors = run.at(way.name);
        std::vector<std::string> row{way.label};
        Series series{way.label};
        for (std::size_t k = 0; k < errors.size(); ++k) {
            row.push_back(number(errors[k].get<double>()));
            series.x.push_back(counts[k]);
            series.y.push_back(std::max(1e-8, errors[k].get<double>()));
        }
        const int needed = iterations_to(errors, counts, 0.01);
        row.push_back(needed > 0 ? std::to_string(needed) : "more");
        rows.push_back(row);
        plot.series.push_back(series);
        report.entry({fmt::format("{}: iterations to 1%", way.label), double(needed), "1"});
    }
    report.table(header, rows);
    report.plot(plot);
}

}  // namespace

Table surface_convergence_table() {
    return {"surface_convergence", "Steklov-Poincare skinning: iterations against error", 1,
            measure, write};
}

}  // namespace sinew::bench
