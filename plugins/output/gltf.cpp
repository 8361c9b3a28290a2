/// The surface of a body in motion, as one glTF 2.0 file for Blender, Maya and viewers.
///
/// As shapes: the surface at rest with one morph target a frame, and an animation in which at each
/// frame's time its target has the weight 1 and all others 0, so that in between points go straight
/// on. As a skin: the surface at rest bound to the joints of the body's rig, which the animation
/// turns as the rig does, and what the simulation adds to linear blend skinning as a few morph
/// targets (gltf/skin.hpp). How far that is from the simulation stands in the mesh's extras.
///
/// A file of shapes is rewritten whole while the run goes on, each time an eighth of frames has
/// been added, and when a checkpoint is written: a killed run leaves one that opens, and a
/// continued run goes on with it. A skin is fitted to all frames anew, when a checkpoint is written
/// and at the end. It has lost the frames that it was made from: with each checkpoint they are
/// written beside it, NAME.frames.glb.
///
/// Memory: all frames stay in single precision, 12 bytes a point and frame. While they are written
/// as shapes there are three of them, and n frames have 12 n^2 bytes of weights; while a skin is
/// fitted, there are 72 bytes more a point and frame.

#include <fmt/format.h>

#include <sinew/gltf/gltf_file.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/output/surface_file.hpp>
#include <sinew/mechanics/output/up_axis.hpp>
#include <sinew/mechanics/skinning/rigged_body.hpp>
#include <sinew/mechanics/skinning/surface_weights.hpp>

#include "gltf/gltf_writer.hpp"
#include "gltf/skin_writer.hpp"

namespace sinew {

enum class GltfFormat { glb, gltf };
template <>
struct EnumNames<GltfFormat> {
    static constexpr std::array names{std::pair{"glb", GltfFormat::glb},
                                      std::pair{"gltf", GltfFormat::gltf}};
};

enum class GltfMotion { shapes, skin };
template <>
struct EnumNames<GltfMotion> {
    static constexpr std::array names{std::pair{"shapes", GltfMotion::shapes},
                                      std::pair{"skin", GltfMotion::skin}};
};

enum class FrameInterpolation { linear, steps };
template <>
struct EnumNames<FrameInterpolation> {
    static constexpr std::array names{std::pair{"linear", FrameInterpolation::linear},
                                      std::pair{"steps", FrameInterpolation::steps}};
};

class GltfOutput final : public SurfaceFile {
public:
    struct Params : ShownSurfaceParams {
        GltfMotion as = GltfMotion::shapes;
        std::optional<int> morphs, influences;
        std::optional<double> tolerance;
        GltfFormat format = GltfFormat::glb;
        UpAxis up = UpAxis::z;
        FrameInterpolation interpolation = FrameInterpolation::linear;
        bool normals = false;

        static constexpr auto fields = std::tuple{
            shown_surface,
            field("as", &Params::as,
                  "A shape a frame, or a skin on the joints of the rig, with the difference from "
                  "the simulation as morph targets"),
            field("morphs", &Params::morphs, at_least(0),
                  "Most morph targets that a skin may have; 32 if absent"),
            field("tolerance", &Params::tolerance, positive,
                  "Largest distance of a skin's point from the simulated one, in any frame, as "
                  "part of the largest displacement, simulated or by the joints alone: a skin has "
                  "no more morph targets than that takes; 0.01 if absent"),
            field("influences", &Params::influences, from_to(1, 64),
                  "Most joints that move a point of a skin; 4 if absent, which all programs read"),
            field("format", &Params::format,
                  "Binary (.glb), or text with the numbers inside (.gltf)"),
            field("up", &Params::up,
                  "Which axis points up in the scene; the file's node is turned so that it is y "
                  "there, as glTF wants it"),
            field("interpolation", &Params::interpolation,
                  "Between frames: straight on, or holding the frame until the next"),
            field("normals", &Params::normals,
                  "Write normals too, for viewers that would show flat triangles"),
            field("name", &Params::name, "Names the file; the node's path if absent"),
        };
    };

    GltfOutput(const Params& params, BuildContext& context)
        : SurfaceFile(params, params.format == GltfFormat::glb ? "glb" : "gltf", context),
          params_(params) {
        if (!is_skin()) {
            refuse_parameters_of_skin(context);
            return;
        }
        claim_output_name(context, "glb", name_ + ".frames", name_);
        rig_ = &skeletal_rig_here(context);
        const RiggedBody& rigged = rigged_body_of(
            context.node(), {context.plugin(), context.node().path(), context.where()});
        influences_ = gltf_output::largest_influences(point_weights(rigged, context),
                                                      params.influences.value_or(4));
        limits_.most = params.morphs.value_or(limits_.most);
        limits_.tolerance = params.tolerance.value_or(limits_.tolerance);
    }

    void begin(const RunInfo& run, const Clock&) override {
        SurfaceFrames earlier;  // displacements from the rest
        const bool is_continued = finds_earlier(run);
        frames_file_ = is_skin() ? beside(run, "frames.glb") : file_;
        if (is_continued) earlier = frames_until(read_back(), run.kept_until);
        series_.begin(std::move(earlier), [this](const SurfaceFrames& frames) {
            write_file_whole(
                file_, is_skin() ? skin_of(frames)
                                 : gltf_output::file_content(surface_.rest(), frames, settings()));
        });
    }

    void observe(const Clock& clock) override {
        const Points moved = surface_.at(clock.time()) - surface_.rest().positions;
        if (is_skin())
            series_.keep(clock.time(), moved);
        else
            series_.add(clock.time(), moved);
    }

    void save(Archive& archive, const std::string& prefix) const override {
        SurfaceFile::save(archive, prefix);
        if (!is_skin()) return;
        gltf_output::Settings settings = this->settings();
        settings.has_normals = false;
        write_file_whole(frames_file_,
                         gltf_output::frames_content(surface_.rest(), series_.frames(), settings));
    }

    void finish() override {
        SurfaceFile::finish();
        if (!report_.is_null()) tell_of_error();
    }

    void report(nlohmann::json& report) const override {
        SurfaceFile::report(report);
        if (!report_.is_null()) report["skinning"] = report_;
    }

private:
    bool is_skin() const { return params_.as == GltfMotion::skin; }

    /// Weights of the points of the surface that is shown: the one that the body carries, or else
    /// its skin.
    SkinWeights point_weights(const RiggedBody& rigged, BuildContext& context) const {
        if (const VisualSurface* carried = surface_.carried())
            return carried_weights(*carried, rigged.nodes);
        return skin_weights(body_here(context).skin.nodes, rigged.nodes);
    }

    void refuse_parameters_of_skin(const BuildContext& context) const {
        const char* set = nullptr;
        if (params_.influences) set = "influences";
        if (params_.tolerance) set = "tolerance";
        if (params_.morphs) set = "morphs";
        if (set != nullptr)
            context.fail(context.at(set), fmt::format("{} of a file of shapes", set),
                         "leave it out, or write a skin: as: skin");
    }

    gltf_output::Settings settings() const {
        return {name_, params_.up == UpAxis::z, params_.format == GltfFormat::glb, params_.normals,
                params_.interpolation == FrameInterpolation::steps};
    }

    std::string skin_of(const SurfaceFrames& frames) {
        const Interruptible has_fewer_targets_then;
        const gltf_output::Skin skin =
            gltf_output::skin_of(surface_.rest().positions, frames, *rig_, influences_, limits_);
        report_ = gltf_output::skin_report(skin);
        return gltf_output::skin_content(surface_.rest(), skin, settings());
    }

    /// Says how far the skin is from the simulation: a warning if that is more than was allowed.
    void tell_of_error() const {
        const double worst = report_["worst_relative_error"];
        const std::string message = fmt::format(
            "{}: {} morph targets leave points {:.3g} m from the simulation on average, {:.3g} m "
            "at worst, {:.3g} of the largest displacement",
            file_.filename().string(), report_["morph_targets"].get<int>(),
            report_["mean_error"].get<double>(), report_["worst_error"].get<double>(), worst);
        if (worst <= limits_.tolerance)
            return log_diagnostic(
                DiagnosticBuilder(Severity::note, message).on(Attribution(provenance)));
        const bool is_whole = report_["is_whole"];
        log_diagnostic(
            Diagnostic::warning(message + fmt::format(", and {:.3g} is allowed", limits_.tolerance))
                .remedy(is_whole ? "give it more `morphs`, more `influences` or a larger "
                                   "`tolerance`; or write all frames, as: shapes"
                                 : "a signal ended the search for more: let the run come to its "
                                   "end, or continue it from a checkpoint (--from)")
                .on(Attribution(provenance)));
    }

    /// Reads the frames that this output wrote before. Throws InputError if it is of another
    /// surface.
    SurfaceFrames read_back() const {
        if (is_skin() && !std::filesystem::exists(frames_file_))
            provenance.fail(fmt::format("{} is not there, and {} goes on with its frames",
                                        frames_file_.string(), file_.filename().string()),
                            "put it back, or continue into another folder with -o");
        const gltf::File file = gltf::read({frames_file_, frames_file_.string(), {}});
        const auto fits = [&] {
            if (file.meshes.size() != 1 || file.animations.size() != 1) return false;
            const gltf::Mesh& mesh = file.meshes[0];
            const SurfaceMesh &there = mesh.surface, &here = surface_.rest();
            const auto& channels = file.animations[0].channels;
            return there.n_points() == here.n_points() &&
                   there.n_triangles() == here.n_triangles() &&
                   there.positions == here.positions.cast<float>().cast<double>() &&
                   there.triangles == here.triangles && channels.size() == 1 &&
                   channels[0].times.size() == mesh.targets.size();
        };
        if (!fits())
            file.fail("the file shows another surface than this run",
                      "move it away, or continue into another folder with -o");
        SurfaceFrames frames;
        frames.times = file.animations[0].channels[0].times;
        for (const gltf::MorphTarget& target : file.meshes[0].targets)
            frames.points.push_back(target.displacement.cast<float>());
        return frames;
    }

    Params params_;
    const SkeletalRig* rig_ = nullptr;  ///< of a skin
    gltf_output::Influences influences_;
    gltf_output::MorphLimits limits_;
    std::filesystem::path frames_file_;  ///< holds the frames that a continued run goes on with
    nlohmann::json report_;              ///< of the skin as it was last written
};

}  // namespace sinew

SINEW_PLUGIN(sinew::GltfOutput, "output/gltf",
             "A body's moving surface as a glTF file, of shapes or a skin")
