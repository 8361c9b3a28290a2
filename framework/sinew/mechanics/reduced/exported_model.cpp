#include <fmt/format.h>

#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/part.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/reduced/exported_model.hpp>
#include <sinew/mechanics/solve/newton.hpp>
#include <sinew/mechanics/solve/step_equation.hpp>
#include <sinew/mechanics/solver/solver.hpp>
#include <sinew/mechanics/system/playable_body.hpp>
#include <sinew/mechanics/visual/visual.hpp>
#include <sinew/player/model_format.hpp>

namespace sinew {

namespace {

/// Loads that change in time are written for every step of the run.
constexpr long most_steps = 1000000;

/// The solver of the scene, and the parts of its steps, which are implicit and go through time.
std::pair<Solver&, ImplicitStep> only_solver(SceneGraph& graph) {
    const auto steppers = parts_of<Stepper>(graph);
    if (steppers.size() != 1)
        throw InputError(
            steppers.empty() ? SourceMark() : steppers[1].mark,
            fmt::format("a model is exported of one solver, and the scene has {}", steppers.size()),
            "export a scene of one reduced body under solver/implicit_newmark or implicit_euler");
    for (const Participant<Solver>& solver : parts_of<Solver>(graph))
        if (const auto step = solver.object->implicit_step(); step && step->scheme.dynamic())
            return {*solver.object, *step};
    throw InputError(steppers[0].mark,
                     fmt::format("{} of {} cannot be exported: a player takes the steps of "
                                 "solver/implicit_newmark and implicit_euler",
                                 steppers[0].plugin, steppers[0].node_path),
                     "use one of these");
}

/// A player does a number of iterations that is given, with the dense factorisation.
void check_iterations(const ImplicitStep& step, const Origin& origin) {
    if (step.newton.iterations == 0)
        throw InputError(origin.at("newton"),
                         fmt::format("{} iterates to convergence, and a player does a number of "
                                     "iterations that is given",
                                     named(origin, "the solver")),
                         "write newton: {iterations: 1, line_search: false}, the semi-implicit "
                         "step, or more iterations");
    if (step.newton.line_search)
        throw InputError(origin.at("newton"),
                         fmt::format("{} searches along lines, and a player does not",
                                     named(origin, "the solver")),
                         "write newton: {line_search: false}");
    if (!step.linear.is_dense())
        throw InputError(origin.at("linear"),
                         fmt::format("{} takes {}, and a player factors with linear/dense",
                                     named(origin, "the solver"), step.linear.provenance.plugin),
                         "leave `linear` out");
}

/// The body of the solver, which steps no other and couples it with nothing.
BodySystem& only_body(Solver& solver) {
    const SourceMark& where = solver.provenance.where;
    const std::vector<BodySystem*> bodies = solver.bodies();
    if (bodies.size() != 1)
        throw InputError(
            where,
            fmt::format("a player steps one body in a subspace, and {} steps {} bodies",
                        named(solver.provenance, "the solver"), bodies.size()),
            "export a scene of one body with reduction: {type: subspace} or {type: "
            "pose_space}");
    BodySystem& body = *bodies.front();
    if (solver.system().couplings())
        throw InputError(where,
                         fmt::format("{} has couplings (contact, ties), which a player does not "
                                     "know",
                                     body.name()),
                         "take them away, and let the program that plays the model add their "
                         "forces");
    return body;
}

const char* name_of(Definiteness definiteness) {
    return definiteness == Definiteness::exact ? "exact" : "psd_projected";
}

void put_step(const ImplicitStep& step, Archive& archive) {
    const TimeScheme& scheme = step.scheme;
    archive.put("integrator/scheme",
                std::string(scheme.needs_acceleration() ? "newmark" : "implicit_euler"));
    if (scheme.needs_acceleration()) {
        archive.put("integrator/beta", scheme.beta());
        archive.put("integrator/gamma", scheme.gamma());
    }
    archive.put("damping/mass", step.damping.mass);
    archive.put("damping/stiffness", step.damping.stiffness);
    archive.put("damping/tangent", std::string(name_of(step.damping.definiteness)));
    archive.put("newton/iterations", std::int64_t(step.newton.iterations));
    archive.put("newton/tolerance", step.newton.tolerance);
    archive.put("newton/absolute_tolerance", step.newton.absolute_tolerance);
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
    const auto [solver, step] = only_solver(graph);
    BodySystem& body = only_body(solver);
    PlayableBody& playable = require_playable(body, solver.provenance.where);
    check_iterations(step, solver.provenance);
    SceneNode& node = graph.find(graph.root(), body.body().path, solver.provenance.where);
    const SourceMark where = node.slot("reduction")->mark;

    Archive archive;
    archive.put("player/format", std::int64_t(player::format_version));
    archive.put("player/title", graph.title());
    archive.put("step", clock.step);
    playable.export_to(archive, times_of(clock, solver.provenance.where), where);
    put_step(step, archive);
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
