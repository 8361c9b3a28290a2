/// A moving surface as a glTF 2.0 file of a skinned mesh.
#pragma once

#include "morphing_mesh.hpp"
#include "skin.hpp"

namespace sinew::gltf_output {

/// Errors, counts and lost weights of a skin, for the mesh's extras and for run.json. Lengths are
/// in metres, relative errors parts of the largest displacement.
nlohmann::json skin_report(const Skin& skin);

/// The content of the file: the surface at rest under its skin, the joints in their tree below a
/// node of their own, and an animation of the joints and of the morph targets' weights.
std::string skin_content(const SurfaceMesh& rest, const Skin& skin, const Settings& settings);

}  // namespace sinew::gltf_output
