/// Common part of outputs that keep a body's moving surface in one file.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>
#include <sinew/mechanics/output/shown_surface.hpp>
#include <sinew/mechanics/output/surface_series.hpp>

namespace sinew {

/// The file is SCENE-NAME.ENDING in the run's folder; whoever derives from this begins the series.
class SurfaceFile : public Output {
public:
    void finish() override { series_.flush(); }
    void save(Archive&, const std::string&) const override { series_.flush(); }

    void report(nlohmann::json& report) const override {
        report["file"] = file_.filename().string();
        report["frames"] = series_.n_frames();
    }

protected:
    /// `ending`, without its dot, is also the use that the name is claimed for.
    SurfaceFile(const ShownSurfaceParams& params, std::string ending, BuildContext& context)
        : surface_(params.surface, context),
          name_(claim_output_name(context, ending, params.name, file_words(context.node()))),
          ending_(std::move(ending)) {}

    /// The file's path with another ending.
    std::filesystem::path beside(const RunInfo& run, const std::string& ending) const {
        return run.folder / fmt::format("{}-{}.{}", run.scene_name, name_, ending);
    }
    /// Settles where the file is; true if a run that is continued has left it.
    bool finds_earlier(const RunInfo& run) {
        file_ = beside(run, ending_);
        return run.continued && std::filesystem::exists(file_);
    }

    ShownSurface surface_;
    std::string name_, ending_;
    std::filesystem::path file_;
    mutable SurfaceSeries series_;  ///< a checkpoint lets it write what it has
};

}  // namespace sinew
