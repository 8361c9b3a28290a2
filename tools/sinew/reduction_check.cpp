#include "reduction_check.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/scene_clock.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <sinew/mechanics/model/results.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/solver/solver.hpp>

namespace sinew::tools {

namespace {

std::string type_of(const Value& object) {
    const Value* type = object.find("type");
    return type ? type->text : object.text;
}

bool is_subspace(const Value& object) {
    const std::string type = type_of(object);
    return type == "subspace" || type == "reduction/subspace";
}

/// `solver: {type: static}` in place of the scene's. Its linear solver stays, if it is one for full
/// space.
void make_static(Value& solver) {
    Value made = solver;
    made.kind = Value::Kind::map;
    made.entries.clear();
    Value::Entry type{"type", solver.mark, solver};
    type.value.kind = Value::Kind::scalar;
    type.value.text = "static";
    type.value.entries.clear();
    made.entries.push_back(std::move(type));
    if (const Value::Entry* linear = solver.find_entry("linear"))
        if (type_of(linear->value).find("dense") == std::string::npos)
            made.entries.push_back(*linear);
    solver = std::move(made);
}

/// Full space has materials as they are written, whatever the reduction changes them to.
void refuse_changing_materials(const Value& reduction) {
    if (const Value::Entry* materials = reduction.find_entry("materials"))
        throw InputError(
            materials->value.mark,
            "full space does not know the `materials` of a reduction, so that there is "
            "nothing to check it by",
            "take them away for the check, and write the constants into `material`");
}

/// Statics of the node and of all below it, without what they write and start from.
void simplify(Value& node, bool keep_reductions) {
    if (const Value* reduction = node.find("reduction"))
        if (is_subspace(*reduction)) refuse_changing_materials(*reduction);
    std::erase_if(node.entries, [&](const Value::Entry& entry) {
        return entry.key == "outputs" || entry.key == "initial" ||
               (entry.key == "reduction" && !keep_reductions && is_subspace(entry.value));
    });
    for (Value::Entry& entry : node.entries) {
        if (entry.key == "solver") make_static(entry.value);
        if (entry.key == "children")
            for (Value& child : entry.value.items) simplify(child, keep_reductions);
    }
}

Value statics_of(Value scene, bool keep_reductions) {
    for (Value::Entry& entry : scene.entries)
        if (entry.key == "scene")
            for (Value& node : entry.value.items) simplify(node, keep_reductions);
    return scene;
}

std::vector<Solver*> solvers_of(SceneGraph& graph) {
    std::vector<Solver*> solvers;
    graph.visit([&](SceneNode& node) {
        if (node.slot("solver") == nullptr) return;
        if (auto* solver = graph.object<Solver>(node, "solver")) solvers.push_back(solver);
    });
    return solvers;
}

/// The step, among some, at whose end the loads on the bodies at rest are largest; the last of
/// several, as supports may move meanwhile.
long most_loaded_step(const std::vector<Solver*>& solvers, const Clock& clock) {
    constexpr long n_samples = 64;
    double most = 0;
    long step = clock.n_steps;
    const long n = std::clamp(clock.n_steps, 1L, n_samples);
    for (long k = 0; k <= n; ++k) {
        const long at = clock.n_steps * k / n;
        double norm2 = 0;
        for (Solver* solver : solvers) {
            System& system = solver->system();
            const Vector rest = Vector::Zero(system.size());
            Forces forces;
            system.move_to(double(at) * clock.step);
            system.forces(rest, rest, forces);
            if (!forces.event) norm2 += forces.external.squaredNorm();
        }
        if (norm2 == 0 || norm2 < most * (1 - 1e-9)) continue;
        most = std::max(most, norm2);
        step = at;
    }
    return step;
}

/// Each element's mass, shared evenly by its nodes [kg].
Eigen::VectorXd nodal_masses(const Body& body) {
    Eigen::VectorXd masses = Eigen::VectorXd::Zero(body.mesh.n_nodes());
    const Eigen::VectorXd volumes = element_volumes(body.mesh);
    for (Eigen::Index e = 0; e < body.mesh.n_elements(); ++e)
        for (const int node : body.mesh.elements.col(e))
            masses(node) += body.density(e) * volumes(e) / double(body.mesh.elements.rows());
    return masses;
}

/// Paths of the bodies that loads push at rest, at the time of their last `move_to`.
std::set<std::string> loaded_bodies(const std::vector<Solver*>& solvers) {
    std::set<std::string> loaded;
    for (Solver* solver : solvers)
        for (BodySystem* body : solver->bodies()) {
            const Vector rest = Vector::Zero(body->size());
            Forces forces;
            body->forces(rest, rest, forces);
            if (forces.event || !forces.external.isZero(0)) loaded.insert(body->body().path);
        }
    return loaded;
}

ReductionCheck compared(const BodyResults& full, const BodyResults& reduced, double time,
                        bool is_loaded) {
    constexpr double round_off = 1e-8;  // of a displacement, relative to the body's size
    const Body& body = full.body();
    const Points u = full.positions() - body.mesh.positions;
    const Points off = reduced.positions() - full.positions();
    const Eigen::VectorXd mass = nodal_masses(body);
    const auto norm = [&](const Points& x) {
        return std::sqrt(x.colwise().squaredNorm().dot(mass.transpose()));
    };
    ReductionCheck check;
    check.body = body.path;
    check.time = time;
    check.largest = u.colwise().norm().maxCoeff();
    check.difference = off.colwise().norm().maxCoeff();
    check.by_mass = norm(u) > 0 ? norm(off) / norm(u) : 0;
    const double size = bounding_box(body.mesh.positions).diagonal().norm();
    check.is_still = !is_loaded && std::max(check.largest, check.difference) <= round_off * size;
    return check;
}

}  // namespace

std::vector<ReductionCheck> check_reductions(const Value& scene, PluginRegistry& plugins) {
    SceneGraph full(statics_of(scene, false), plugins, mechanics_slots());
    SceneGraph reduced(statics_of(scene, true), plugins, mechanics_slots());
    Clock clock = scene_clock(full);
    full.build();
    reduced.build();
    clock.index = most_loaded_step(solvers_of(full), clock);
    for (Solver* solver : solvers_of(full)) solver->system().move_to(clock.time());
    const std::set<std::string> loaded = loaded_bodies(solvers_of(full));
    for (SceneGraph* graph : {&full, &reduced})
        for (Solver* solver : solvers_of(*graph)) solver->begin(clock);

    std::vector<ReductionCheck> checks;
    std::vector<SceneNode*> nodes;
    full.visit([&](SceneNode& node) { nodes.push_back(&node); });
    std::size_t k = 0;
    reduced.visit([&](SceneNode& node) {
        const SceneNode& twin = *nodes[k++];
        const Value* reduction = node.slot("reduction");
        if (reduction == nullptr || !is_subspace(*reduction)) return;
        const BodyResults *of_full = results_of(twin), *of_reduced = results_of(node);
        if (of_full && of_reduced)
            checks.push_back(compared(*of_full, *of_reduced, clock.time(),
                                      loaded.contains(of_full->body().path)));
    });
    return checks;
}

}  // namespace sinew::tools
