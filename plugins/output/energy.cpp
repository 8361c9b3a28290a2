/// Energies and momenta of what a solver steps, as a table (CSV): one row a step.
///
///     kinetic   1/2 v' M v                        [J]
///     elastic   stored by materials               [J]
///     external  potential of gravity and dead loads [J]
///     coupling  stored in springs and penalties   [J]
///     p = int rho v dX,  L = int rho x cross v dX (about the world's origin); sums over the nodes
///         where the solver lumps its mass

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/output/csv_file.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>

#include "energy/momenta.hpp"

namespace sinew {

class EnergyOutput final : public Output {
public:
    struct Params {
        std::optional<std::string> name;
        static constexpr auto fields = std::tuple{
            field("name", &Params::name, "Names the file; the solver's node and -energy if absent"),
        };
    };

    EnergyOutput(const Params& params, BuildContext& context)
        : solver_node_(solver_node_of(context.node())) {
        if (!solver_node_)
            context.fail("no solver steps this node",
                         "put the output on a node that has a `solver:`, or below one");
        name_ =
            claim_output_name(context, "csv", params.name, file_words(*solver_node_) + "-energy");
    }

    void begin(const RunInfo& run, const Clock&) override {
        solver_node_->graph().object(*solver_node_, "solver");
        results_ = model_results_of(*solver_node_);
        if (!results_ || !results_->energies)
            throw InputError(
                Diagnostic::error("the solver of this node does not tell of its energies")
                    .remedy("take another solver, or leave this output out"));
        integrals_.clear();
        for (const BodyResults* body : results_->bodies) integrals_.emplace_back(body->body());
        file_.open(run.folder / fmt::format("{}-{}.csv", run.scene_name, name_),
                   {"time [s]", "kinetic [J]", "elastic [J]", "external [J]", "coupling [J]",
                    "total [J]", "p_x [kg m/s]", "p_y [kg m/s]", "p_z [kg m/s]", "L_x [kg m^2/s]",
                    "L_y [kg m^2/s]", "L_z [kg m^2/s]"},
                   run);
    }

    void observe(const Clock& clock) override {
        const Energies energies = results_->energies();
        Momenta sum;
        for (std::size_t i = 0; i < integrals_.size(); ++i) {
            const BodyResults& body = *results_->bodies[i];
            const Vector* masses = body.nodal_masses();
            const Momenta part = masses
                                     ? nodal_momenta(*masses, body.positions(), body.velocities())
                                     : integrals_[i].of(body.positions(), body.velocities());
            sum.linear += part.linear;
            sum.angular += part.angular;
        }
        const std::array row{clock.time(),      energies.kinetic,  energies.elastic,
                             energies.external, energies.coupling, energies.total(),
                             sum.linear.x(),    sum.linear.y(),    sum.linear.z(),
                             sum.angular.x(),   sum.angular.y(),   sum.angular.z()};
        file_.add(row);
    }

    void finish() override { file_.close(); }

    void report(nlohmann::json& report) const override {
        report["file"] = file_.path().filename().string();
        report["rows"] = file_.n_rows();
    }

private:
    SceneNode* solver_node_;
    std::string name_;
    const ModelResults* results_ = nullptr;
    std::vector<MomentumIntegral> integrals_;
    CsvFile file_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::EnergyOutput, "output/energy", "Energies and momenta of a solver, as CSV")
