#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/objects.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/model/body_parts.hpp>
#include <sinew/mechanics/model/model.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>

namespace sinew {

Model::Model(BuildContext& context, const Look& look, const ModelScope& scope)
    : results_(context.node(), {}) {
    // What stands above couples across solvers, and nobody would step it.
    for (SceneNode* above = context.node().parent(); above; above = above->parent()) {
        if (above->slot("solver")) break;
        if (above->slot_count("couplings") > 0)
            context.fail(
                fmt::format("the couplings of {} stand above the solver of {}, which would "
                            "not see them",
                            above->path(), context.node().path()),
                "one solver steps what is coupled: give the solver to " + above->path());
    }
    std::vector<Coupling*> couplings;
    collect(context, context.node(), look, scope, couplings);
    if (bodies_.empty())
        context.fail("the solver has no body to step",
                     "a solver steps the node that it stands on and those below it; give one of "
                     "them a mesh and a material");
    refuse_foreign(context, couplings);
    publish_contact(couplings);
    if (scope.more_couplings)
        for (Coupling* coupling : scope.more_couplings(taken_)) couplings.push_back(coupling);
    is_coupled_ = !couplings.empty();
    if (bodies_.size() > 1 || is_coupled_) {
        std::vector<BodySystem*> systems = bodies();
        systems.insert(systems.end(), obstacles_.begin(), obstacles_.end());
        composite_ = std::make_unique<CompositeSystem>(std::move(systems), std::move(couplings));
    }
    const bool is_skew = std::any_of(bodies_.begin(), bodies_.end(), [](const auto& body) {
        return !body->prescribed().frames.empty();
    });
    if (is_skew) in_nodal_frames_ = std::make_unique<NodalFrameSystem>(in_world());
}

void Model::publish(std::function<Energies()> energies) {
    results_.results().energies = std::move(energies);
}

void Model::collect(BuildContext& context, SceneNode& node, const Look& look,
                    const ModelScope& scope, std::vector<Coupling*>& couplings) {
    if (&node != &context.node() && node.slot("solver")) return;
    if (!scope.takes || scope.takes(node)) add_body(context, node, look);
    for (Coupling* coupling : objects<Coupling>(context.graph(), node, "couplings")) {
        couplings.push_back(coupling);
        for (BodySystem* obstacle : coupling->obstacles()) {
            obstacles_.push_back(obstacle);
            carried_.push_back(&obstacle->body());
        }
    }
    for (const auto& child : node.children()) collect(context, *child, look, scope, couplings);
}

namespace {

/// The vectors of subspaces are in the world's axes.
void refuse_oblique(const BodyParts& parts, const Origin& reduction) {
    for (const Constraint* constraint : parts.constraints)
        if (constraint->oblique())
            constraint->provenance.fail(
                fmt::format("{} holds directions that are not the world's axes, "
                            "which {} does not take",
                            named(constraint->provenance, "a constraint"),
                            named(reduction, "a reduction")),
                "turn the node (transform: {rotate: ...}) so that they are, or take "
                "the reduction away");
}

}  // namespace

void Model::add_body(BuildContext& context, SceneNode& node, const Look& look) {
    if (!node.slot("mesh")) return;
    Body* body = body_of(node);
    auto* formulation = context.graph().object<Formulation>(node, "formulation");
    if (!body || !formulation) return;
    const BodyParts parts = body_parts(node);
    std::unique_ptr<BodySystem> system = formulation->make(*body, parts);
    if (auto* reduction = context.graph().object<Reduction>(node, "reduction")) {
        refuse_oblique(parts, reduction->provenance);
        if (look) look(*system);
        attribute_errors_to(reduction->provenance, [&] {
            system = reduction->make(
                as_elastic_body(std::move(system), *reduction, parts.formulation), *body, parts);
        });
    }
    bodies_.push_back(std::move(system));
    carried_.push_back(body);
    taken_.push_back(body);
    published_.push_back(std::make_unique<Publication<BodyResults, SystemResults>>(
        node, SystemResults(*bodies_.back())));
    results_.results().bodies.push_back(&published_.back()->results());
}

void Model::publish_contact(const std::vector<Coupling*>& couplings) {
    for (const Coupling* coupling : couplings) {
        results_.results().couplings.push_back(coupling);
        for (const auto& one : published_)
            for (const Body* body : coupling->bodies())
                if (body == &one->results().body()) one->results().add_coupling(*coupling);
    }
}

void Model::refuse_foreign(BuildContext& context, const std::vector<Coupling*>& couplings) const {
    for (const Coupling* coupling : couplings)
        for (const Body* body : coupling->bodies())
            if (std::find(carried_.begin(), carried_.end(), body) == carried_.end())
                context.fail(fmt::format("a coupling below {} reaches {}, which this solver does "
                                         "not step",
                                         context.node().path(), body->path),
                             "one solver steps what is coupled: put it on a node above both, and "
                             "take other solvers below it away");
}

std::vector<PlacedBody> Model::placed() const {
    std::vector<PlacedBody> placed;
    Index offset = 0;
    for (const auto& body : bodies_) {
        placed.push_back({body.get(), offset});
        offset += body->size();
    }
    return placed;
}

std::vector<BodySystem*> Model::bodies() const {
    std::vector<BodySystem*> bodies;
    for (const auto& body : bodies_) bodies.push_back(body.get());
    return bodies;
}

bool Model::is_dense() const {
    return std::all_of(bodies_.begin(), bodies_.end(),
                       [](const auto& body) { return body->is_dense(); });
}

void Model::refuse_velocities(BuildContext& context) const {
    for (const Body* body : carried_) {
        if (body->initial_velocity.isZero(0)) continue;
        const SceneNode& node = context.graph().find(context.node(), body->path, context.where());
        context.fail(node.slot("initial")->mark,
                     fmt::format("{} has an initial velocity, but {} knows no motion", body->path,
                                 context.plugin()),
                     "take it away (initial: {displacement: ...} stays), or use a dynamic solver "
                     "such as implicit_newmark");
    }
}

void Model::report_parts(nlohmann::json& report) const {
    if (composite_) return composite_->report(report);
    report["bodies"] = report_entries(bodies());
    report["couplings"] = nlohmann::json::array();
}

void Model::report(nlohmann::json& report, const State& state) {
    // After a step that failed, couplings have to look first at where bodies are.
    const Energies energies = system().energies(state.q, state.v);
    report_parts(report);
    report["degrees_of_freedom"] = system().size();
    report["energies"] = {{"kinetic", energies.kinetic},
                          {"elastic", energies.elastic},
                          {"external", energies.external},
                          {"coupling", energies.coupling},
                          {"total", energies.total()}};
}

}  // namespace sinew
