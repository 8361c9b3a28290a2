#include <fmt/format.h>

#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/part.hpp>
#include <sinew/mechanics/reduced/carried_system.hpp>
#include <sinew/mechanics/reduced/exported_model.hpp>
#include <sinew/mechanics/reduced/floating_system.hpp>
#include <sinew/mechanics/solver/implicit_solver.hpp>
#include <sinew/mechanics/visual/visual.hpp>
#include <sinew/player/model_format.hpp>

namespace sinew {

namespace {

/// Loads that change in time are written for every step of the run.
constexpr long most_steps = 1000000;

/// The solver of the scene, which steps implicitly through time.
ImplicitSolver& only_solver(SceneGraph& graph) {
    const auto solvers = parts_of<Stepper>(graph);
    if (solvers.size() != 1)
        throw InputError(
            solvers.empty() ? SourceMark() : solvers[1].mark,
            fmt::format("a model is exported of one solver, and the scene has {}", solvers.size()),
            "export a scene of one reduced body under solver/implicit_newmark or implicit_euler");
    auto* implicit = dynamic_cast<ImplicitSolver*>(solvers[0].object);
    if (implicit && implicit->scheme().dynamic()) return *implicit;
    throw InputError(solvers[0].mark,
                     fmt::format("{} of {} cannot be exported: a player takes the steps of "
                                 "solver/implicit_newmark and implicit_euler",
                                 solvers[0].plugin, solvers[0].node_path),
                     "use one of these");
}

/// A player does a number of iterations that is given, with the dense factorisation.
void check_iterations(const ImplicitSolver& solver) {
    const Origin& origin = solver.provenance;
    if (solver.newton().iterations == 0)
        throw InputError(origin.at("newton"),
                         fmt::format("{} iterates to convergence, and a player does a number of "
                                     "iterations that is given",
                                     named(origin, "the solver")),
                         "write newton: {iterations: 1, line_search: false}, the semi-implicit "
                         "step, or more iterations");
    if (solver.newton().line_search)
        throw InputError(origin.at("newton"),
                         fmt::format("{} searches along lines, and a player does not",
                                     named(origin, "the solver")),
                         "write newton: {line_search: false}");
    if (solver.linear().provenance.plugin != "linear/dense")
        throw InputError(
            origin.at("linear"),
            fmt::format("{} takes {}, and a player factors with linear/dense",
                        named(origin, "the solver"), solver.linear().provenance.plugin),
            "leave `linear` out");
}

ReducedSystem& only_body(ImplicitSolver& solver) {
    System& system = solver.system();
    const SourceMark& where = solver.provenance.where;
    if (dynamic_cast<FloatingSystem*>(&system))
        throw InputError(where,
                         fmt::format("{} cannot be exported: nothing holds it, and a player steps "
                                     "bodies that are held",
                                     system.name()),
                         "hold the body: constraints: [{type: fixed, where: ...}]");
    if (dynamic_cast<CarriedSystem*>(&system))
        throw InputError(where,
                         fmt::format("{} cannot be exported: its supports move, and a player steps "
                                     "bodies whose supports stand still",
                                     system.name()),
                         "hold it by constraints that stand still");
    if (auto* reduced = dynamic_cast<ReducedSystem*>(&system)) return *reduced;
    if (solver.bodies().size() == 1 && dynamic_cast<ReducedSystem*>(solver.bodies().front()))
        throw InputError(where,
                         fmt::format("{} has couplings (contact, ties), which a player does not "
                                     "know",
                                     solver.bodies().front()->name()),
                         "take them away, and let the program that plays the model add their "
                         "forces");
    throw InputError(
        where,
        fmt::format("a player steps one body in a subspace, and {} steps {}",
                    named(solver.provenance, "the solver"),
                    solver.bodies().size() == 1 ? "a body in full space" : "several bodies"),
        "export a scene of one body with reduction: {type: subspace} or {type: pose_space}");
}

const char* name_of(Definiteness definiteness) {
    return definiteness == Definiteness::exact ? "exact" : "psd_projected";
}

void put_step(const ImplicitSolver& solver, Archive& archive) {
    const TimeScheme& scheme = solver.scheme();
    archive.put("integrator/scheme",
                std::string(scheme.needs_acceleration() ? "newmark" : "implicit_euler"));
    if (scheme.needs_acceleration()) {
        archive.put("integrator/beta", scheme.beta());
        archive.put("integrator/gamma", scheme.gamma());
    }
    archive.put("damping/mass", solver.damping().mass);
    archive.put("damping/stiffness", solver.damping().stiffness);
    archive.put("damping/tangent", std::string(name_of(solver.damping().definiteness)));
    archive.put("newton/iterations", std::int64_t(solver.newton().iterations));
    archive.put("newton/tolerance", solver.newton().tolerance);
    archive.put("newton/absolute_tolerance", solver.newton().absolute_tolerance);
}

/// The surface that the body carries, else its skin.
void put_surface(const VisualSurface* surface, const Body& body, const SourceMark& where,
                 Archive& archive) {
    if (surface && surface->morphs)
        throw InputError(where, "a visual with a clip cannot be exported: it changes at rest",
                         "leave the clip out");
    std::vector<std::int64_t> first{0}, nodes;
    std::vector<double> weights;
    if (surface) {
        for (const Embedding& embedding : surface->embeddings) {
            nodes.insert(nodes.end(), embedding.nodes.begin(), embedding.nodes.end());
            weights.insert(weights.end(), embedding.weights.begin(), embedding.weights.end());
            first.push_back(std::int64_t(nodes.size()));
        }
    } else {
        nodes.assign(body.skin.nodes.begin(), body.skin.nodes.end());
        weights.assign(nodes.size(), 1);
        for (std::size_t k = 0; k < nodes.size(); ++k) first.push_back(std::int64_t(k) + 1);
    }
    const Eigen::MatrixXi corners = surface ? surface->rest.triangles : skin_triangles(body.skin);
    archive.put("surface/first", std::move(first));
    archive.put("surface/nodes", std::move(nodes));
    archive.put("surface/weights", std::move(weights));
    archive.put("surface/triangles",
                std::vector<std::int64_t>(corners.reshaped().begin(), corners.reshaped().end()));
}

/// Times at the ends of all steps, as a run's clock has them.
std::vector<double> times_of(Clock clock, const SourceMark& where) {
    if (clock.n_steps > most_steps)
        throw InputError(where,
                         fmt::format("the run has {} steps, and loads are exported for at most {}",
                                     clock.n_steps, most_steps),
                         "lower time.end: loads keep their last value after it");
    std::vector<double> times;
    for (clock.index = 0; clock.index <= clock.n_steps; ++clock.index)
        times.push_back(clock.time());
    return times;
}

}  // namespace

Archive exported_model(SceneGraph& graph, const Clock& clock) {
    ImplicitSolver& solver = only_solver(graph);
    ReducedSystem& body = only_body(solver);
    check_iterations(solver);
    SceneNode& node = graph.find(graph.root(), body.body().path, solver.provenance.where);
    const SourceMark where = node.slot("reduction")->mark;

    Archive archive;
    archive.put("player/format", std::int64_t(player::format_version));
    archive.put("player/title", graph.title());
    archive.put("step", clock.step);
    body.export_to(archive, times_of(clock, solver.provenance.where), where);
    put_step(solver, archive);
    archive.put("newton/length_scale", body.length_scale());
    archive.put("newton/force_scale", body.force_scale());
    const Value* visual = node.slot("visual");
    put_surface(visual_of(node), body.body(), visual ? visual->mark : where, archive);
    solver.begin({clock.step, clock.n_steps, 0});
    archive.put("start/q", solver.state().q);
    archive.put("start/v", solver.state().v);
    archive.put("start/a", solver.state().a);
    return archive;
}

}  // namespace sinew
