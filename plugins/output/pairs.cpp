/// The pairs of vertices, edges and triangles that touch, as CSV: a line for each at each output
/// time. A pair's force is `force` along `n`, from its first side to its second, on the second
/// side; vertex i takes w_i of it, and -w_i stands with the first side's.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/model/results.hpp>
#include <sinew/mechanics/output/csv_file.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>

namespace sinew {

class PairsOutput final : public Output {
public:
    struct Params {
        std::optional<std::string> name;
        static constexpr auto fields = std::tuple{
            field("name", &Params::name, "Names the file; the solver's node and -pairs if absent"),
        };
    };

    PairsOutput(const Params& params, BuildContext& context)
        : solver_node_(solver_node_of(context.node())) {
        if (!solver_node_)
            context.fail("no solver steps this node",
                         "put the output on a node that has a `solver:`, or below one");
        name_ =
            claim_output_name(context, "csv", params.name, file_words(*solver_node_) + "-pairs");
    }

    void begin(const RunInfo& run, const Clock&) override {
        solver_node_->graph().object(*solver_node_, "solver");
        results_ = model_results_of(*solver_node_);
        if (!results_ || results_->couplings.empty())
            throw InputError(Diagnostic::error("the solver of this node steps no couplings")
                                 .remedy("add `couplings: [{type: contact}]`, or leave this "
                                         "output out"));
        std::vector<std::string> columns{"time [s]", "coupling"};
        for (int i = 0; i < 4; ++i)
            for (const char* what : {"body", "node", "w"})
                columns.push_back(fmt::format("{}_{}", what, i));
        for (const char* what : {"area [m^2]", "gap [m]", "force [N]", "n_x", "n_y", "n_z"})
            columns.emplace_back(what);
        file_.open(run.folder / fmt::format("{}-{}.csv", run.scene_name, name_), columns, run);
    }

    void observe(const Clock& clock) override {
        for (std::size_t c = 0; c < results_->couplings.size(); ++c)
            for (const TouchingPair& pair : results_->couplings[c]->touching_pairs()) {
                std::vector<double> row{clock.time(), double(c)};
                for (std::size_t i = 0; i < 4; ++i) {
                    const MaterialPoint* point = pair.points[i];
                    // A vertex that hangs from several nodes (an obstacle's, a visual surface's)
                    // has no number.
                    const bool is_node = point && point->n == 1;
                    row.insert(row.end(), {point ? double(point->body) : -1,
                                           is_node ? double(point->nodes[0]) : -1,
                                           pair.weights[Eigen::Index(i)]});
                }
                row.insert(row.end(), {pair.area, pair.gap, pair.force, pair.direction.x(),
                                       pair.direction.y(), pair.direction.z()});
                file_.add(row);
            }
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
    CsvFile file_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::PairsOutput, "output/pairs",
             "Pairs of surfaces that touch, with gaps and forces, as CSV")
