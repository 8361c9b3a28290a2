/// A moving surface as a glTF 2.0 file.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/output/surface_series.hpp>
#include <string>

namespace sinew::gltf_output {

struct Settings {
    std::string name;          ///< of mesh, node and animation
    bool z_is_up = true;       ///< the node turns z to glTF's y
    bool is_binary = true;     ///< .glb; else .gltf with its buffer inside
    bool has_normals = false;  ///< of points, with those of frames
    bool steps = false;        ///< a frame holds until the next
};

/// The content of the file: the surface at rest, one morph target a frame, and an animation of
/// their weights (`frames` holds displacements from the rest) in which at each frame's time its own
/// is 1 and all others are 0.
std::string file_content(const SurfaceMesh& rest, const SurfaceFrames& frames,
                         const Settings& settings);

}  // namespace sinew::gltf_output
