/// Settings of a file of a moving surface.
#pragma once

#include <string>

namespace sinew::gltf_output {

struct Settings {
    std::string name;          ///< of mesh, node and animation
    bool z_is_up = true;       ///< the node turns z to glTF's y
    bool is_binary = true;     ///< .glb; else .gltf with its buffer inside
    bool has_normals = false;  ///< of points, with those of morph targets
    bool steps = false;        ///< a frame holds until the next
};

}  // namespace sinew::gltf_output
