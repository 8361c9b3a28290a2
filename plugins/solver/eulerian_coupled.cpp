/// An incompressible fluid and its smoke on a regular grid.
///
///     rho dv/dt = f - grad p,     div v = 0
///
/// Velocities live at the nodes of cubic cells, pressures in the cells. A substep adds forces,
/// projects the velocities, and moves them and the smoke along. A step of the scene's clock is a
/// frame: the solver divides it so that nothing crosses more than `substeps.cfl` cells at once, and
/// ends on it.
///
/// Teng 2016, chapter 5: algorithm 5 without solids.

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <sinew/mechanics/grid/grid_results.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>

#include "eulerian_coupled/smoke_params.hpp"
#include "eulerian_coupled/wall_params.hpp"

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

class EulerianCoupled final : public Stepper {
public:
    static constexpr const char* source = "Teng 2016, sections 2.5 and 5.3";

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
        double cfl = 1.8;
        int most = 1000;
        static constexpr auto fields = std::tuple{
            field("cfl", &SubstepParams::cfl, positive,
                  "The most cells that anything crosses in a substep"),
            field("most", &SubstepParams::most, at_least(1),
                  "More substeps in one step of the scene's clock are an error"),
        };
    };
    struct FluidParams {
        double density = 1, viscosity = 0, vorticity_confinement = 0;
        AdvectionScheme advection = AdvectionScheme::maccormack;
        static constexpr auto fields = std::tuple{
            field("density", &FluidParams::density, unit::kg_per_m3, positive, "Of the fluid"),
            field("viscosity", &FluidParams::viscosity, unit::Pa_s, non_negative,
                  "Dynamic viscosity"),
            field("vorticity_confinement", &FluidParams::vorticity_confinement, non_negative,
                  "Strength of the forces that keep vortices which the grid would blur"),
            field("advection", &FluidParams::advection,
                  "Of velocities and smoke: semi_lagrangian blurs; maccormack is of second order, "
                  "and limited"),
        };
    };
    struct PressureParams {
        PressureMethod method = PressureMethod::multigrid;
        double tolerance = 0.02;
        int max_iterations = 500;
        static constexpr auto fields = std::tuple{
            field("method", &PressureParams::method,
                  "Preconditioner of conjugate residuals: multigrid, or jacobi, as published"),
            field("tolerance", &PressureParams::tolerance, between(0, 1),
                  "What a projection leaves of the divergence, as a part"),
            field("max_iterations", &PressureParams::max_iterations, at_least(1),
                  "More are an error"),
        };
    };
    struct Params {
        GridParams grid;
        eulerian::WallParams walls;
        SubstepParams substeps;
        FluidParams fluid;
        std::optional<eulerian::SmokeParams> smoke;
        PressureParams pressure;
        static constexpr auto fields = std::tuple{
            field("grid", &Params::grid, "The box and its cells").required(),
            field("walls", &Params::walls, "What happens on the sides of the grid"),
            field("substeps", &Params::substeps, "How a step of the scene's clock is divided"),
            field("fluid", &Params::fluid, "What fills the grid"),
            field("smoke", &Params::smoke, "What the fluid carries; none if absent"),
            field("pressure", &Params::pressure, "How velocities are made free of divergence"),
        };
    };

    EulerianCoupled(const Params& params, BuildContext& context)
        : params_(params),
          where_(context.where()),
          grid_(grid_of(params.grid, context)),
          fluid_(grid_, settings_of(params)) {
        refuse_bodies(context, context.node());
        if (!context.node().world().isApprox(Eigen::Affine3d::Identity()))
            context.fail("the grid lies along the world's axes, and this node has a transform",
                         "take `transform:` away, here and above, and give `grid` another box");
        params.walls.check(context);
        if (params.smoke) {
            params.smoke->check(context, grid_);
            smoke_.emplace(grid_);
        }
        published_.emplace(context.node(), GridResults{&fluid_, smoke_ ? &*smoke_ : nullptr});
    }

    void check(const Clock& clock) override {
        try {
            set_conditions(clock.time());
        } catch (const ComputationError& error) {  // it could not begin
            Diagnostic diagnostic = error.diagnostic();
            diagnostic.where = where_;
            throw InputError(std::move(diagnostic));
        }
        const NodeConditions& conditions = fluid_.conditions();
        for (Index node = 0; node < grid_.nodes().size(); ++node)
            if (!conditions.is_all_prescribed(node)) return;
        throw InputError(
            Diagnostic::error("walls and sources prescribe the velocities of all nodes")
                .at(where_)
                .remedy("in two dimensions, let the sides that are one cell apart be symmetric: "
                        "walls: {z_min: symmetric, z_max: symmetric}"));
    }

    void begin(const Clock& clock) override {
        check(clock);
        fluid_.set_velocity(VectorField(grid_.nodes().size()));
        if (!smoke_) return;
        params_.smoke->begin(grid_, *smoke_);
        params_.smoke->act(grid_, clock.time(), *smoke_);
    }

    void step(const Clock& clock) override {
        Clock next = clock;
        ++next.index;
        const double end = next.time();
        double t = clock.time();
        for (int n = 0; t < end; ++n) {
            if (n == params_.substeps.most)
                throw ComputationError(
                    fmt::format("the step from {:.6g} s to {:.6g} s takes more than {} substeps",
                                clock.time(), end, n),
                    "something is very fast: look at the velocities, shorten the clock's step, or "
                    "raise substeps.most or substeps.cfl");
            const VectorField acceleration = buoyancy();
            const double rest = end - t, longest = longest_substep(t, rest, acceleration.largest());
            const double parts = std::ceil(rest / longest * (1 - 1e-12));
            const double to = parts <= 1 ? end : t + rest / parts;
            substep(t, to, acceleration);
            t = to;
        }
    }

    void save(Archive& archive, const std::string& prefix) const override {
        fluid_.save(archive, prefix + "/fluid");
        if (smoke_) smoke_->save(archive, prefix + "/smoke");
    }

    void restore(const Archive& archive, const std::string& prefix, const Clock& clock) override {
        set_conditions(clock.time());
        fluid_.restore(archive, prefix + "/fluid");
        if (smoke_) smoke_->restore(archive, prefix + "/smoke");
    }

    void report(nlohmann::json& report) const override {
        const FluidWork& work = fluid_.work();
        report["cells"] = grid_.cells;
        report["substeps"] = work.steps;
        report["smallest_substep"] = smallest_substep_;
        report["pressure"] = {{"iterations", work.pressure_iterations},
                              {"most_iterations", work.most_pressure_iterations},
                              {"residual", work.residual}};
        report["seconds"] = {{"conditions", work.conditions},
                             {"forces", work.forces},
                             {"projection", work.projection},
                             {"advection", work.advection + smoke_seconds_}};
        report["largest_velocity"] = fluid_.largest_velocity();
        if (smoke_) report["smoke"] = smoke_->density().sum() * std::pow(grid_.spacing, 3);
    }

private:
    static Grid grid_of(const GridParams& params, BuildContext& context) {
        const Eigen::Vector3d size = params.max - params.min;
        if (!(size.minCoeff() > 0))
            context.fail(context.at("grid.max"), "the grid has no extent along every axis",
                         "let each number of `max` be larger than that of `min`");
        const Eigen::Array3d edges = size.array() / params.cells.cast<double>().array();
        if (edges.maxCoeff() - edges.minCoeff() > 1e-6 * edges.maxCoeff()) {
            const double edge = edges.minCoeff();
            const Eigen::Array3d fit = (size.array() / edge).round().max(1.0);
            const Eigen::Vector3d max = params.min + edge * fit.matrix();
            context.fail(context.at("grid.cells"),
                         fmt::format("cells are no cubes: their edges are {:.6g}, {:.6g} and "
                                     "{:.6g} m",
                                     edges[0], edges[1], edges[2]),
                         fmt::format("take cells: [{}, {}, {}] and max: [{:.6g}, {:.6g}, {:.6g}]",
                                     fit[0], fit[1], fit[2], max[0], max[1], max[2]));
        }
        if ((params.cells.array() < 4).count() > 1)
            context.fail(context.at("grid.cells"), "fewer than four cells along two axes",
                         "two dimensions have one cell along the third axis; take more elsewhere");
        // Fields of a fluid, its smoke, and the work space of multigrid and advection.
        constexpr double bytes_a_cell = 700, gigabyte = 1e9;
        const double bytes = bytes_a_cell * params.cells.cast<double>().prod();
        if (bytes > double(memory_of_machine()))
            context.fail(context.at("grid.cells"),
                         fmt::format("the grid would take about {:.0f} GB, and there are {:.0f}",
                                     bytes / gigabyte, double(memory_of_machine()) / gigabyte),
                         "take larger cells, or a smaller box");
        Grid grid;
        grid.min = params.min;
        grid.spacing = edges[0];
        for (int axis = 0; axis < 3; ++axis) grid.cells[std::size_t(axis)] = params.cells[axis];
        return grid;
    }

    static FluidSettings settings_of(const Params& params) {
        FluidSettings settings;
        settings.density = params.fluid.density;
        settings.viscosity = params.fluid.viscosity;
        settings.vorticity_confinement = params.fluid.vorticity_confinement;
        settings.advection = params.fluid.advection;
        settings.method = params.pressure.method;
        settings.tolerance = params.pressure.tolerance;
        settings.max_iterations = params.pressure.max_iterations;
        return settings;
    }

    /// Solids are not coupled yet.
    static void refuse_bodies(BuildContext& context, const SceneNode& node) {
        if (node.slot("mesh"))
            context.fail(fmt::format("the fluid of {} steps no bodies, and {} is one",
                                     context.node().path(), node.path()),
                         "give the body a solver of its own, on a node that is not below");
        for (const auto& child : node.children())
            if (!child->slot("solver")) refuse_bodies(context, *child);
    }

    void set_conditions(double t) {
        NodeConditions conditions = conditions_of(params_.walls.at(t), grid_);
        if (params_.smoke) params_.smoke->add_conditions(grid_, t, conditions);
        fluid_.set_conditions(std::move(conditions));
    }

    bool changes_conditions() const {
        return !params_.walls.is_constant() ||
               (params_.smoke && params_.smoke->changes_conditions());
    }

    /// By buoyancy, at the nodes [m/s^2].
    VectorField buoyancy() const {
        VectorField acceleration(grid_.nodes().size());
        if (smoke_) {
            const auto& given = params_.smoke->buoyancy;
            smoke_->add_buoyancy({given.gravity, given.weight, given.expansion}, acceleration);
        }
        return acceleration;
    }

    /// The longest substep in which nothing crosses more than `cfl` cells: neither what flows now,
    /// sped up by the acceleration, nor what walls and sources prescribe at its end.
    double longest_substep(double t, double rest, double acceleration) const {
        const double most = params_.substeps.cfl * grid_.spacing, v = fluid_.largest_velocity();
        if (!std::isfinite(v) || !std::isfinite(acceleration))
            throw ComputationError("a velocity of the fluid, or its buoyancy, is not a number",
                                   "look at what the scene prescribes, or take a smaller "
                                   "substeps.cfl");
        double dt = rest;
        // v dt + a dt^2 = most, in the form that does not cancel.
        if (v > 0 || acceleration > 0)
            dt = std::min(dt, 2 * most / (v + std::sqrt(v * v + 4 * acceleration * most)));
        const double prescribed = largest_prescribed(t + dt);
        return prescribed * dt > most ? most / prescribed : dt;
    }

    double largest_prescribed(double t) const {
        double largest = params_.smoke ? params_.smoke->largest_velocity(t) : 0;
        for (const Wall& wall : params_.walls.at(t))
            largest = std::max(largest, wall.velocity.cwiseAbs().maxCoeff());
        return largest;
    }

    void substep(double t, double to, const VectorField& acceleration) {
        const double dt = to - t;
        smallest_substep_ = smallest_substep_ == 0 ? dt : std::min(smallest_substep_, dt);
        if (changes_conditions()) set_conditions(to);
        fluid_.project(acceleration, dt);
        const Advection flow = fluid_.flow();
        fluid_.advect(flow, dt);
        if (!smoke_) return;
        const Stopwatch watch(smoke_seconds_);
        smoke_->advect(flow, dt, params_.fluid.advection, params_.walls.open_sides());
        params_.smoke->act(grid_, to, *smoke_);
    }

    Params params_;
    SourceMark where_;
    Grid grid_;
    Fluid fluid_;
    std::optional<Smoke> smoke_;
    std::optional<Publication<GridResults>> published_;
    double smallest_substep_ = 0, smoke_seconds_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::EulerianCoupled, "solver/eulerian_coupled",
             "An incompressible fluid with smoke on a grid")
