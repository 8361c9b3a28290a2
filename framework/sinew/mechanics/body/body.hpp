/// A body: a mesh and a material on a node, in the world, at rest.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <vector>

namespace sinew {

class BuildContext;
class Selection;

/// Mesh, material and initial motion of a body, in the world.
struct Body {
    std::string path;               ///< of its node: "/beam"
    VolumeMesh mesh;                ///< in the world, at rest [m]
    VolumeMesh local_mesh() const;  ///< in the node's rest frame, where selections are evaluated
    /// Nodes where selections look for them, 3 x n_nodes, world [m]; empty: where the mesh is.
    Points neutral = Points(3, 0);
    Boundary skin;
    std::optional<SurfaceMesh> surface;  ///< the mesh plugin's own surface, in the world
    Eigen::Affine3d to_world = Eigen::Affine3d::Identity();  ///< from the node's frame
    const Material* material = nullptr;
    Eigen::VectorXd density;      ///< per element [kg/m^3]
    Points initial_displacement;  ///< 3 x n_nodes [m], world
    Points initial_velocity;      ///< 3 x n_nodes [m/s], world

    /// Numbers of the selected nodes, ascending.
    std::vector<int> nodes(const Selection& where) const;
    /// Numbers of the selected elements, ascending.
    std::vector<int> elements(const Selection& where) const;
    /// Numbers of the selected faces of the skin (into skin.faces), ascending.
    std::vector<int> faces(const Selection& where) const;
};

/// The body of a node, made on first request; throws InputError if the node has a mesh but no
/// material, or no volume mesh, naming what is missing. nullptr if the node has no mesh.
Body* body_of(SceneNode& node);

/// The body of the node that an object is being built on; an InputError if it has none.
Body& body_here(const BuildContext& context);

}  // namespace sinew
