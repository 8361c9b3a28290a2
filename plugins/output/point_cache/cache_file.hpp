/// Point caches: the same points at many times.
///
///     MDD (LightWave), big-endian     int32 frames, int32 points, float time [s] of each frame,
///                                     float x y z of each point, frame by frame
///     PC2 (3ds Max), little-endian    char[12] "POINTCACHE2\0", int32 version 1, int32 points,
///                                     float first frame 0, float frames a sample 1, int32 samples,
///                                     float x y z of each point, sample by sample
#pragma once

#include <filesystem>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/output/surface_series.hpp>

namespace sinew {

enum class CacheFormat { mdd, pc2 };
template <>
struct EnumNames<CacheFormat> {
    static constexpr std::array names{std::pair{"mdd", CacheFormat::mdd},
                                      std::pair{"pc2", CacheFormat::pc2}};
};

std::string cache_content(CacheFormat format, const SurfaceFrames& frames, Eigen::Index n_points);

/// Reads a file that cache_content made; a PC2 has no times. Throws InputError naming the file: no
/// such cache, one of another number of points, or one that is cut off.
SurfaceFrames read_cache(CacheFormat format, const std::filesystem::path& file,
                         Eigen::Index n_points);

}  // namespace sinew
