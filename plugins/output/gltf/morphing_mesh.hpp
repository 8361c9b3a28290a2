/// A surface with morph targets as a mesh of a glTF file.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>

#include "document.hpp"
#include "settings.hpp"

namespace sinew::gltf_output {

/// A morph target: what its weight times is added to the points at rest.
struct NamedTarget {
    std::string name;
    const FramePoints* displacement;  ///< 3 x n_points [m]
};

/// Adds the surface's numbers to the file and returns the mesh: one primitive, and weights of zero.
nlohmann::json morphing_mesh(const SurfaceMesh& rest, const std::vector<NamedTarget>& targets,
                             const Settings& settings, Document& document);

/// Adds to an animation the weights of a node's targets, one a row, one a column and time.
void add_weights_channel(nlohmann::json& animation, int node, int times,
                         const Eigen::MatrixXf& weights, const Settings& settings,
                         Document& document);

/// Adds a sampler of `output` at `times`, and the channel by which it moves a property of a node.
void add_channel(nlohmann::json& animation, int node, const char* property, int times, int output,
                 const Settings& settings);

}  // namespace sinew::gltf_output
