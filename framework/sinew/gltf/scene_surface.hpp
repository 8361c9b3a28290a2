/// The triangles of a glTF file, as its scene shows them.
#pragma once

#include <map>
#include <sinew/mechanics/visual/morph.hpp>

#include "gltf_file.hpp"

namespace sinew::gltf {

/// Weights of morph targets, by their names.
using MorphWeights = std::map<std::string, double>;

/// The mesh of every node, or of those that are called `part` or whose mesh is: where the node
/// stands, or for a skin at rest (skin_pose.hpp); with morph targets added by their weights in the
/// file, or by those of `morphs` where it names them. Throws InputError at the file's place: no
/// triangles, no part of that name, a morph target that no mesh has.
SurfaceMesh surface_in_scene(const File& file, const std::string& part = "",
                             const MorphWeights& morphs = {});

/// The morph animation of the points that surface_in_scene gives for the same part and morphs, in
/// their order. Throws InputError at `where` if it changes none of them.
MorphClip morph_clip(const File& file, const std::string& part, const MorphWeights& morphs,
                     int animation, const SourceMark& where);

}  // namespace sinew::gltf
