/// The surface of a body in motion, as one glTF 2.0 file for Blender, Maya and viewers: the surface
/// at rest with one morph target a frame, and an animation in which at each frame's time its target
/// has the weight 1 and all others 0, so that in between points go straight on.
///
/// The file is rewritten whole while the run goes on, each time an eighth of frames has been added,
/// and when a checkpoint is written: a killed run leaves one that opens, and a continued run goes
/// on with it. All frames stay in memory, in single precision.

#include <sinew/gltf/gltf_file.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/mechanics/output/surface_file.hpp>
#include <sinew/mechanics/output/up_axis.hpp>

#include "gltf/gltf_writer.hpp"

namespace sinew {

enum class GltfFormat { glb, gltf };
template <>
struct EnumNames<GltfFormat> {
    static constexpr std::array names{std::pair{"glb", GltfFormat::glb},
                                      std::pair{"gltf", GltfFormat::gltf}};
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
        GltfFormat format = GltfFormat::glb;
        UpAxis up = UpAxis::z;
        FrameInterpolation interpolation = FrameInterpolation::linear;
        bool normals = false;

        static constexpr auto fields = std::tuple{
            shown_surface,
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
          params_(params) {}

    void begin(const RunInfo& run, const Clock&) override {
        SurfaceFrames earlier;  // displacements from the rest
        if (finds_earlier(run)) earlier = frames_until(read_back(), run.kept_until);
        series_.begin(std::move(earlier), [this](const SurfaceFrames& frames) {
            write_file_whole(file_, gltf_output::file_content(surface_.rest(), frames, settings()));
        });
    }

    void observe(const Clock& clock) override {
        series_.add(clock.time(), surface_.at(clock.time()) - surface_.rest().positions);
    }

private:
    gltf_output::Settings settings() const {
        return {name_, params_.up == UpAxis::z, params_.format == GltfFormat::glb, params_.normals,
                params_.interpolation == FrameInterpolation::steps};
    }

    /// Reads the frames that this output wrote before. Throws InputError if it is of another
    /// surface.
    SurfaceFrames read_back() const {
        const gltf::File file = gltf::read({file_, file_.string(), {}});
        const auto fits = [&] {
            if (file.meshes.size() != 1 || file.animations.size() != 1) return false;
            const gltf::Mesh& mesh = file.meshes[0];
            const auto& channels = file.animations[0].channels;
            return mesh.surface.positions ==
                       surface_.rest().positions.cast<float>().cast<double>() &&
                   mesh.surface.triangles == surface_.rest().triangles && channels.size() == 1 &&
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
};

}  // namespace sinew

SINEW_PLUGIN(sinew::GltfOutput, "output/gltf", "A body's moving surface as a glTF file")
