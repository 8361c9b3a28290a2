/// A moving surface as a glTF 2.0 file of shapes.
#pragma once

#include "morphing_mesh.hpp"

namespace sinew::gltf_output {

/// The content of the file: the surface at rest, one morph target a frame, and an animation of
/// their weights (`frames` holds displacements from the rest) in which at each frame's time its own
/// is 1 and all others are 0.
std::string file_content(const SurfaceMesh& rest, const SurfaceFrames& frames,
                         const Settings& settings);

/// The content of a .glb file that keeps frames for a run that goes on: the same surface and
/// targets, and a channel that holds their times and moves nothing. n frames make no n^2 weights.
/// Throws ComputationError if it would be too large.
std::string frames_content(const SurfaceMesh& rest, const SurfaceFrames& frames,
                           const Settings& settings);

}  // namespace sinew::gltf_output
