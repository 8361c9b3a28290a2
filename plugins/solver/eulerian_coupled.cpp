/// Elastic solids, an incompressible fluid and its smoke on a regular grid.
///
///     rho dv/dt = div sigma + f - grad p,     div v = 0     (5.1)
///
/// Velocities and the displacements of solids live at the nodes of cubic cells, pressures in the
/// cells. A substep adds forces, those of solids implicitly, projects the velocities, and moves
/// solids, velocities and smoke along. A step of the scene's clock is a frame: the solver divides
/// it so that nothing crosses more than `substeps.cfl` cells at once, and ends on it.
///
/// Teng 2016, chapter 5: algorithm 5.

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/diagnostics/stopped.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <sinew/mechanics/grid/grid_results.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>

#include "eulerian_coupled/params.hpp"
#include "eulerian_coupled/solid_bodies.hpp"
#include "eulerian_coupled/time_to_cross.hpp"
#include "eulerian_coupled/two_dimensions.hpp"

namespace sinew {

class EulerianCoupled final : public Stepper {
public:
    static constexpr const char* source = "Teng 2016, sections 2.5 and 5.3";

    using Params = eulerian::Params;

    EulerianCoupled(const Params& params, BuildContext& context)
        : params_(params),
          where_(context.where()),
          grid_(eulerian::grid_of(params.grid, context)),
          fluid_(grid_, eulerian::fluid_settings(params)) {
        if (!context.node().world().isApprox(Eigen::Affine3d::Identity()))
            context.fail("the grid lies along the world's axes, and this node has a transform",
                         "take `transform:` away, here and above, and give `grid` another box");
        params.walls.check(context);
        if (params.smoke) {
            params.smoke->check(context, grid_);
            smoke_.emplace(grid_);
        }
        bodies_.emplace(params_, grid_, context);
        if (bodies_->empty() && !fluid_.is_there())
            context.fail(context.at("fluid.density"), "there is neither a fluid nor a solid",
                         "give the fluid a density, or put a body on a node below");
        if (!bodies_->empty()) fluid_.set_solids(bodies_->solids());
        if (params.smoke && !bodies_->empty()) refuse_source_in_body(context);
        eulerian::warn_of_gravity(params, grid_, context);
        if (params.fluid.until && (bodies_->empty() || !fluid_.is_there()))
            context.fail(context.at("fluid.until"),
                         fluid_.is_there() ? "the fluid ends, and no solid is there to go on"
                                           : "there is no fluid that could end",
                         "take it away");
        if (params.smoke && !fluid_.is_there())
            context.fail(context.at("smoke"), "smoke needs a fluid that carries it",
                         "give the fluid a density, or take the smoke away");
        published_.emplace(context.node(), GridResults{&fluid_, smoke_ ? &*smoke_ : nullptr});
    }

    void check(const Clock& clock) override {
        fill(clock.time(), clock.step);
        try {
            set_conditions(clock.time(), clock.step);
        } catch (const ComputationError& error) {  // it could not begin
            Diagnostic diagnostic = error.diagnostic();
            diagnostic.where = where_;
            throw InputError(std::move(diagnostic));
        }
        if (const auto longest = params_.substeps.longest;
            longest && clock.step / *longest > double(params_.substeps.most))
            throw InputError(
                Diagnostic::error(
                    fmt::format("a step of {:.6g} s takes more than {} substeps, none "
                                "longer than {:.6g} s",
                                clock.step, params_.substeps.most, *longest))
                    .at(where_)
                    .remedy("raise substeps.most or substeps.longest, or shorten time.step"));
        const NodeConditions& conditions = fluid_.conditions();
        for (Index node = 0; node < grid_.nodes().size(); ++node)
            if (!conditions.is_all_prescribed(node)) return;
        throw InputError(
            Diagnostic::error("walls and sources prescribe the velocities of all nodes")
                .at(where_)
                .remedy(eulerian::remedy_of_no_unknown(grid_)));
    }

    void begin(const Clock& clock) override {
        check(clock);
        fluid_.set_velocity(VectorField(grid_.nodes().size()));
        if (auto* lagrangian = bodies_->lagrangian()) lagrangian->begin(clock);
        prepare_solids(clock.time());
        if (!smoke_) return;
        params_.smoke->begin(grid_, *smoke_);
        params_.smoke->act(grid_, clock.time(), *smoke_);
    }

    void step(const Clock& clock) override {
        const long before = n_substeps_;
        double seconds = 0;
        {
            const Stopwatch watch(seconds);
            step_or_restore(clock);
        }
        by_step_["substeps"].push_back(n_substeps_ - before);
        by_step_["seconds"].push_back(seconds);
    }

    void save(Archive& archive, const std::string& prefix) const override {
        fluid_.save(archive, prefix + "/fluid");
        bodies_->solids().save(archive, prefix + "/solids");
        if (const auto* lagrangian = bodies_->lagrangian())
            lagrangian->save(archive, prefix + "/lagrangian");
        if (smoke_) smoke_->save(archive, prefix + "/smoke");
    }

    void restore(const Archive& archive, const std::string& prefix, const Clock& clock) override {
        fill(clock.time(), clock.step);
        bodies_->solids().restore(archive, prefix + "/solids");
        if (auto* lagrangian = bodies_->lagrangian())
            lagrangian->restore(archive, prefix + "/lagrangian", clock);
        set_conditions(clock.time(), clock.step);
        fluid_.restore(archive, prefix + "/fluid");
        if (smoke_) smoke_->restore(archive, prefix + "/smoke");
        prepare_solids(clock.time());
    }

    void report(nlohmann::json& report) const override {
        const FluidWork& work = fluid_.work();
        report["cells"] = grid_.cells;
        report["substeps"] = n_substeps_;
        report["cutbacks"] = n_cutbacks_;
        report["smallest_substep"] = smallest_substep_;
        report["by_step"] = by_step_;
        report["pressure"] = {{"iterations", work.pressure_iterations},
                              {"most_iterations", work.most_pressure_iterations},
                              {"residual", work.residual}};
        report["seconds"] = {{"conditions", work.conditions},
                             {"forces", work.forces},
                             {"projection", work.projection},
                             {"advection", work.advection + smoke_seconds_}};
        report["largest_velocity"] = fluid_.largest_velocity();
        if (fluid_.is_there())
            report["largest_divergence"] = fluid_.divergence().cwiseAbs().maxCoeff();
        if (!bodies_->empty()) bodies_->report(report);
        if (fluid_.is_there() && params_.pressure.incompressible == Incompressible::all)
            bodies_->warn_of_volumes(provenance);
        if (const auto* lagrangian = bodies_->lagrangian())
            lagrangian->report(report["lagrangian"]);
        if (smoke_) report["smoke"] = smoke_->density().sum() * std::pow(grid_.spacing, 3);
    }

private:
    /// A signal may stop Newton's method of a Lagrangian body amid the step: then there is none of
    /// it. An error leaves what was there before the substep.
    void step_or_restore(const Clock& clock) {
        if (!bodies_->lagrangian()) return step_through(clock);
        Archive before;
        save(before, "solver");
        try {
            step_through(clock);
        } catch (const Stopped&) {
            restore(before, "solver", clock);
            throw;
        }
    }

    void step_through(const Clock& clock) {
        Clock next = clock;
        ++next.index;
        const double end = next.time();
        double t = clock.time();
        double tried = std::numeric_limits<double>::infinity();  // grows back after a cut
        for (int n = 0; t < end; ++n) {
            if (n >= params_.substeps.most) refuse_substeps(clock.time(), end, n);
            if (fill(t, clock.step)) set_conditions(t, clock.step);
            const double stop =
                fluid_.is_there() ? std::min(end, params_.fluid.until.value_or(end)) : end;
            prepare_solids(t);
            const double rest = stop - t;
            const double longest = std::min(longest_substep(t, rest), tried);
            const double parts = std::ceil(rest / longest * (1 - 1e-12));
            double to = parts <= 1 ? stop : t + rest / parts;
            for (int cutbacks = 0; !try_substep(t, to, cutbacks); to = t + tried) {
                if (++n >= params_.substeps.most) refuse_substeps(clock.time(), end, n);
                tried = (to - t) / 2;
            }
            tried *= 2;
            t = to;
        }
        if (fill(end, clock.step)) set_conditions(end, clock.step);
        prepare_solids(end);  // energies are asked for
    }

    [[noreturn]] static void refuse_substeps(double from, double to, int n) {
        throw ComputationError(
            fmt::format("the step from {:.6g} s to {:.6g} s takes more than {} substeps", from, to,
                        n),
            "something is very fast, or stiff where velocities.forces is explicit: look at the "
            "velocities, shorten the clock's step, take implicit forces, or raise substeps.most or "
            "substeps.cfl");
    }

    void refuse_source_in_body(const BuildContext& context) const {
        const auto inside = params_.smoke->source_at(grid_, bodies_->solids().filled_nodes());
        if (inside)
            context.fail(context.at(fmt::format("smoke.sources[{}]", *inside)),
                         "the source is in a body at the start, which it would drive or fill",
                         "move one of them; an obstacle (solid: true) may hold a body");
    }

    /// Fills the grid with what is there at time t of a clock whose steps are so long; true if that
    /// has changed.
    bool fill(double t, double step) {
        constexpr double round_off = 1e-9;
        const auto& fluid = params_.fluid;
        const bool has_ended = fluid.until && t >= *fluid.until - round_off * step;
        const double density = has_ended ? 0 : fluid.density;
        if (density == fluid_.settings().density) return false;
        fluid_.set_density(density);
        bodies_->solids().set_fluid_density(density);
        if (smoke_ && has_ended) smoke_.emplace(grid_);
        return true;
    }

    /// At time t, dt from now.
    void set_conditions(double t, double dt) {
        NodeConditions conditions = conditions_of(params_.walls.at(t), grid_);
        if (params_.smoke && fluid_.is_there()) params_.smoke->add_conditions(grid_, t, conditions);
        bodies_->solids().add_conditions(t, dt, conditions);
        fluid_.set_conditions(std::move(conditions));
    }

    bool changes_conditions() const {
        return !params_.walls.is_constant() || bodies_->solids().are_constrained() ||
               (params_.smoke && params_.smoke->changes_conditions());
    }

    /// Masses and forces of solids at time t.
    void prepare_solids(double t) {
        if (bodies_->empty()) return;
        bodies_->solids().move_to(t);
        bodies_->solids().evaluate();
    }

    /// By gravity and buoyancy, at the nodes [m/s^2].
    VectorField buoyancy() const {
        VectorField acceleration(grid_.nodes().size());
        for (int axis = 0; axis < 3; ++axis)
            acceleration[axis].setConstant(params_.fluid.gravity[axis]);
        if (smoke_) {
            const auto& given = params_.smoke->buoyancy;
            smoke_->add_buoyancy({given.gravity, given.weight, given.expansion}, acceleration);
        }
        return acceleration;
    }

    /// Pressure holds the fluid's gravity in balance, buoyancy not [m/s^2].
    double largest_buoyancy() const {
        if (!smoke_) return 0;
        double largest = 0;
        const VectorField acceleration = buoyancy();
        for (int axis = 0; axis < 3; ++axis)
            largest =
                larger_or_nan(largest, (acceleration[axis].array() - params_.fluid.gravity[axis])
                                           .abs()
                                           .maxCoeff<Eigen::PropagateNaN>());
        return largest;
    }

    /// The longest substep in which nothing crosses more than `cfl` cells, and bodies that are near
    /// something no more than `cfl_near`: neither what moves now, sped up by its acceleration, nor
    /// what walls and sources prescribe at its end.
    double longest_substep(double t, double rest) const {
        using eulerian::time_to_cross;
        const auto& substeps = params_.substeps;
        const EulerianSolids& solids = bodies_->solids();
        const double v = solids.largest_velocity(), a = solids.largest_acceleration();
        const double most = substeps.cfl * grid_.spacing;
        double dt = std::min({rest, substeps.longest.value_or(rest), solids.stable_step(),
                              time_to_cross(most, v, a),
                              time_to_cross(most, fluid_.largest_velocity(), largest_buoyancy())});
        if (solids.are_near(substeps.near, params_.walls.passable_sides())) {
            dt = std::min(dt,
                          time_to_cross(std::min(substeps.cfl_near * grid_.spacing, most), v, a));
            const auto* lagrangian = bodies_->lagrangian();
            if (const auto& law = solids.repulsion(); law && lagrangian)
                dt = std::min(dt, law->bearing_step(lagrangian->free_acceleration()));
        }
        return std::min(dt, most / largest_prescribed(t + dt));
    }

    double largest_prescribed(double t) const {
        double largest =
            params_.smoke && fluid_.is_there() ? params_.smoke->largest_velocity(t) : 0;
        for (const Wall& wall : params_.walls.at(t))
            largest = std::max(largest, wall.velocity.cwiseAbs().maxCoeff());
        return largest;
    }

    /// False if the substep must be shorter: elastic forces may bring more than was foretold, or
    /// turn a solid inside out, which counts as a cutback.
    bool try_substep(double t, double to, int& cutbacks) {
        constexpr int most_cutbacks = 4;
        try {
            if (substep(t, to)) return true;
            prepare_solids(t);
            return false;
        } catch (const InvertedSolid&) {
            prepare_solids(t);
            if (cutbacks++ == most_cutbacks) throw;
            ++n_cutbacks_;
            return false;
        }
    }

    /// False if something would cross a cell more than it may: then, and after an error, no body
    /// has moved, nor the fluid about them.
    bool substep(double t, double to) {
        const double dt = to - t;
        if (auto* lagrangian = bodies_->lagrangian()) lagrangian->predict(t, to);
        std::optional<Fluid::Before> before;
        if (!bodies_->empty()) before = fluid_.before_projection();
        bool is_moved = false;
        try {
            is_moved = move_bodies(t, to);
        } catch (...) {
            if (before) take_back(t, std::move(*before));
            throw;
        }
        if (!is_moved) {
            take_back(t, std::move(*before));
            return false;
        }
        ++n_substeps_;
        smallest_substep_ = smallest_substep_ == 0 ? dt : std::min(smallest_substep_, dt);
        before.reset();
        const Advection flow = fluid_.flow();
        fluid_.advect(flow, dt);
        if (!smoke_ || !fluid_.is_there()) return true;
        const Stopwatch watch(smoke_seconds_);
        smoke_->advect(flow, dt, params_.fluid.advection, params_.walls.open_sides());
        params_.smoke->act(grid_, to, *smoke_);
        return true;
    }

    void take_back(double t, Fluid::Before&& before) {
        fluid_.roll_back(std::move(before));
        if (auto* lagrangian = bodies_->lagrangian()) lagrangian->withdraw(t);
    }

    /// Lines 8 to 21. False if a body would cross a cell more than it may: none has moved.
    bool move_bodies(double t, double to) {
        const double dt = to - t;
        if (changes_conditions()) set_conditions(to, dt);
        fluid_.project(buoyancy(), dt);
        if (bodies_->empty()) return true;
        const double most = (params_.substeps.cfl + 1) * grid_.spacing;
        if (fluid_.largest_velocity() * dt > most) return false;
        EulerianSolids& solids = bodies_->solids();
        const Archive before = solids.before_advance();
        try {
            solids.advance(fluid_.velocity(), fluid_.conditions(), params_.walls.at(to), dt);
            if (auto* lagrangian = bodies_->lagrangian()) lagrangian->correct(t, to);
        } catch (...) {
            solids.roll_back(before);
            throw;
        }
        return true;
    }

    Params params_;
    SourceMark where_;
    Grid grid_;
    Fluid fluid_;
    std::optional<Smoke> smoke_;
    std::optional<eulerian::SolidBodies> bodies_;
    std::optional<Publication<GridResults>> published_;
    long n_substeps_ = 0, n_cutbacks_ = 0;
    double smallest_substep_ = 0, smoke_seconds_ = 0;
    nlohmann::json by_step_ = nlohmann::json::object();  ///< of the clock, since the run began
};

}  // namespace sinew

SINEW_PLUGIN(sinew::EulerianCoupled, "solver/eulerian_coupled",
             "Elastic solids, an incompressible fluid and smoke on a grid")
