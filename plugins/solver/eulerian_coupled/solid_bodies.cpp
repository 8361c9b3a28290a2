#include "solid_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/objects.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/coupling/coupled_bodies.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/model/body_parts.hpp>

#include "two_dimensions.hpp"

namespace sinew::eulerian {

namespace {

SolidSettings settings_of(const Params& params, const Grid& grid, LinearSolver* linear) {
    SolidSettings settings;
    settings.velocities.linear = linear;
    settings.velocities.tolerance = params.velocities.tolerance;
    settings.velocities.max_iterations = params.velocities.max_iterations;
    settings.velocities.mass_damping = params.damping.mass;
    settings.velocities.stiffness_damping = params.damping.stiffness;
    settings.is_implicit = params.velocities.forces == Integration::implicit;
    settings.fluid_density = params.fluid.density;
    settings.viscosity = params.fluid.viscosity;
    if (params.contact)
        settings.repulsion =
            RepulsionLaw{params.contact->stiffness, params.contact->friction,
                         params.contact->distance * grid.spacing, params.contact->normal};
    settings.flat = flat_axis(grid);
    return settings;
}

std::unique_ptr<const PointLaw> law_of(const Body& body) {
    std::unique_ptr<PointLaw> law = elastic_part(*body.material).bind(body.mesh);
    const Origin& who = body.material->provenance;
    if (law->small_strain())
        who.fail("a law of small strains tells no turned shape from a strained one",
                 "take a material of large strains, such as corotational or neo_hookean");
    if (law->moves() || !law->rotations().empty() ||
        (!law->is_uniform() && !law->at_points(std::vector<Index>{0})))
        who.fail("a material that takes rotations from a rig is not carried by a grid",
                 "take a material without a rig, such as corotational, or another solver");
    return law;
}

std::vector<const UniformLoad*> loads_of(const BodyParts& parts) {
    std::vector<const UniformLoad*> loads;
    for (const Load* load : parts.loads) {
        const UniformLoad* uniform = load->uniform();
        if (!uniform || uniform->shares() == UniformLoad::Shares::others)
            load->provenance.fail(
                "a grid takes forces per mass or volume alone, and this load "
                "acts on nodes or faces of the body's mesh",
                "take gravity or body_force, or name the body among lagrangian.bodies of the "
                "solver");
        loads.push_back(uniform);
    }
    return loads;
}

double part_of_first_volume(const EulerianSolid& solid) {
    return solid.volume() / solid.volume_at_start();
}

}  // namespace

SolidBodies::SolidBodies(const Params& params, const Grid& grid, BuildContext& context)
    : linear_(params.velocities.method == VelocityMethod::linear
                  ? params.velocities.linear.make(context)
                  : nullptr),
      solids_(grid, settings_of(params, grid, linear_.get())) {
    if (params.velocities.linear.is_written() && !linear_)
        context.fail(context.at("velocities.linear"),
                     "`method: jacobi` does not take the solver that `linear` names",
                     "leave one of them out");
    const LagrangianParams lagrangian = params.lagrangian.value_or(LagrangianParams());
    for (const Reference& reference : lagrangian.bodies) {
        body_named(context, reference);
        SceneNode& node = context.node(reference);
        if (std::find(named_.begin(), named_.end(), &node) != named_.end())
            context.fail(reference.mark, node.path() + " is named twice", "name it once");
        named_.push_back(&node);
    }
    bool has_lagrangian = false;
    collect(params, grid, context, context.node(), has_lagrangian);
    for (std::size_t n = 0; n < named_.size(); ++n)
        if (solver_node_of(*named_[n]) != &context.node())
            context.fail(lagrangian.bodies[n].mark, named_[n]->path() + " is not below this solver",
                         "name nodes below " + context.node().path());
    double solid_cells = 0;
    for (const auto& solid : solids_.solids()) solid_cells += double(solid->cells().cells().size());
    const bool is_viscous = params.fluid.viscosity > 0 && (solid_cells > 0 || has_lagrangian);
    refuse_too_large(double(grid.centres().size()), solid_cells, is_viscous, context);
    if (params.lagrangian && !has_lagrangian)
        context.fail(context.at("lagrangian"),
                     "no body below is named by `lagrangian`, and none has a reduction",
                     "name bodies: lagrangian: {bodies: [fish]}, or leave it out");
    if (has_lagrangian) immerse(params, grid, context);
    // What a model of systems has published there is among it.
    ModelResults results;
    if (const ModelResults* of_systems = model_results_of(context.node())) results = *of_systems;
    for (const auto& one : published_) results.bodies.push_back(&one->results());
    if (!empty())
        results.energies = [this, of_systems = results.energies] {
            Energies sum = energies();
            if (!of_systems) return sum;
            const Energies more = of_systems();
            sum.kinetic += more.kinetic;
            sum.elastic += more.elastic;
            sum.external += more.external;
            sum.coupling += more.coupling;
            return sum;
        };
    model_.emplace(context.node(), std::move(results));
}

void SolidBodies::report(nlohmann::json& report) const {
    const SolidWork& work = solids_.work();
    report["solid_cells"] = work.n_cells;
    report["singular_points"] = work.n_singular;
    for (const auto& solid : solids_.solids())
        report["volumes"][solid->body().path] = part_of_first_volume(*solid);
    report["particles"] = work.n_particles;
    report["velocities"] = {{"iterations", work.velocity_iterations},
                            {"most_iterations", work.most_velocity_iterations}};
    report["seconds"]["solid_cells"] = work.cells;
    report["seconds"]["velocities"] = work.velocities;
    report["seconds"]["solids"] = work.advection;
    report["seconds"]["contact"] = work.contact;
    if (!solids_.is_evaluated() || solids_.solids().empty()) return;
    report["energies"] = {{"kinetic", solids_.kinetic_energy()},
                          {"elastic", solids_.elastic_energy()},
                          {"external", solids_.potential_energy()}};
}

void SolidBodies::warn_of_volumes(const Attribution& who) const {
    constexpr double most = 0.05;
    for (const auto& solid : solids_.solids()) {
        const double ratio = part_of_first_volume(*solid);
        if (std::abs(ratio - 1) <= most) continue;
        log_diagnostic(
            attribute_to(Diagnostic::warning(fmt::format("{} ends with {:.3g} times the volume "
                                                         "that it began with",
                                                         solid->body().path, ratio))
                             .remedy("if it has not left through an open side, take smaller cells "
                                     "or substeps (substeps.cfl), or a stiffer material"),
                         who));
    }
}

Energies SolidBodies::energies() const {
    Energies energies;
    energies.kinetic = solids_.kinetic_energy();
    energies.elastic = solids_.elastic_energy();
    energies.external = solids_.potential_energy();
    return energies;
}

bool SolidBodies::is_lagrangian(SceneNode& node) const {
    return node.slot("reduction") || std::find(named_.begin(), named_.end(), &node) != named_.end();
}

void SolidBodies::immerse(const Params& params, const Grid& grid, BuildContext& context) {
    const auto takes = [this](SceneNode& node) { return is_lagrangian(node); };
    lagrangian_ =
        std::make_unique<LagrangianBodies>(params.lagrangian.value_or(LagrangianParams()), grid,
                                           params.walls.open_sides(), takes, context);
    for (const ImmersedBody* body : lagrangian_->immersed())
        if (const EulerianSolid* other = solids_.holding(*body)) {
            const SceneNode& node =
                context.graph().find(context.node(), body->body().path, context.where());
            throw InputError(
                Diagnostic::error(fmt::format("{} overlaps {}", node.path(), other->body().path))
                    .remedy("move one of them")
                    .at(node.slot("mesh")->mark)
                    .on(node.path()));
        }
    solids_.immerse(lagrangian_->immersed());
}

void SolidBodies::collect(const Params& params, const Grid& grid, BuildContext& context,
                          SceneNode& node, bool& has_lagrangian) {
    if (&node != &context.node() && node.slot("solver"))
        throw InputError(
            Diagnostic::error(fmt::format("{} has a solver of its own below that of {}",
                                          node.path(), context.node().path()))
                .remedy("take the solver away, or move the node out of the grid's subtree")
                .at(node.slot("solver")->mark)
                .on(node.path()));
    refuse_couplings(context, node);
    if (node.slot("mesh")) {
        if (is_lagrangian(node))
            has_lagrangian = true;
        else
            add(params, grid, node);
    }
    for (const auto& child : node.children())
        collect(params, grid, context, *child, has_lagrangian);
}

/// Couplings act between bodies that meshes move.
void SolidBodies::refuse_couplings(BuildContext& context, SceneNode& node) const {
    for (const Coupling* coupling : objects<Coupling>(context.graph(), node, "couplings"))
        for (const Body* body : coupling->bodies()) {
            bool is_obstacle = false;
            for (const BodySystem* obstacle : const_cast<Coupling*>(coupling)->obstacles())
                is_obstacle = is_obstacle || &obstacle->body() == body;
            if (is_obstacle) continue;
            SceneNode& of_body = context.graph().find(context.node(), body->path, context.where());
            if (is_lagrangian(of_body) || solver_node_of(of_body) != &context.node()) continue;
            coupling->provenance.fail(
                fmt::format("couplings act between bodies that meshes move, and {} is material "
                            "on the grid",
                            body->path),
                "what is on the grid touches by `contact:` of its solver: leave it out of "
                "`bodies`, or name it among lagrangian.bodies of the solver");
        }
}

void SolidBodies::add(const Params& params, const Grid& grid, SceneNode& node) {
    Body* body = body_of(node);
    const BodyParts parts = body_parts(node);
    if (parts.formulation.plugin != "formulation/displacement")
        parts.formulation.fail("a grid discretises the body itself, without a formulation",
                               "take `formulation:` away, or give the body another solver");
    for (const Constraint* constraint : parts.constraints)
        if (constraint->springs())
            constraint->provenance.fail(
                "a grid prescribes velocities of nodes, and this constraint acts by springs",
                "take fixed, prescribed or symmetry, or name the body among lagrangian.bodies "
                "of the solver");
    for (const Constraint* constraint : parts.constraints)
        if (constraint->oblique())
            constraint->provenance.fail("a grid prescribes velocities along the world's axes",
                                        "turn the scene so that its directions are along them");
    std::unique_ptr<const PointLaw> law = law_of(*body);
    std::vector<const UniformLoad*> loads = loads_of(parts);
    const Object* mesh = node.graph().object<MeshSource>(node, "mesh");
    attribute_errors_to(mesh->provenance, [&] {
        auto solid = std::make_unique<EulerianSolid>(grid, *body, std::move(law),
                                                     params.substeps.cfl, flat_axis(grid));
        if (const Plasticity* plasticity = body->material->plasticity())
            solid->set_plasticity(*plasticity);
        for (const UniformLoad* load : loads) warn_of_load(*load, *body, grid, node.graph());
        solids_.add(std::move(solid), parts.constraints, std::move(loads));
    });
    if (const EulerianSolid* other = solids_.overlapping())
        throw InputError(
            Diagnostic::error(fmt::format("{} overlaps {}", node.path(), other->body().path))
                .remedy("move one of them")
                .at(node.slot("mesh")->mark)
                .on(node.path()));
    published_.push_back(std::make_unique<Publication<BodyResults, EulerianSolidResults>>(
        node, EulerianSolidResults(*solids_.solids().back())));
}

}  // namespace sinew::eulerian
