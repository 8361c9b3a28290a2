/// An incompressible fluid on a grid.
///
///     dv/dt + v . grad v = b + nu lap v - grad p / rho,     div v = 0
///
/// split in the order of Teng 2016, algorithm 5, lines 8 to 11 and 22: body forces (2.37) and
/// viscosity, projection (2.38), advection (2.36).
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/grid/advection.hpp>
#include <sinew/mechanics/grid/grid_solids.hpp>
#include <sinew/mechanics/grid/pressure_projection.hpp>
#include <sinew/mechanics/grid/viscosity.hpp>

namespace sinew {

/// Effects of pressures on velocities. `mass`: v* - M^-1 J'p (free of divergence, elastic forces
/// explicit in it). `split`: v* - G^-1 J'p with the pressure of M, as published (5.7, 5.8), which
/// leaves solids compressible. `exact`: with that of J G^-1 J' p = J v* - b: (5.6) whole.
enum class ProjectionKind { mass, split, exact };

/// Cells that keep their volume: all, or those that are fluid for the most part.
enum class Incompressible { all, fluid };

/// Properties of a fluid, and of the way in which it is stepped.
struct FluidSettings {
    double density = 1;                ///< [kg/m^3]; 0: there is none, and no pressure
    double viscosity = 0;              ///< dynamic, mu [Pa s]
    double vorticity_confinement = 0;  ///< epsilon, dimensionless
    AdvectionScheme advection = AdvectionScheme::maccormack;
    PressureMethod method = PressureMethod::multigrid;
    ProjectionKind projection = ProjectionKind::exact;
    Incompressible incompressible = Incompressible::all;
    double tolerance = 0.02;  ///< of a projection, beside what there was to project
    int max_iterations = 500;
};

/// Counts and times of the steps.
struct FluidWork {
    long pressure_iterations = 0;
    int most_pressure_iterations = 0;
    double conditions = 0, forces = 0, projection = 0, advection = 0;  ///< [s] on the wall
    double residual = 0;                                               ///< of the last projection
};

/// Velocities at the nodes, stepped in time.
class Fluid {
public:
    /// A fluid at rest.
    Fluid(const Grid& grid, const FluidSettings& settings);

    const Grid& grid() const { return grid_; }
    const FluidSettings& settings() const { return settings_; }
    /// Prescribes velocities from now on. Throws ComputationError if they change the volume of a
    /// region that is closed.
    void set_conditions(NodeConditions conditions);
    const NodeConditions& conditions() const { return conditions_; }

    /// Solids that share the nodes from now on, which must outlive this; they are asked in each
    /// projection.
    void set_solids(GridSolids& solids) { solids_ = &solids; }

    /// Fills the grid with a fluid of this density from now on [kg/m^3]; 0: takes it away, with its
    /// velocities and pressures.
    void set_density(double density);

    /// Begins with these velocities, made free of divergence [m/s].
    void set_velocity(VectorField velocity);
    /// Velocities that are free of divergence: of the last projection [m/s].
    const VectorField& velocity() const { return projected_; }
    /// The largest component of a velocity, prescribed ones among them [m/s].
    double largest_velocity() const;
    /// Pressure in the cells in the last step, filtered; its mean is zero where no side is open
    /// [Pa].
    Vector pressure() const;
    /// Divergence of velocity() in each cell [1/s]; zero where the volume may change.
    Vector divergence() const;

    /// Lines 8 to 11: body forces per mass at the nodes [m/s^2] and viscosity over dt [s], then the
    /// projection. Throws ComputationError if it does not come to its tolerance.
    void project(VectorField acceleration, double dt);
    /// All that a projection changes, so that it may be taken back.
    struct Before {
        VectorField velocity, projected;
        Vector impulses;
        double dt;
    };
    /// Takes velocity() with it, which the next projection finds anew.
    Before before_projection();
    /// Takes the projection back.
    void roll_back(Before&& before);
    /// Traces through velocity(), for all that it carries.
    Advection flow();
    /// Moves what the velocities themselves carry (line 22) in the flow.
    void advect(const Advection& flow, double dt);

    /// False if the grid holds solids alone.
    bool is_there() const { return settings_.density > 0; }
    const FluidWork& work() const { return work_; }
    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

private:
    void add_forces(const VectorField& acceleration, double dt);
    std::vector<std::uint8_t> constrained_cells() const;
    ConjugateResiduals::Outcome take_divergence();

    Grid grid_;
    FluidSettings settings_;
    Vector masses_;
    NodeConditions conditions_;
    PressureProjection projection_;
    Viscosity viscosity_;
    GridSolids* solids_ = nullptr;
    VectorField velocity_;   ///< where the next step begins
    VectorField projected_;  ///< before advection
    double dt_ = 0;          ///< of the last projection [s]
    FluidWork work_;
};

/// Masses of the nodes of a grid full of one fluid [kg].
Vector uniform_masses(const Grid& grid, double density);

}  // namespace sinew
