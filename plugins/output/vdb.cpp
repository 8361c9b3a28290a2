/// Fields on a grid for renderers: a .vdb a frame, as Blender, Houdini, Karma, Arnold ... read it.
///
/// Voxels where a field is nearly zero are left out. Smoke is the fog volume `density`. The names
/// of the files carry the number of the step, by which programs find a sequence.

#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/grid/grid_output.hpp>
#include <sinew/vdb_files/voxels.hpp>

namespace sinew {

class VdbOutput final : public GridOutput {
public:
    static constexpr const char* source = "Museth 2013";

    struct Params : GridOutputParams {
        double threshold = 1e-4;
        static constexpr auto fields = std::tuple_cat(
            GridOutputParams::fields,
            std::tuple{
                field("threshold", &Params::threshold, non_negative,
                      "Voxels are left out where a field, or the length of a vector, is not larger "
                      "(in SI)"),
            });
    };

    VdbOutput(const Params& params, BuildContext& context)
        : GridOutput(params, "vdb", context), threshold_(params.threshold) {}

    void observe(const Clock& clock) override {
        vdb_files::write_voxels(folder() / file_of(clock), grid(), arrays(), threshold_);
        ++n_files_;
    }

    void finish() override {}

    void report(nlohmann::json& report) const override { report["files"] = n_files_; }

private:
    double threshold_;
    long n_files_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::VdbOutput, "output/vdb", "Fields on a grid for renderers: a .vdb series")
