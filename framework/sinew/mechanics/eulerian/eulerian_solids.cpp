#include "eulerian_solids.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/eulerian/immersed_contact.hpp>
#include <sinew/mechanics/eulerian/volume_healing.hpp>
#include <sinew/mechanics/grid/nearness.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>

namespace sinew {

namespace {

/// What loads give a body: an acceleration and a force per volume at rest.
struct BodyForces {
    Eigen::Vector3d acceleration = Eigen::Vector3d::Zero(), per_volume = Eigen::Vector3d::Zero();
};

BodyForces body_forces(const Body& body, const std::vector<const UniformLoad*>& loads, double t) {
    BodyForces sum;
    for (const UniformLoad* load : loads) {
        if (!load->common.active(t)) continue;
        auto& part =
            load->shares() == UniformLoad::Shares::masses ? sum.acceleration : sum.per_volume;
        part += load->intensity(body, t);
    }
    return sum;
}

/// Flags the nodes of a grid more than half of whose surroundings a body fills.
void flag_filled(const Grid& grid, const ImmersedBody& body, std::vector<std::uint8_t>& filled) {
    const Lattice nodes = grid.nodes();
    const double half = std::pow(grid.spacing, 3) / 2;
    each_point(body.box().lattice(grid), [&](Index node, const std::array<Index, 3>& at) {
        if (body.volumes()[node] > half) filled[std::size_t(body.box().in_grid(nodes, at))] = 1;
    });
}

}  // namespace

EulerianSolids::EulerianSolids(const Grid& grid, const SolidSettings& settings)
    : grid_(grid), settings_(settings), system_(grid, settings.velocities) {}

void EulerianSolids::add(std::unique_ptr<EulerianSolid> solid,
                         const std::vector<const Constraint*>& constraints,
                         std::vector<const UniformLoad*> loads) {
    for (const Constraint* constraint : constraints)
        constraints_.emplace_back(grid_, *solid, *constraint);
    solids_.push_back(std::move(solid));
    loads_.push_back(std::move(loads));
}

void EulerianSolids::add_conditions(double t, double dt, NodeConditions& conditions) {
    for (const auto& solid : solids_) solid->release();
    for (SolidConstraint& constraint : constraints_) constraint.add(t, dt, conditions);
}

void EulerianSolids::evaluate() {
    if (is_evaluated_) return;
    const Stopwatch watch(work_.cells);
    work_.n_cells = 0;
    work_.n_particles = 0;
    work_.n_singular = 0;
    for (const auto& solid : solids_) {
        solid->evaluate(true);
        work_.n_cells += solid->cells().cells().size();
        work_.n_particles += solid->particles().size();
        work_.n_singular += solid->cells().n_singular();
    }
    is_evaluated_ = true;
}

double EulerianSolids::largest_velocity() const {
    double largest = 0;
    for (const auto& solid : solids_) largest = larger_or_nan(largest, solid->largest_velocity());
    for (const ImmersedBody* body : immersed_)
        largest = larger_or_nan(largest, body->largest_velocity());
    return largest;
}

double EulerianSolids::largest_acceleration() const {
    double largest = 0;
    for (std::size_t s = 0; s < solids_.size(); ++s) {
        const Body& body = solids_[s]->body();
        const BodyForces forces = body_forces(body, loads_[s], t_);
        const Eigen::Vector3d by_volume = forces.per_volume / body.density.minCoeff();
        const double of_loads = (forces.acceleration + by_volume).cwiseAbs().maxCoeff();
        const double before = solids_[s]->mean_acceleration().cwiseAbs().maxCoeff();
        largest = std::max(largest, std::min(of_loads, before));
    }
    return largest;
}

/// By the theorem of Irons: no frequency is higher than the highest of a cell alone, that of
/// swelling, omega^2 = 4 (3 lambda + 2 mu)/(rho h^2) <= 12 M/(rho h^2), M = lambda + 2 mu; 2/omega.
double EulerianSolids::stable_step() const {
    double step = std::numeric_limits<double>::infinity();
    if (settings_.is_implicit) return step;
    for (const auto& solid : solids_) {
        const SolidCells& part = solid->cells();
        const double density = solid->body().density.minCoeff();
        for (std::size_t c = 0; c < part.cells().size(); ++c) {
            const double mass = density * part.cells()[c].fraction / part.volume_ratio(c);
            const double modulus = part.uniaxial_modulus(c);
            if (modulus > 0) step = std::min(step, grid_.spacing * std::sqrt(mass / (3 * modulus)));
        }
    }
    return step;
}

void EulerianSolids::find_fluid_parts() {
    const Lattice cells = grid_.centres();
    Vector& parts = fluid_parts_;
    parts.setOnes(cells.size());
    for (const auto& solid : solids_)
        for (const SolidCell& cell : solid->cells().cells())
            parts[solid->box().in_grid(cells, cell.at)] -= cell.fraction;
    parts = parts.cwiseMax(0);
}

void EulerianSolids::displace(Vector& masses) const {
    const Lattice nodes = grid_.nodes(), cells = grid_.centres();
    const double of_corner = settings_.fluid_density * std::pow(grid_.spacing, 3) / 8;
    const std::array<Index, 8> corners = corner_offsets(nodes);
    std::vector<std::uint8_t> is_met(std::size_t(cells.size()), 0);
    for (const auto& solid : solids_)
        for (const SolidCell& cell : solid->cells().cells()) {
            const Index c = solid->box().in_grid(cells, cell.at);
            if (std::exchange(is_met[std::size_t(c)], 1)) continue;
            const Index low = solid->box().in_grid(nodes, cell.at);
            for (const Index corner : corners) {
                double& mass = masses[low + corner];
                mass = std::max(mass - of_corner * (1 - fluid_parts_[c]), 0.0);
                if (mass < 1e-12 * of_corner) mass = 0;
            }
        }
}

/// Volumes about nodes are theirs; a cell has the mean of its corners'. Points that have come close
/// to each other may displace more than there is: that much is missing in the sum of both masses,
/// so that a body of the fluid's density is a part of the fluid.
void EulerianSolids::displace_by_immersed(Vector& masses) {
    if (immersed_.empty()) return;
    const Lattice nodes = grid_.nodes(), cells = grid_.centres();
    Vector volumes = Vector::Zero(nodes.size()), of_bodies = volumes;
    for (const ImmersedBody* body : immersed_)
        each_point(body->box().lattice(grid_), [&](Index node, const std::array<Index, 3>& at) {
            const Index in_grid = body->box().in_grid(nodes, at);
            volumes[in_grid] += body->volumes()[node];
            of_bodies[in_grid] += body->masses()[node];
        });
    const double of_cell = std::pow(grid_.spacing, 3);
    const double least = 1e-12 * settings_.fluid_density * of_cell;
    parallel_for(nodes.size(), [&](Index node) {
        if (volumes[node] == 0) return;
        double& mass = masses[node];
        mass = std::max(mass - settings_.fluid_density * volumes[node], -of_bodies[node] / 2);
        if (std::abs(mass) < least) mass = 0;
    });
    const std::array<Index, 8> corners = corner_offsets(nodes);
    each_point(cells, [&](Index cell, const std::array<Index, 3>& at) {
        double filled = 0;
        for (const Index corner : corners)
            filled += volumes[nodes.at(at[0], at[1], at[2]) + corner] / (8 * of_cell);
        fluid_parts_[cell] = std::max(fluid_parts_[cell] - filled, 0.0);
    });
}

void EulerianSolids::add(const NodeConditions& conditions, double dt, Vector& masses,
                         VectorField& velocity) {
    const Stopwatch watch(work_.velocities);
    const Lattice nodes = grid_.nodes();
    dt_ = dt;
    find_fluid_parts();
    displace(masses);
    displace_by_immersed(masses);
    VectorField force(nodes.size());
    std::vector<std::uint8_t> has_solid(std::size_t(nodes.size()), 0);
    const auto add_to = [&](Index node, double mass, const Eigen::Vector3d& momentum) {
        const bool is_first = !std::exchange(has_solid[std::size_t(node)], 1);
        for (int axis = 0; axis < 3; ++axis) {
            double& sum = velocity[axis][node];
            sum = (is_first ? sum * masses[node] : sum) + momentum[axis];
        }
        masses[node] += mass;
    };
    for (const ImmersedBody* body : immersed_)
        if (body->is_in_grid())
            each_point(body->box().lattice(grid_), [&](Index node, const std::array<Index, 3>& at) {
                if (body->masses()[node] > 0)
                    add_to(body->box().in_grid(nodes, at), body->masses()[node],
                           body->momenta().at(node));
            });
    for (std::size_t s = 0; s < solids_.size(); ++s) {
        const EulerianSolid& solid = *solids_[s];
        const Lattice box = solid.box().lattice(grid_);
        const BodyForces loads = body_forces(solid.body(), loads_[s], t_);
        const SolidCells& part = solid.cells();
        each_point(box, [&](Index node, const std::array<Index, 3>& at) {
            if (!(part.masses()[node] > 0)) return;
            const Index g = solid.box().in_grid(nodes, at);
            // By its loads alone: a body that falls freely begins the solve with its solution.
            add_to(g, part.masses()[node],
                   part.masses()[node] * (solid.velocity().at(node) + dt * loads.acceleration) +
                       dt * part.rest_volumes()[node] * loads.per_volume);
            for (int axis = 0; axis < 3; ++axis) force[axis][g] += part.forces()[axis][node];
        });
    }
    parallel_for(nodes.size(), [&](Index node) {
        if (!has_solid[std::size_t(node)]) return;
        for (int axis = 0; axis < 3; ++axis) velocity[axis][node] /= masses[node];
    });
    conditions.impose(velocity);
    system_.begin(masses, conditions, dt);
    for (const auto& solid : solids_)
        system_.add(solid->box(), solid->cells(), settings_.is_implicit);
    if (settings_.viscosity > 0 && settings_.fluid_density > 0)
        system_.add_viscosity(settings_.viscosity, fluid_parts_);
    system_.finish();
    if (!system_.keeps_stiffness()) {
        for (const auto& solid : solids_) solid->release_stiffness();
        is_evaluated_ = false;
    }
    const ConjugateResiduals::Outcome outcome = system_.step(force, velocity);
    count(outcome);
    if (!outcome.converged)
        throw ComputationError(
            fmt::format("velocities of the solids came to {:.2g} of the forces in {} iterations, "
                        "and {:.2g} is asked",
                        outcome.residual, outcome.iterations, system_.tolerance()),
            "give `velocities` a larger tolerance, or (jacobi) more iterations, or take smaller "
            "substeps");
}

void EulerianSolids::count(const ConjugateResiduals::Outcome& outcome) {
    work_.velocity_iterations += outcome.iterations;
    work_.most_velocity_iterations = std::max(work_.most_velocity_iterations, outcome.iterations);
}

void EulerianSolids::spread(VectorField& w, std::optional<double> tolerance) {
    const Stopwatch watch(work_.velocities);
    const double asked = tolerance.value_or(system_.tolerance());
    const ConjugateResiduals::Outcome outcome = system_.spread(w, asked);
    count(outcome);
    if (!outcome.converged)
        throw ComputationError(
            fmt::format("the change of velocities by pressure came to {:.2g} in {} iterations, and "
                        "{:.2g} is asked",
                        outcome.residual, outcome.iterations, asked),
            "give `velocities` a larger tolerance, or (jacobi) more iterations");
}

Vector EulerianSolids::volume_stiffness() const {
    const Lattice cells = grid_.centres();
    Vector sum = Vector::Zero(cells.size());
    for (const auto& solid : solids_)
        for (std::size_t c = 0; c < solid->cells().cells().size(); ++c)
            sum[solid->box().in_grid(cells, solid->cells().cells()[c].at)] +=
                system_.factor_of_stiffness(settings_.is_implicit) *
                solid->cells().uniaxial_modulus(c);
    return sum;
}

Vector EulerianSolids::healing_flux(const NodeConditions& conditions) const {
    constexpr double substeps = 4;  // that it takes at least
    return flux_that_heals(grid_, solids_, fluid_parts_, conditions,
                           std::max(settings_.volume_time, substeps * dt_));
}

void EulerianSolids::advance(const VectorField& velocity, const NodeConditions& conditions,
                             const Walls& walls, double dt) {
    const auto take = [&] {
        const Stopwatch watch(work_.advection);
        for (const auto& solid : solids_) solid->take(velocity, conditions);
    };
    take();
    for (ImmersedBody* body : immersed_) body->take(velocity);
    if (settings_.repulsion) {
        const Stopwatch watch(work_.contact);
        add_repulsion(*settings_.repulsion, solids_, grid_, walls, settings_.flat, dt);
        add_repulsion(*settings_.repulsion, immersed_, solids_, grid_, walls, settings_.flat, dt);
    }
    const Stopwatch watch(work_.advection);
    for (const auto& solid : solids_) solid->advance(dt);
    is_evaluated_ = false;
}

double EulerianSolids::kinetic_energy() const {
    double sum = 0;
    for (const auto& solid : solids_) {
        const Vector& masses = solid->cells().masses();
        for (Index node = 0; node < masses.size(); ++node)
            sum += masses[node] * solid->velocity().at(node).squaredNorm() / 2;
    }
    return sum;
}

double EulerianSolids::elastic_energy() const {
    double sum = 0;
    for (const auto& solid : solids_) sum += solid->cells().elastic_energy();
    return sum;
}

double EulerianSolids::potential_energy() const {
    double sum = 0;
    for (std::size_t s = 0; s < solids_.size(); ++s) {
        const EulerianSolid& solid = *solids_[s];
        const BodyForces loads = body_forces(solid.body(), loads_[s], t_);
        for (Index node = 0; node < solid.displacement().size(); ++node) {
            const Eigen::Vector3d u = solid.displacement().at(node);
            sum -= solid.cells().masses()[node] * loads.acceleration.dot(u) +
                   solid.cells().rest_volumes()[node] * loads.per_volume.dot(u);
        }
    }
    return sum;
}

const EulerianSolid* EulerianSolids::overlapping() const {
    const Lattice centres = grid_.centres();
    Vector filled = Vector::Zero(centres.size());
    const auto cell_of = [&](const EulerianSolid& solid, const SolidCell& cell) {
        return solid.box().in_grid(centres, cell.at);
    };
    constexpr double touch = 1.05;
    const EulerianSolid& last = *solids_.back();
    for (const SolidCell& cell : last.cells().cells()) filled[cell_of(last, cell)] = cell.fraction;
    for (const auto& solid : solids_) {
        if (solid.get() == &last) continue;
        for (const SolidCell& cell : solid->cells().cells()) {
            const double both = filled[cell_of(*solid, cell)];
            if (both > 0 && both + cell.fraction > touch) return solid.get();
        }
    }
    return nullptr;
}

const EulerianSolid* EulerianSolids::holding(const ImmersedBody& body) const {
    std::vector<std::uint8_t> filled(std::size_t(grid_.nodes().size()), 0);
    flag_filled(grid_, body, filled);
    for (const auto& solid : solids_) {
        const Lattice box = solid->box().lattice(grid_);
        for (Index node = 0; node < box.size(); ++node)
            if (solid->cells().filled()[node] > 0.5 &&
                filled[std::size_t(solid->box().in_grid(grid_.nodes(), box.indices(node)))])
                return solid.get();
    }
    return nullptr;
}

std::vector<std::uint8_t> EulerianSolids::filled_nodes() const {
    const Lattice nodes = grid_.nodes();
    std::vector<std::uint8_t> filled(std::size_t(nodes.size()), 0);
    for (const auto& solid : solids_)
        each_point(solid->box().lattice(grid_), [&](Index node, const std::array<Index, 3>& at) {
            if (solid->cells().filled()[node] > 0.5)
                filled[std::size_t(solid->box().in_grid(nodes, at))] = 1;
        });
    for (const ImmersedBody* body : immersed_) flag_filled(grid_, *body, filled);
    return filled;
}

bool EulerianSolids::are_near(int cells, const std::array<bool, 6>& passable) const {
    const Lattice centres = grid_.centres();
    std::vector<std::vector<Index>> bodies;
    for (const auto& solid : solids_) {
        bodies.emplace_back();
        for (const SolidCell& cell : solid->cells().cells())
            bodies.back().push_back(solid->box().in_grid(centres, cell.at));
    }
    for (const ImmersedBody* body : immersed_) bodies.push_back(body->cells());
    return sinew::are_near(grid_, bodies, cells, passable);
}

Archive EulerianSolids::before_advance() const {
    Archive before;
    for (const auto& solid : solids_) solid->save(before, solid->body().path);
    return before;
}

void EulerianSolids::roll_back(const Archive& before) {
    is_evaluated_ = false;
    for (const auto& solid : solids_) solid->restore(before, solid->body().path);
}

void EulerianSolids::save(Archive& archive, const std::string& prefix) const {
    for (const auto& solid : solids_) solid->save(archive, prefix + solid->body().path);
    if (settings_.velocities.linear) settings_.velocities.linear->save(archive, prefix + "/linear");
}

void EulerianSolids::restore(const Archive& archive, const std::string& prefix) {
    is_evaluated_ = false;
    if (settings_.velocities.linear)
        settings_.velocities.linear->restore(archive, prefix + "/linear");
    for (const auto& solid : solids_) solid->restore(archive, prefix + solid->body().path);
}

}  // namespace sinew
