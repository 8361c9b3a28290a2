/// glTF 2.0 files (Khronos Group, glTF 2.0 specification, 2021; section numbers below are its own):
/// what they hold of skeletons, skins and their motion. Materials, images, cameras and lights are
/// left aside. Lengths are metres, y points up, quaternions are x y z w.
#pragma once

#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/rig/clip.hpp>
#include <string>
#include <vector>

namespace sinew::gltf {

/// A node of the file.
struct Node {
    std::string name;
    bool has_name = false;  ///< else `name` is made of its number
    int parent = -1;
    Eigen::Vector3d move = Eigen::Vector3d::Zero();
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    Eigen::Vector3d scale = Eigen::Vector3d::Ones();
    Eigen::Affine3d to_parent = Eigen::Affine3d::Identity();  ///< move, turn, scale; or its matrix
    int mesh = -1, skin = -1;
    std::vector<double> morph_weights;  ///< of its mesh, in place of the mesh's own
};

/// A skin: its joints and where they were bound.
struct Skin {
    std::string name;
    std::vector<int> joints;                    ///< nodes
    std::vector<Eigen::Affine3d> inverse_bind;  ///< of each joint: from the skin's mesh to it
};

/// A morph target: what it adds to the positions.
struct MorphTarget {
    std::string name;
    Points displacement;  ///< 3 x n_points [m]
};

/// All primitives of a mesh that are triangles, as one surface.
struct Mesh {
    std::string name;
    SurfaceMesh surface;      ///< in the frame of its node, or of its skin
    Eigen::MatrixXi joints;   ///< 4 k x n_points, into the skin's joints; empty without a skin
    Eigen::MatrixXd weights;  ///< of the same shape
    std::vector<MorphTarget> targets;
    std::vector<double> morph_weights;  ///< one a target
};

/// The property of a node that a channel moves.
enum class Property { translation, rotation, scale, weights };

/// One property of one node in time.
struct Channel {
    int node = -1;
    Property property = Property::translation;
    Interpolation between = Interpolation::linear;
    std::vector<double> times;  ///< ascending [s]
    /// A column a keyframe; of a cubic three: the rate before it, its value, the rate after it.
    Eigen::MatrixXd values;
};

/// An animation and its channels.
struct Animation {
    std::string name;
    std::vector<Channel> channels;
    double begin = 0, end = 0;  ///< of its keyframes [s]
};

/// The checked content of a file.
struct File {
    std::string name;  ///< as messages call it
    SourceMark place;  ///< where the scene asks for it
    std::string generator;
    std::vector<std::string> scenes;
    std::vector<Node> nodes;
    std::vector<Skin> skins;
    std::vector<Mesh> meshes;
    std::vector<Animation> animations;
    std::vector<std::string> warnings;

    /// Throws InputError that names the file, at the place of its path in the scene.
    [[noreturn]] void fail(const std::string& message, const std::string& remedy = {}) const;
};

/// True if the file's name ends in .gltf or .glb.
bool is_gltf(const Path& path);

/// Reads and checks a file with its buffers, embedded or beside it. Throws InputError at the path's
/// place: what is no glTF 2.0, buffers that are missing or too short, indices out of range,
/// keyframes out of order, numbers that are not finite, quaternions that are not of unit length.
File read(const Path& path);

}  // namespace sinew::gltf
