/// Where the joints of the node's rig are and how its bones have turned, as a table (CSV): one row
/// a step. Of each bone the position of its joint in the world, and the turn R of the bone since
/// rest as a unit quaternion w x y z with w >= 0.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/output/csv_file.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>
#include <sinew/mechanics/rig/named_bones.hpp>

namespace sinew {

class JointsOutput final : public Output {
public:
    struct Params {
        std::vector<std::string> bones;
        std::optional<std::string> name;
        static constexpr auto fields = std::tuple{
            field("bones", &Params::bones, "Names of bones; all if absent"),
            field("name", &Params::name, "Names the file; the node's path and -joints if absent"),
        };
    };

    JointsOutput(const Params& params, BuildContext& context)
        : rig_(skeletal_rig_here(context)), bones_(named_bones(rig_, params.bones, context)) {
        name_ =
            claim_output_name(context, "csv", params.name, file_words(context.node()) + "-joints");
    }

    void begin(const RunInfo& run, const Clock&) override {
        std::vector<std::string> columns{"time [s]"};
        for (const int k : bones_)
            for (const char* what : {"x [m]", "y [m]", "z [m]", "q_w", "q_x", "q_y", "q_z"})
                columns.push_back(rig_.bones()[std::size_t(k)].name + "_" + what);
        file_.open(run.folder / fmt::format("{}-{}.csv", run.scene_name, name_), columns, run);
    }

    void observe(const Clock& clock) override {
        const BoneMotion& motion = rig_.at(clock.time());
        std::vector<double> row{clock.time()};
        for (const int k : bones_) {
            const Eigen::Isometry3d& moved = motion[std::size_t(k)];
            const Eigen::Vector3d joint = moved * rig_.bones()[std::size_t(k)].joint;
            Eigen::Quaterniond turn(moved.linear());
            if (turn.w() < 0) turn.coeffs() *= -1;
            row.insert(row.end(), joint.begin(), joint.end());
            row.insert(row.end(), {turn.w(), turn.x(), turn.y(), turn.z()});
        }
        file_.add(row);
    }

    void finish() override { file_.close(); }

    void report(nlohmann::json& report) const override {
        report["file"] = file_.path().filename().string();
        report["rows"] = file_.n_rows();
    }

private:
    const SkeletalRig& rig_;
    std::vector<int> bones_;
    std::string name_;
    CsvFile file_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::JointsOutput, "output/joints", "Positions and turns of joints, as CSV")
