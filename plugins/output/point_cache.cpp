/// The surface of a body in motion, as a point cache that Blender, Maya and 3ds Max hang on a mesh:
/// the OBJ that is written next to it, with the surface at rest. Points are numbered as there, and
/// stand in the scene's own axes.
///
/// An MDD knows the time of each frame; a PC2 counts frames, which are `every` (or a step) apart.
/// The cache is rewritten whole while the run goes on, each time an eighth of frames has been
/// added, and when a checkpoint is written: a killed run leaves one that opens, and a continued run
/// goes on with it. All frames stay in memory, in single precision.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/mechanics/output/surface_file.hpp>

#include "point_cache/cache_file.hpp"

namespace sinew {

class PointCache final : public SurfaceFile {
public:
    struct Params : ShownSurfaceParams {
        CacheFormat format = CacheFormat::mdd;

        static constexpr auto fields = std::tuple{
            field("format", &Params::format, "LightWave's MDD, or PC2 of 3ds Max"),
            shown_surface,
            field("name", &Params::name, "Names the files; the node's path if absent"),
        };
    };

    PointCache(const Params& params, BuildContext& context)
        : SurfaceFile(params, params.format == CacheFormat::mdd ? "mdd" : "pc2", context),
          params_(params) {}

    void begin(const RunInfo& run, const Clock& clock) override {
        const SurfaceMesh& rest = surface_.rest();
        SurfaceFrames earlier;
        if (finds_earlier(run)) {
            earlier = read_cache(params_.format, file_, rest.n_points());
            earlier.times.resize(earlier.points.size());
            earlier = with_times(std::move(earlier), clock);
        }
        write_file_whole(beside(run, "obj"), obj_text(rest.positions, rest.triangles));
        series_.begin(std::move(earlier), [this](const SurfaceFrames& frames) {
            write_file_whole(file_,
                             cache_content(params_.format, frames, surface_.rest().n_points()));
        });
    }

    void observe(const Clock& clock) override {
        series_.add(clock.time(), surface_.at(clock.time()));
    }

private:
    /// The frames that an unbroken run would have by now: those that this output sees, in order.
    SurfaceFrames with_times(SurfaceFrames frames, const Clock& clock) const {
        Clock at = clock;
        std::size_t n = 0;
        for (at.index = 0; at.index <= clock.index && n < frames.points.size(); ++at.index)
            if (!common.every || is_due(at, *common.every)) frames.times[n++] = at.time();
        frames.times.resize(n);
        frames.points.resize(n);
        return frames;
    }

    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::PointCache, "output/point_cache", "A body's moving surface as MDD or PC2")
