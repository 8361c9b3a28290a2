/// The rest poses of the skins of a glTF file (section 3.7.3): a point X of a skin's mesh goes to
///
///     x = sum_j w_j G_j(t) B_j X
///
/// in the scene, with B_j the inverse bind matrix of joint j and G_j the transform of its node. At
/// rest it is at A X, where A = G_r(0) B_r of the first joint r that no other one carries; a joint
/// is then at A B_j^-1. For a file whose nodes stand as they were bound that is what viewers show.
#pragma once

#include <Eigen/SparseCore>
#include <optional>

#include "gltf_file.hpp"

namespace sinew::gltf {

/// Transform of each node's frame to the scene, as the nodes stand.
std::vector<Eigen::Affine3d> nodes_in_scene(const File& file);
/// A, from the meshes of a skin to the scene.
Eigen::Affine3d rest_of_skin(const File& file, const Skin& skin);
/// The nearest node above it that is a joint of the skin, as its number among them; -1 if there is
/// none.
int joint_above(const File& file, const Skin& skin, int node);

/// Names of a skin's joints; nodes that are named alike have their numbers behind.
std::vector<std::string> joint_names(const File& file, const Skin& skin);

/// x = scale R X + t.
struct Similarity {
    Eigen::Isometry3d motion;  ///< R and t [m]
    double scale;
};
/// Nothing if it stretches, shears or mirrors (by more than 1e-3).
std::optional<Similarity> similarity_of(const Eigen::Affine3d& transform);

/// All meshes of a skin as one surface, with the weights of its joints.
struct WeightedSurface {
    SurfaceMesh surface;                                   ///< in the scene, at rest [m]
    Eigen::SparseMatrix<double, Eigen::RowMajor> weights;  ///< as written: n_points x n_joints
};
/// The surface of the skin of that number.
WeightedSurface weighted_surface(const File& file, int skin);

/// Number of the skin that is wanted by name or number; InputError at `where` if there is none of
/// that name, no skin at all, or several and none is wanted ("").
int choose_skin(const File& file, const std::string& wanted, const SourceMark& where);
/// Number of the animation that is wanted, likewise; -1 if there are none and none is wanted.
int choose_animation(const File& file, const std::string& wanted, const SourceMark& where);

}  // namespace sinew::gltf
