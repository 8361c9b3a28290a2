/// The text of a USD stage (.usda), and the way back.
#pragma once

#include <filesystem>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/output/surface_series.hpp>
#include <string>

#include "skeleton.hpp"

namespace sinew::usda {

struct Settings {
    std::string name;     ///< of the prim that holds all others
    bool z_is_up = true;  ///< else y
    double codes_per_second = 24;
};

/// The surface and, unless it is nullptr, the skeleton, which has a sample for each frame. Times of
/// the frames are time codes; points are positions [m].
std::string stage_text(const SurfaceMesh& rest, const SurfaceFrames& frames,
                       const SkeletonTrack* skeleton, const Settings& settings);

/// Reads the frames of a file that stage_text made of that surface, times in time codes. Throws
/// InputError if the file is of another surface or of other time codes a second.
SurfaceFrames read_frames(const std::filesystem::path& file, const SurfaceMesh& rest,
                          double codes_per_second);

}  // namespace sinew::usda
