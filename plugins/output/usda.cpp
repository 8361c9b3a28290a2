/// The surface of a body in motion as a USD stage in text (.usda), for Houdini, Maya, Blender,
/// Omniverse and usdview: a mesh with its points at each time. Where the body has a rig, its bones
/// stand beside as a skeleton with an animation; the mesh is not bound to them, since it is the
/// simulated one.
///
/// Times are time codes, `rate` a second. Points are in metres, in the scene's own axes, in single
/// precision. Joints have the axes of the world at rest, so that a rotation is a turn since rest.
///
/// The file is rewritten whole while the run goes on, each time an eighth of frames has been added,
/// and when a checkpoint is written: a killed run leaves one that opens, and a continued run goes
/// on with it. The writing costs no more than some ten times the last file; all frames stay in
/// memory.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/mechanics/output/surface_file.hpp>
#include <sinew/mechanics/output/up_axis.hpp>

#include "usda/stage.hpp"

namespace sinew {

class UsdaOutput final : public SurfaceFile {
public:
    struct Params : ShownSurfaceParams {
        UpAxis up = UpAxis::z;
        double rate = 24;

        static constexpr auto fields = std::tuple{
            shown_surface,
            field("up", &Params::up,
                  "Which axis points up in the scene; the file says so, and nothing is turned"),
            field("rate", &Params::rate, unit::Hz, positive,
                  "Time codes a second, as programs count frames; with `every: 1/24 s` each frame "
                  "has a whole one"),
            field("name", &Params::name, "Names the file; the node's path if absent"),
        };
    };

    UsdaOutput(const Params& params, BuildContext& context)
        : SurfaceFile(params, "usda", context), params_(params) {
        if (const SkeletalRig* rig = skeletal_rig_of(context.node());
            rig != nullptr && !rig->bones().empty())
            skeleton_.emplace(*rig);
    }

    void begin(const RunInfo& run, const Clock&) override {
        SurfaceFrames earlier;
        if (finds_earlier(run))
            earlier = frames_until(usda::read_frames(file_, surface_.rest(), params_.rate),
                                   code_at(run.kept_until));
        for (const double code : earlier.times) add_joints(code);
        series_.begin(std::move(earlier), [this](const SurfaceFrames& frames) {
            write_file_whole(
                file_, usda::stage_text(surface_.rest(), frames, skeleton_ ? &*skeleton_ : nullptr,
                                        {name_, params_.up == UpAxis::z, params_.rate}));
        });
    }

    void observe(const Clock& clock) override {
        const double code = code_at(clock.time());
        add_joints(code);
        series_.add(code, surface_.at(clock.time()));
    }

private:
    double code_at(double t) const { return t * params_.rate; }

    /// At the time that the code says, which is what a run that goes on knows of it.
    void add_joints(double code) {
        if (skeleton_) skeleton_->add(code / params_.rate);
    }

    Params params_;
    std::optional<usda::SkeletonTrack> skeleton_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::UsdaOutput, "output/usda", "A body's moving surface and rig as USD text")
