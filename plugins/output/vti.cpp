/// Fields on a grid for ParaView: a .vti a frame, in the .pvd of the run.
///
/// Vectors are at nodes, pressure and what smoke is made of in cells, in single precision. A file
/// carries its time, an array its unit.

#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/grid/grid_output.hpp>
#include <sinew/mechanics/output/pvd.hpp>

#include "vti/image.hpp"

namespace sinew {

class VtiOutput final : public GridOutput {
public:
    using Params = GridOutputParams;

    VtiOutput(const Params& params, BuildContext& context)
        : GridOutput(params, "vti", context),
          pvd_(context.graph().root().attachment<output::PvdCollection>(
              [] { return new output::PvdCollection; })),
          part_(pvd_.add_part(name())) {}

    void begin(const RunInfo& run, const Clock& clock) override {
        GridOutput::begin(run, clock);
        pvd_.begin(run, std::array{part_});
    }

    void observe(const Clock& clock) override {
        pvd_.open();
        const std::string file = file_of(clock);
        vti::write_image(folder() / file, grid(), arrays(), clock.time());
        pvd_.add(clock.time(), {{part_, file}});
        ++n_files_;
    }

    void finish() override { pvd_.open(); }  // no frame may have come

    void report(nlohmann::json& report) const override {
        report["pvd"] = pvd_.file().filename().string();
        report["files"] = n_files_;
    }

private:
    output::PvdCollection& pvd_;
    int part_;
    long n_files_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::VtiOutput, "output/vti",
             "Fields on a grid for ParaView: a .vti series in the .pvd")
