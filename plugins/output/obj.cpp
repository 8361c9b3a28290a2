/// The surface of a body in motion, as a Wavefront OBJ file a frame, numbered without gaps from 0:
/// NAME_0000.obj, NAME_0001.obj ... Points keep their numbers, and stand in the scene's own axes,
/// or in the node's;
/// numbers read back bit by bit, unless fewer digits are asked for. A run that is not continued
/// first removes the numbered files of its name; a continued run goes on with them.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <Eigen/Geometry>
#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>
#include <sinew/mechanics/output/shown_surface.hpp>
#include <sinew/mechanics/output/surface_series.hpp>

namespace sinew {

/// Axes in which points stand.
enum class ObjFrame { world, node };
template <>
struct EnumNames<ObjFrame> {
    static constexpr std::array names{std::pair{"world", ObjFrame::world},
                                      std::pair{"node", ObjFrame::node}};
};

class ObjOutput final : public Output {
public:
    struct Params : ShownSurfaceParams {
        ObjFrame frame = ObjFrame::world;
        std::optional<int> digits;

        static constexpr auto fields = std::tuple{
            shown_surface,
            field("name", &Params::name, "Names the files; the node's path if absent"),
            field("frame", &Params::frame,
                  "Points stand in the scene's own axes, or in those of the node, in which rig/psd "
                  "reads them"),
            field("digits", &Params::digits, from_to(0, 17),
                  "Digits of positions [m] after the point; as many as read back bit by bit if "
                  "absent"),
        };
    };

    ObjOutput(const Params& params, BuildContext& context)
        : surface_(params.surface, context),
          to_frame_(params.frame == ObjFrame::node ? context.node().world().inverse()
                                                   : Eigen::Affine3d::Identity()),
          digits_(params.digits),
          name_(claim_output_name(context, "obj", params.name, file_words(context.node()))) {}

    void begin(const RunInfo& run, const Clock& clock) override {
        run_ = run;
        n_digits_ = std::max<int>(4, static_cast<int>(std::to_string(clock.n_steps).size()));
        n_frames_ = 0;
        Clock at = clock;
        for (at.index = 0; run.continued && at.index <= clock.index; ++at.index)
            n_frames_ += !common.every || is_due(at, *common.every);
        remove_frames_from(n_frames_);
    }

    void observe(const Clock& clock) override {
        write_file_whole(
            run_.folder / fmt::format("{}{:0{}}.obj", stem(), n_frames_, n_digits_),
            obj_text(to_frame_ * surface_.at(clock.time()), surface_.rest().triangles, digits_));
        ++n_frames_;
    }

    void finish() override {}

    void report(nlohmann::json& report) const override {
        report["files"] = stem() + "*.obj";
        report["frames"] = n_frames_;
    }

private:
    std::string stem() const { return fmt::format("{}-{}_", run_.scene_name, name_); }

    /// Frames that an earlier run left, which this one may not reach.
    void remove_frames_from(long first) const {
        std::vector<std::filesystem::path> old;
        for (const auto& entry : std::filesystem::directory_iterator(run_.folder)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with(stem()) || !name.ends_with(".obj")) continue;
            const std::string digits = name.substr(stem().size(), name.size() - stem().size() - 4);
            const bool is_number = !digits.empty() && digits.size() < 18 &&
                                   std::all_of(digits.begin(), digits.end(),
                                               [](char c) { return c >= '0' && c <= '9'; });
            if (is_number && std::stol(digits) >= first) old.push_back(entry.path());
        }
        std::error_code gone_already;
        for (const auto& file : old) std::filesystem::remove(file, gone_already);
    }

    ShownSurface surface_;
    Eigen::Affine3d to_frame_;  ///< from the world
    std::optional<int> digits_;
    std::string name_;
    RunInfo run_;
    int n_digits_ = 4;
    long n_frames_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ObjOutput, "output/obj", "A body's moving surface as a sequence of OBJ files")
