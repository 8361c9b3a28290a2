#include "fluid.hpp"

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/grid/net_flux.hpp>
#include <sinew/mechanics/grid/vorticity_confinement.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>

namespace sinew {

Vector uniform_masses(const Grid& grid, double density) {
    const Lattice nodes = grid.nodes();
    Vector masses(nodes.size());
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        double mass = density * std::pow(grid.spacing, 3);
        for (std::size_t a = 0; a < 3; ++a)
            if (at[a] == 0 || at[a] == grid.cells[a]) mass /= 2;
        masses[node] = mass;
    });
    return masses;
}

Fluid::Fluid(const Grid& grid, const FluidSettings& settings)
    : grid_(grid),
      settings_(settings),
      masses_(uniform_masses(grid, settings.density)),
      projection_(grid, settings.method, settings.tolerance, settings.max_iterations),
      viscosity_(grid, settings.viscosity),
      velocity_(grid.nodes().size()),
      projected_(velocity_) {
    set_conditions(NodeConditions(velocity_.size()));
}

void Fluid::set_conditions(NodeConditions conditions) {
    if (conditions == conditions_) return;
    const Stopwatch watch(work_.conditions);
    if (!is_there()) {
        conditions_ = std::move(conditions);
        return;
    }
    if (const auto unbalanced = unbalanced_region(grid_, conditions)) {
        const Eigen::Vector3d& at = unbalanced->position;
        throw ComputationError(
            fmt::format("{:.3g} m^3/s more {} a region of the fluid than {} it, about ({:.4g}, "
                        "{:.4g}, {:.4g}), and no side of it is open",
                        std::abs(unbalanced->flux), unbalanced->flux > 0 ? "leave" : "enter",
                        unbalanced->flux > 0 ? "enter" : "leave", at.x(), at.y(), at.z()),
            "make a side that it reaches outflow, or prescribe velocities that keep its volume");
    }
    conditions_ = std::move(conditions);
    projection_.set(masses_, conditions_);
}

void Fluid::set_density(double density) {
    settings_.density = density;
    masses_ = uniform_masses(grid_, density);
    projection_.impulses().setZero();
    if (is_there()) return projection_.set(masses_, conditions_);
    velocity_ = VectorField(velocity_.size());
    projected_ = velocity_;
}

void Fluid::set_velocity(VectorField velocity) {
    velocity_ = std::move(velocity);
    conditions_.impose(velocity_);
    if (is_there()) projection_.project(velocity_);
    projection_.impulses().setZero();
    projected_ = velocity_;
}

double Fluid::largest_velocity() const {
    return projected_.largest();
}

Vector Fluid::pressure() const {
    if (dt_ == 0) return Vector::Zero(projection_.impulses().size());
    Vector pressure = filtered(projection_.impulses(), grid_) / -dt_;
    if (!has_open_side(grid_, conditions_)) pressure.array() -= pressure.mean();
    return pressure;
}

Vector Fluid::divergence() const {
    Vector volumes;
    projection_.pressure_operator().divergence(projected_, volumes);
    return volumes / std::pow(grid_.spacing, 3);
}

void Fluid::add_forces(const VectorField& acceleration, double dt) {
    const Stopwatch watch(work_.forces);
    if (is_there())
        parallel_for(velocity_.size(), [&](Index node) {
            for (int axis = 0; axis < 3; ++axis)
                velocity_[axis][node] += dt * acceleration[axis][node];
        });
    if (settings_.vorticity_confinement > 0 && is_there())
        add_vorticity_confinement(grid_, settings_.vorticity_confinement, dt, velocity_);
    conditions_.impose(velocity_);
    // With solids, viscosity is among the forces that they are solved with.
    if (settings_.viscosity > 0 && !solids_) viscosity_.step(masses_, conditions_, dt, velocity_);
}

/// None where all are.
std::vector<std::uint8_t> Fluid::constrained_cells() const {
    if (settings_.incompressible == Incompressible::all) return {};
    const Vector& parts = solids_->fluid_parts();
    std::vector<std::uint8_t> cells(std::size_t(parts.size()));
    parallel_for(parts.size(), [&](Index cell) { cells[std::size_t(cell)] = parts[cell] >= 0.5; });
    return cells;
}

ConjugateResiduals::Outcome Fluid::take_divergence() {
    if (!solids_ || settings_.projection == ProjectionKind::mass)
        return projection_.project(velocity_);
    const auto spread = [this](VectorField& w, double tolerance) { solids_->spread(w, tolerance); };
    const ConjugateResiduals::Outcome outcome =
        settings_.projection == ProjectionKind::split
            ? projection_.find_pressure(velocity_)
            : projection_.find_pressure(velocity_, spread, solids_->volume_stiffness());
    VectorField change = projection_.change();
    solids_->spread(change);
    for (int axis = 0; axis < 3; ++axis) velocity_[axis] -= change[axis];
    return outcome;
}

void Fluid::project(VectorField acceleration, double dt) {
    add_forces(acceleration, dt);
    acceleration = VectorField();
    if (solids_) {
        Vector masses = masses_;
        if (!is_there()) velocity_ = VectorField(velocity_.size());  // solids have their own
        solids_->add(conditions_, dt, masses, velocity_);
        if (is_there()) {
            projection_.set_masses(masses, conditions_, constrained_cells());
            if (settings_.incompressible == Incompressible::all)
                projection_.want_flux(solids_->healing_flux(conditions_));
        }
    }
    const Stopwatch watch(work_.projection);
    if (is_there()) {
        // The last step's pressure is the first guess of this one's.
        if (dt_ > 0) projection_.impulses() *= dt / dt_;
        projection_.set_step(dt);
        const ConjugateResiduals::Outcome outcome = take_divergence();
        work_.pressure_iterations += outcome.iterations;
        work_.most_pressure_iterations =
            std::max(work_.most_pressure_iterations, outcome.iterations);
        work_.residual = outcome.residual;
        if (!outcome.converged)
            throw ComputationError(
                fmt::format("pressures came to {:.2g} of the divergence in {} iterations, and "
                            "{:.2g} is asked",
                            outcome.residual, outcome.iterations, settings_.tolerance),
                "give `pressure` a larger tolerance, or more iterations");
    }
    dt_ = dt;
    projected_ = velocity_;
}

Fluid::Before Fluid::before_projection() {
    Before before{velocity_, {}, projection_.impulses(), dt_};
    before.projected = std::move(projected_);
    return before;
}

void Fluid::roll_back(Before&& before) {
    velocity_ = std::move(before.velocity);
    projected_ = std::move(before.projected);
    projection_.impulses() = std::move(before.impulses);
    dt_ = before.dt;
}

Advection Fluid::flow() {
    const Stopwatch watch(work_.advection);
    return {grid_.nodes(), projected_};
}

void Fluid::advect(const Advection& flow, double dt) {
    if (!is_there()) return;
    const Stopwatch watch(work_.advection);
    flow.advect_velocity(dt, settings_.advection, velocity_);
    conditions_.impose(velocity_);
}

void Fluid::save(Archive& archive, const std::string& prefix) const {
    for (int axis = 0; axis < 3; ++axis) {
        const std::string name(1, char('x' + axis));
        archive.put(prefix + "/velocity_" + name, velocity_[axis]);
        archive.put(prefix + "/projected_" + name, projected_[axis]);
    }
    archive.put(prefix + "/impulses", projection_.impulses());
    archive.put(prefix + "/dt", dt_);
}

void Fluid::restore(const Archive& archive, const std::string& prefix) {
    for (int axis = 0; axis < 3; ++axis) {
        const std::string name(1, char('x' + axis));
        velocity_[axis] = archive.vector(prefix + "/velocity_" + name, velocity_.size());
        projected_[axis] = archive.vector(prefix + "/projected_" + name, projected_.size());
    }
    projection_.impulses() = archive.vector(prefix + "/impulses", projection_.impulses().size());
    dt_ = archive.number(prefix + "/dt");
}

}  // namespace sinew
