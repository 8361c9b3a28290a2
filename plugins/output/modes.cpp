/// Frequencies of vibration as a table (CSV): one row a mode, with participation factors [kg^1/2]
/// and effective masses [kg] along x, y and z (solver/modal).

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/mechanics/model/results.hpp>
#include <sinew/mechanics/modes/vibration_modes.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>

namespace sinew {

class ModesOutput final : public Output {
public:
    struct Params {
        std::optional<std::string> name;
        static constexpr auto fields = std::tuple{
            field("name", &Params::name, "Names the file; the solver's node and -modes if absent"),
        };
    };

    ModesOutput(const Params& params, BuildContext& context)
        : solver_node_(solver_node_of(context.node())) {
        if (!solver_node_)
            context.fail("no solver works on this node",
                         "put the output on a node that has a `solver:`, or below one");
        name_ =
            claim_output_name(context, "csv", params.name, file_words(*solver_node_) + "-modes");
    }

    void begin(const RunInfo& run, const Clock&) override {
        file_ = run.folder / fmt::format("{}-{}.csv", run.scene_name, name_);
        n_modes_ = 0;
    }

    /// The solver has found its modes when it is asked for first.
    void observe(const Clock&) override {
        if (n_modes_ > 0) return;
        const std::vector<VibrationMode>* modes = vibration_modes_of(*solver_node_);
        if (!modes)
            provenance.fail("the solver of this node finds no modes of vibration",
                            "take solver: {type: modal, modes: 10}, or leave this output out");
        std::string table =
            "mode,frequency [Hz],participation_x [kg^1/2],participation_y [kg^1/2],"
            "participation_z [kg^1/2],effective_mass_x [kg],effective_mass_y [kg],"
            "effective_mass_z [kg]\n";
        for (const VibrationMode& mode : *modes) {
            const Eigen::Vector3d mass = mode.effective_mass();
            table += fmt::format("{},{},{},{},{},{},{},{}\n", mode.number, mode.frequency,
                                 mode.participation.x(), mode.participation.y(),
                                 mode.participation.z(), mass.x(), mass.y(), mass.z());
        }
        write_file_whole(file_, table);
        n_modes_ = long(modes->size());
    }

    void finish() override {}

    void report(nlohmann::json& report) const override {
        report["file"] = file_.filename().string();
        report["rows"] = n_modes_;
    }

private:
    SceneNode* solver_node_;
    std::string name_;
    std::filesystem::path file_;
    long n_modes_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ModesOutput, "output/modes", "Frequencies of vibration, as CSV")
