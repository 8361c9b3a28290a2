/// What is felt at the other end of the springs that pull a body (load/pull, load/hand, and
/// constraint/attach with a `stiffness`), as a table (CSV): one row a step. For each of these,
///
///     force = sum k (x - target)
///
/// over its springs: what the body does to the hand that holds them, in the world; and the means of
/// x and of the targets. A load that does not act has zeros for its force and nan for its
/// positions.

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/objects.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/load/spring_load.hpp>
#include <sinew/mechanics/model/results.hpp>
#include <sinew/mechanics/output/csv_file.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>

namespace sinew {

class SpringForcesOutput final : public Output {
public:
    static constexpr const char* source = "Barbic & James 2005, figure 1: a hand at a spring";

    struct Params {
        std::optional<std::string> name;
        static constexpr auto fields = std::tuple{
            field("name", &Params::name,
                  "Names the file; the node's path and -spring_forces if absent"),
        };
    };

    SpringForcesOutput(const Params& params, BuildContext& context) : node_(&context.node()) {
        const Body& body = body_here(context);
        if (!solver_node_of(context.node()))
            context.fail(fmt::format("no solver steps {}, so nothing pulls it", body.path),
                         "give the node a `solver:`, or leave this output out");
        name_ =
            claim_output_name(context, "csv", params.name, file_words(*node_) + "-spring_forces");
    }

    void begin(const RunInfo& run, const Clock&) override {
        loads_.clear();
        std::vector<std::string> columns{"time [s]"};
        SceneGraph& graph = node_->graph();
        const std::vector<Load*> loads = objects<Load>(graph, *node_, "loads");
        for (std::size_t k = 0; k < loads.size(); ++k)
            add(loads[k]->springs(), fmt::format("loads[{}]", k), columns);
        const std::vector<Constraint*> constraints =
            objects<Constraint>(graph, *node_, "constraints");
        for (std::size_t k = 0; k < constraints.size(); ++k)
            if (const Load* load = constraints[k]->springs())
                add(load->springs(), fmt::format("constraints[{}]", k), columns);
        if (loads_.empty())
            throw InputError(Diagnostic::error("no spring pulls the body of this node")
                                 .remedy("add `loads: [{type: pull, ...}]` or `{type: hand}`, or "
                                         "leave this output out"));
        file_.open(run.folder / fmt::format("{}-{}.csv", run.scene_name, name_), columns, run);
    }

    void observe(const Clock& clock) override {
        const BodyResults& results = *results_of(*node_);
        std::vector<double> row{clock.time()};
        for (const SpringLoad* load : loads_) {
            Eigen::Vector3d force = Eigen::Vector3d::Zero(), point = force, target = force;
            int n = 0;
            if (load->common.active(clock.time()))
                load->each_spring(clock.time(), [&](const Spring& spring) {
                    const Eigen::Vector3d x = results.position(spring.point);
                    force -= spring.force(x);
                    point += x;
                    target += spring.target;
                    ++n;
                });
            const double mean = n > 0 ? 1.0 / n : std::numeric_limits<double>::quiet_NaN();
            for (const Eigen::Vector3d& u :
                 {force, Eigen::Vector3d(mean * point), Eigen::Vector3d(mean * target)})
                row.insert(row.end(), u.begin(), u.end());
        }
        file_.add(row);
    }

    void finish() override { file_.close(); }

    void report(nlohmann::json& report) const override {
        report["file"] = file_.path().filename().string();
        report["rows"] = file_.n_rows();
    }

private:
    void add(const SpringLoad* load, const std::string& name, std::vector<std::string>& columns) {
        if (load == nullptr) return;
        loads_.push_back(load);
        constexpr std::pair<const char*, const char*> quantities[] = {
            {"force", "N"}, {"point", "m"}, {"target", "m"}};
        for (const auto& [what, unit] : quantities)
            for (const char axis : {'x', 'y', 'z'})
                columns.push_back(fmt::format("{}_{}_{} [{}]", name, what, axis, unit));
    }

    SceneNode* node_;
    std::vector<const SpringLoad*> loads_;
    std::string name_;
    CsvFile file_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::SpringForcesOutput, "output/spring_forces",
             "Forces that the hands at springs feel, as CSV")
