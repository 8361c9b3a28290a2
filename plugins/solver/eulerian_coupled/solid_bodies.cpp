#include "solid_bodies.hpp"

#include <fmt/format.h>

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/model/body_parts.hpp>

namespace sinew::eulerian {

namespace {

std::optional<int> flat_axis(const Grid& grid) {
    for (int axis = 0; axis < 3; ++axis)
        if (grid.cells[std::size_t(axis)] == 1) return axis;
    return {};
}

SolidSettings settings_of(const Params& params, const Grid& grid) {
    SolidSettings settings;
    settings.velocities.tolerance = params.velocities.tolerance;
    settings.velocities.max_iterations = params.velocities.max_iterations;
    settings.velocities.mass_damping = params.damping.mass;
    settings.velocities.stiffness_damping = params.damping.stiffness;
    settings.is_implicit = params.velocities.forces == Integration::implicit;
    settings.fluid_density = params.fluid.density;
    settings.viscosity = params.fluid.viscosity;
    if (params.contact)
        settings.repulsion = RepulsionLaw{params.contact->stiffness, params.contact->friction,
                                          params.contact->distance * grid.spacing};
    settings.flat = flat_axis(grid);
    return settings;
}

[[noreturn]] void refuse(const Origin& who, const std::string& why, const std::string& remedy) {
    throw InputError(Diagnostic::error(why).remedy(remedy).at(who.where).on(who));
}

std::unique_ptr<const PointLaw> law_of(const Body& body) {
    std::unique_ptr<PointLaw> law = elastic_part(*body.material).bind(body.mesh);
    const Origin& who = body.material->provenance;
    if (law->small_strain())
        refuse(who, "a law of small strains tells no turned shape from a strained one",
               "take a material of large strains, such as corotational or neo_hookean");
    if (law->moves() || !law->rotations().empty() ||
        (!law->is_uniform() && !law->at_points(std::vector<Index>{0})))
        refuse(who, "a material that takes rotations from a rig is not carried by a grid",
               "take a material without a rig, such as corotational, or another solver");
    return law;
}

std::vector<const UniformLoad*> loads_of(const BodyParts& parts) {
    std::vector<const UniformLoad*> loads;
    for (const Load* load : parts.loads) {
        const UniformLoad* uniform = load->uniform();
        if (!uniform || uniform->shares() == UniformLoad::Shares::others)
            refuse(load->provenance,
                   "a grid takes forces per mass or volume alone, and this load "
                   "acts on nodes or faces of the body's mesh",
                   "take gravity or body_force, or a solver that moves the mesh");
        loads.push_back(uniform);
    }
    return loads;
}

}  // namespace

SolidBodies::SolidBodies(const Params& params, const Grid& grid, BuildContext& context)
    : solids_(grid, settings_of(params, grid)), model_(context.node(), {}) {
    collect(params, grid, context, context.node());
    for (const auto& one : published_) model_.results().bodies.push_back(&one->results());
    if (empty()) return;
    model_.results().energies = [this] {
        Energies energies;
        energies.kinetic = solids_.kinetic_energy();
        energies.elastic = solids_.elastic_energy();
        energies.external = solids_.potential_energy();
        return energies;
    };
}

void SolidBodies::collect(const Params& params, const Grid& grid, BuildContext& context,
                          SceneNode& node) {
    if (&node != &context.node() && node.slot("solver"))
        context.fail(fmt::format("{} has a solver of its own below that of {}", node.path(),
                                 context.node().path()),
                     "take the solver away, or move the node out of the grid's subtree");
    if (node.slot_count("couplings") > 0)
        context.fail(
            fmt::format("the couplings of {} act between bodies that meshes move", node.path()),
            "take them away: what is on the grid touches by `contact:` of its solver");
    if (node.slot("mesh")) add(params, grid, node);
    for (const auto& child : node.children()) collect(params, grid, context, *child);
}

void SolidBodies::add(const Params& params, const Grid& grid, SceneNode& node) {
    Body* body = body_of(node);
    const BodyParts parts = body_parts(node);
    if (const Value* reduction = node.slot("reduction"))
        throw InputError(Diagnostic::error("a grid has no degrees of freedom of the body to reduce")
                             .remedy("take `reduction:` away, or give the body another solver")
                             .at(reduction->mark)
                             .on(node.path()));
    if (parts.formulation.plugin != "formulation/displacement")
        refuse(parts.formulation, "a grid discretises the body itself, without a formulation",
               "take `formulation:` away, or give the body another solver");
    for (const Constraint* constraint : parts.constraints)
        if (constraint->oblique())
            refuse(constraint->provenance, "a grid prescribes velocities along the world's axes",
                   "turn the scene so that its directions are along them");
    std::unique_ptr<const PointLaw> law = law_of(*body);
    std::vector<const UniformLoad*> loads = loads_of(parts);
    const Object* mesh = node.graph().object<MeshSource>(node, "mesh");
    attribute_errors_to(mesh->provenance, [&] {
        auto solid = std::make_unique<EulerianSolid>(grid, *body, std::move(law),
                                                     params.substeps.cfl, flat_axis(grid));
        if (const Plasticity* plasticity = body->material->plasticity())
            solid->set_plasticity(*plasticity);
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
