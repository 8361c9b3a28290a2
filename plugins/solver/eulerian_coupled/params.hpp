/// Parameters of `solver/eulerian_coupled`.
#pragma once

#include <optional>
#include <sinew/mechanics/eulerian/eulerian_solid.hpp>
#include <sinew/mechanics/grid/fluid.hpp>

#include "lagrangian_params.hpp"
#include "smoke_params.hpp"
#include "wall_params.hpp"

namespace sinew {

template <>
struct EnumNames<AdvectionScheme> {
    static constexpr std::array names{
        std::pair{"semi_lagrangian", AdvectionScheme::semi_lagrangian},
        std::pair{"maccormack", AdvectionScheme::maccormack}};
};
template <>
struct EnumNames<PressureMethod> {
    static constexpr std::array names{std::pair{"multigrid", PressureMethod::multigrid},
                                      std::pair{"jacobi", PressureMethod::jacobi}};
};

template <>
struct EnumNames<ContactNormal> {
    static constexpr std::array names{std::pair{"triangle", ContactNormal::triangle},
                                      std::pair{"gradient", ContactNormal::gradient}};
};

template <>
struct EnumNames<ProjectionKind> {
    static constexpr std::array names{std::pair{"mass", ProjectionKind::mass},
                                      std::pair{"split", ProjectionKind::split},
                                      std::pair{"exact", ProjectionKind::exact}};
};

template <>
struct EnumNames<Incompressible> {
    static constexpr std::array names{std::pair{"all", Incompressible::all},
                                      std::pair{"fluid", Incompressible::fluid}};
};

namespace eulerian {

/// The elastic forces that act: those of a substep's end, or of its start.
enum class Integration { implicit, explicit_forces };

/// Solvers for the velocities of solids: a linear solver of the house, or the published one,
/// conjugate residuals with the diagonal.
enum class VelocityMethod { linear, jacobi };

}  // namespace eulerian

template <>
struct EnumNames<eulerian::Integration> {
    static constexpr std::array names{
        std::pair{"implicit", eulerian::Integration::implicit},
        std::pair{"explicit", eulerian::Integration::explicit_forces}};
};

template <>
struct EnumNames<eulerian::VelocityMethod> {
    static constexpr std::array names{std::pair{"linear", eulerian::VelocityMethod::linear},
                                      std::pair{"jacobi", eulerian::VelocityMethod::jacobi}};
};

namespace eulerian {

struct GridParams {
    Eigen::Vector3d min = Eigen::Vector3d::Zero(), max = Eigen::Vector3d::Zero();
    Eigen::Vector3i cells = Eigen::Vector3i::Zero();
    static constexpr auto fields = std::tuple{
        field("min", &GridParams::min, unit::m, "Its lowest corner, in the world").required(),
        field("max", &GridParams::max, unit::m, "Its highest corner").required(),
        field("cells", &GridParams::cells, at_least(1),
              "Cells along each axis; they are cubes. Two dimensions: one cell along the third")
            .required(),
    };
};
struct SubstepParams {
    double cfl = 1.8, cfl_near = 0.6;
    int near = 2, most = 1000;
    std::optional<double> longest;
    static constexpr auto fields = std::tuple{
        field("cfl", &SubstepParams::cfl, positive,
              "The most cells that anything crosses in a substep; one more by what elastic forces "
              "bring"),
        field("cfl_near", &SubstepParams::cfl_near, positive,
              "The most that bodies cross while some are near each other or a wall"),
        field("near", &SubstepParams::near, at_least(0), "Cells that count as near"),
        field("longest", &SubstepParams::longest, unit::s, positive,
              "No substep is longer. A body that rests on repulsion (`contact`) sinks by about ten "
              "times its acceleration times the square of it; beyond a cell it sticks to what it "
              "rests on"),
        field("most", &SubstepParams::most, at_least(1),
              "More substeps in one step of the scene's clock are an error"),
    };
};
struct FluidParams {
    double density = 1, viscosity = 0, vorticity_confinement = 0;
    Eigen::Vector3d gravity = Eigen::Vector3d::Zero();
    AdvectionScheme advection = AdvectionScheme::maccormack;
    std::optional<double> until;
    static constexpr auto fields = std::tuple{
        field("density", &FluidParams::density, unit::kg_per_m3, non_negative,
              "Of the fluid; 0: there is none, and solids may be compressed"),
        field("viscosity", &FluidParams::viscosity, unit::Pa_s, non_negative, "Dynamic viscosity"),
        field("gravity", &FluidParams::gravity, unit::m_per_s2,
              "Acceleration of free fall of the fluid, by which solids in it are buoyant; that of "
              "solids are their loads"),
        field("vorticity_confinement", &FluidParams::vorticity_confinement, non_negative,
              "Strength of the forces that keep vortices which the grid would blur"),
        field("advection", &FluidParams::advection,
              "Of velocities and smoke: semi_lagrangian blurs; maccormack is of second order, "
              "and limited"),
        field("until", &FluidParams::until, unit::s, positive,
              "From then on there is no fluid, nor smoke: solids go on alone"),
    };
};
struct PressureParams {
    PressureMethod method = PressureMethod::multigrid;
    double tolerance = 0.02;
    int max_iterations = 500;
    ProjectionKind projection = ProjectionKind::exact;
    Incompressible incompressible = Incompressible::all;
    static constexpr auto fields = std::tuple{
        field("method", &PressureParams::method,
              "Preconditioner of conjugate residuals: multigrid, or jacobi, as published"),
        field("tolerance", &PressureParams::tolerance, between(0, 1),
              "What a projection leaves of the divergence, as a part"),
        field("max_iterations", &PressureParams::max_iterations, at_least(1), "More are an error"),
        field("projection", &PressureParams::projection,
              "What pressure does to solids: mass makes their velocities free of divergence, too; "
              "split is the published one, which spreads it by their stiffness and leaves them "
              "compressible; exact solves for velocities and pressures as one system"),
        field("incompressible", &PressureParams::incompressible,
              "What keeps its volume: all, whatever the materials' Poisson ratios, as published; "
              "or fluid, cells at least half of which are that, and solids as their laws say"),
    };
};
/// The step from elastic forces to velocities.
struct VelocityParams {
    Integration forces = Integration::implicit;
    double tolerance = 1e-3;
    int max_iterations = 1000;
    VelocityMethod method = VelocityMethod::linear;
    PluginSlot<LinearSolver> linear{"multigrid"};
    static constexpr auto fields = std::tuple{
        field("forces", &VelocityParams::forces,
              "implicit: elastic forces of a substep's end; explicit: of its start, in substeps as "
              "short as stability asks"),
        field("tolerance", &VelocityParams::tolerance, between(0, 1),
              "What the solve for velocities leaves of the forces, as a part"),
        field("max_iterations", &VelocityParams::max_iterations, at_least(1),
              "More of `jacobi` are an error"),
        field("method", &VelocityParams::method,
              "linear: by the solver `linear`; jacobi: by conjugate residuals with the diagonal, "
              "as published"),
        field("linear", &VelocityParams::linear, "Solver of the system for velocities"),
    };
};
/// Rayleigh damping of solids.
struct SolidDampingParams {
    double mass = 0, stiffness = 0;
    static constexpr auto fields = std::tuple{
        field("mass", &SolidDampingParams::mass, unit::per_s, non_negative,
              "Share of their masses: slows all motion, rigid too"),
        field("stiffness", &SolidDampingParams::stiffness, unit::s, non_negative,
              "Share of their stiffness: slows fast vibrations most"),
    };
};
/// [1/s^2]
inline constexpr Unit per_s2{{{0, 0, -2, 0, 0}}, "1/s^2"};

/// Repulsion of solids from each other and from walls.
struct ContactParams {
    double stiffness = 10000, friction = 0, distance = 1;
    ContactNormal normal = ContactNormal::triangle;
    static constexpr auto fields = std::tuple{
        field("stiffness", &ContactParams::stiffness, per_s2, non_negative,
              "Of the springs of an overlap, per mass (5.9)"),
        field("distance", &ContactParams::distance, between(0, 2.5),
              "Cells between surfaces within which they repel each other; what is within a cell of "
              "a wall or another solid shares nodes with it, and sticks: 2 lets it slide"),
        field("friction", &ContactParams::friction, non_negative, "Coefficient of friction"),
        field("normal", &ContactParams::normal,
              "Of solids: that of the nearest triangle of the skin as it is now, as published; or "
              "the gradient of the distance at rest, which is smooth where the mesh is coarse"),
    };
};
struct Params {
    GridParams grid;
    WallParams walls;
    SubstepParams substeps;
    FluidParams fluid;
    std::optional<SmokeParams> smoke;
    PressureParams pressure;
    VelocityParams velocities;
    SolidDampingParams damping;
    std::optional<ContactParams> contact;
    std::optional<LagrangianParams> lagrangian;
    static constexpr auto fields = std::tuple{
        field("grid", &Params::grid, "The box and its cells").required(),
        field("walls", &Params::walls, "What happens on the sides of the grid"),
        field("substeps", &Params::substeps, "How a step of the scene's clock is divided"),
        field("fluid", &Params::fluid, "What fills the grid"),
        field("smoke", &Params::smoke, "What the fluid carries; none if absent"),
        field("pressure", &Params::pressure, "How velocities are made free of divergence"),
        field("velocities", &Params::velocities, "How solids are moved by their forces"),
        field("damping", &Params::damping, "Rayleigh damping of solids"),
        field("contact", &Params::contact,
              "Repulsion where solids are near each other or a wall; none if absent"),
        field(
            "lagrangian", &Params::lagrangian,
            "Bodies that stay meshes, reduced or not, immersed in the fluid; backward Euler steps "
            "them"),
    };
};

/// The fluid's part of them.
FluidSettings fluid_settings(const Params& params);
/// InputError if a grid of so many cells, of which solids fill some, needs more memory than there
/// is. `is_viscous`: there are bodies in a fluid that has viscosity.
void refuse_too_large(double cells, double solid_cells, bool is_viscous,
                      const BuildContext& context);
/// The grid by its parameters. InputErrors: no box, cells that are no cubes, too few or too many of
/// them.
Grid grid_of(const GridParams& params, BuildContext& context);

}  // namespace eulerian

}  // namespace sinew
