#include "eulerian_solids.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
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
    if (std::exchange(is_evaluated_, true)) return;
    const Stopwatch watch(work_.cells);
    work_.n_cells = 0;
    work_.n_particles = 0;
    work_.n_singular = 0;
    const bool wants_stiffness =
        settings_.is_implicit || settings_.velocities.stiffness_damping > 0;
    for (const auto& solid : solids_) {
        solid->evaluate(wants_stiffness);
        work_.n_cells += solid->cells().cells().size();
        work_.n_particles += solid->particles().size();
        work_.n_singular += solid->cells().n_singular();
    }
}

double EulerianSolids::largest_velocity() const {
    double largest = 0;
    for (const auto& solid : solids_) largest = std::max(largest, solid->largest_velocity());
    return largest;
}

double EulerianSolids::largest_load_acceleration() const {
    double largest = 0;
    for (std::size_t s = 0; s < solids_.size(); ++s) {
        const Body& body = solids_[s]->body();
        const BodyForces forces = body_forces(body, loads_[s], t_);
        const Eigen::Vector3d by_volume = forces.per_volume / body.density.minCoeff();
        largest = std::max(largest, (forces.acceleration + by_volume).cwiseAbs().maxCoeff());
    }
    return largest;
}

Vector EulerianSolids::fluid_parts() const {
    const Lattice cells = grid_.centres();
    Vector parts = Vector::Ones(cells.size());
    for (const auto& solid : solids_)
        for (const SolidCell& cell : solid->cells().cells())
            parts[solid->box().in_grid(cells, cell.at)] -= cell.fraction;
    return parts.cwiseMax(0);
}

void EulerianSolids::add(const NodeConditions& conditions, double dt, Vector& masses,
                         VectorField& velocity) {
    const Stopwatch watch(work_.velocities);
    const Lattice nodes = grid_.nodes(), cells = grid_.centres();
    const Vector fluid = fluid_parts();
    // Masses of the fluid: less where cells hold solids.
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
                mass = std::max(mass - of_corner * (1 - fluid[c]), 0.0);
                if (mass < 1e-12 * of_corner) mass = 0;
            }
        }
    VectorField force(nodes.size());
    std::vector<std::uint8_t> has_solid(std::size_t(nodes.size()), 0);
    for (std::size_t s = 0; s < solids_.size(); ++s) {
        const EulerianSolid& solid = *solids_[s];
        const Lattice box = solid.box().lattice(grid_);
        const BodyForces loads = body_forces(solid.body(), loads_[s], t_);
        const SolidCells& part = solid.cells();
        each_point(box, [&](Index node, const std::array<Index, 3>& at) {
            if (!(part.masses()[node] > 0)) return;
            const Index g = solid.box().in_grid(nodes, at);
            if (!std::exchange(has_solid[std::size_t(g)], 1))
                for (int axis = 0; axis < 3; ++axis) velocity[axis][g] *= masses[g];
            masses[g] += part.masses()[node];
            // By its loads alone: a body that falls freely begins the solve with its solution.
            const Eigen::Vector3d momentum =
                part.masses()[node] * (solid.velocity().at(node) + dt * loads.acceleration) +
                dt * part.rest_volumes()[node] * loads.per_volume;
            for (int axis = 0; axis < 3; ++axis) {
                velocity[axis][g] += momentum[axis];
                force[axis][g] += part.forces()[axis][node];
            }
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
        system_.add_viscosity(settings_.viscosity, fluid);
    system_.finish();
    const ConjugateResiduals::Outcome outcome = system_.step(force, velocity);
    count(outcome);
    if (!outcome.converged)
        throw ComputationError(
            fmt::format("velocities of the solids came to {:.2g} of the forces in {} iterations, "
                        "and {:.2g} is asked",
                        outcome.residual, outcome.iterations, system_.tolerance()),
            "give `velocities` a larger tolerance, or more iterations, or take smaller substeps");
}

void EulerianSolids::count(const ConjugateResiduals::Outcome& outcome) {
    work_.velocity_iterations += outcome.iterations;
    work_.most_velocity_iterations = std::max(work_.most_velocity_iterations, outcome.iterations);
}

void EulerianSolids::spread(VectorField& w) {
    const Stopwatch watch(work_.velocities);
    const ConjugateResiduals::Outcome outcome = system_.spread(w);
    count(outcome);
    if (!outcome.converged)
        throw ComputationError(
            fmt::format("the change of velocities by pressure came to {:.2g} in {} iterations, and "
                        "{:.2g} is asked",
                        outcome.residual, outcome.iterations, system_.tolerance()),
            "give `velocities` a larger tolerance, or more iterations");
}

void EulerianSolids::advance(const VectorField& velocity, const NodeConditions& conditions,
                             const Walls& walls, double dt) {
    const auto take = [&] {
        const Stopwatch watch(work_.advection);
        for (const auto& solid : solids_) solid->take(velocity, conditions);
    };
    take();
    if (settings_.repulsion) {
        const Stopwatch watch(work_.contact);
        add_repulsion(*settings_.repulsion, solids_, grid_, walls, settings_.flat, dt);
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

bool EulerianSolids::are_near(int cells, const std::array<bool, 6>& open) const {
    // The solid of each cell, if there are several.
    const Lattice centres = grid_.centres();
    std::vector<std::int16_t> owner(
        solids_.size() > 1 ? std::size_t(centres.size()) : std::size_t(0), -1);
    for (std::size_t s = 0; s < solids_.size(); ++s) {
        const EulerianSolid& solid = *solids_[s];
        for (const SolidCell& cell : solid.cells().cells()) {
            std::array<Index, 3> at;
            for (std::size_t a = 0; a < 3; ++a) {
                at[a] = solid.box().first[a] + cell.at[a];
                if (grid_.cells[a] == 1) continue;
                if ((!open[2 * a] && at[a] < cells) ||
                    (!open[2 * a + 1] && grid_.cells[a] - 1 - at[a] < cells))
                    return true;
            }
            if (owner.empty()) continue;
            for (Index k = std::max<Index>(at[2] - cells, 0);
                 k <= std::min(at[2] + cells, centres.count[2] - 1); ++k)
                for (Index j = std::max<Index>(at[1] - cells, 0);
                     j <= std::min(at[1] + cells, centres.count[1] - 1); ++j)
                    for (Index i = std::max<Index>(at[0] - cells, 0);
                         i <= std::min(at[0] + cells, centres.count[0] - 1); ++i) {
                        const std::int16_t other = owner[std::size_t(centres.at(i, j, k))];
                        if (other >= 0 && std::size_t(other) != s) return true;
                    }
        }
        if (owner.empty()) continue;
        for (const SolidCell& cell : solid.cells().cells())
            owner[std::size_t(solid.box().in_grid(centres, cell.at))] = std::int16_t(s);
    }
    return false;
}

void EulerianSolids::save(Archive& archive, const std::string& prefix) const {
    for (std::size_t s = 0; s < solids_.size(); ++s)
        solids_[s]->save(archive, prefix + solids_[s]->body().path);
}

void EulerianSolids::restore(const Archive& archive, const std::string& prefix) {
    is_evaluated_ = false;
    for (std::size_t s = 0; s < solids_.size(); ++s)
        solids_[s]->restore(archive, prefix + solids_[s]->body().path);
}

}  // namespace sinew
