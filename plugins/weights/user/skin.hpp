/// Weights of the skin of a glTF file, carried to other points.
#pragma once

#include <sinew/gltf/skin_pose.hpp>

namespace sinew::user_weights {

struct Skin {
    SurfaceMesh surface;                                   ///< at rest
    Eigen::SparseMatrix<double, Eigen::RowMajor> weights;  ///< n_points x n_joints
    std::vector<std::string> joints;                       ///< their names

    /// Reads the skin as it stands in the scene of the file. `wanted` and `where`: as choose_skin
    /// takes them. Throws InputError.
    Skin(const Path& file, const std::string& wanted, const SourceMark& where);
    Skin(SurfaceMesh surface, const Eigen::SparseMatrix<double, Eigen::RowMajor>& weights);

    /// The reason why these points are no body inside of the skin; "" if they may be.
    std::string mismatch(const Points& points) const;
    /// Weights of points (3 x n [m]): those of the closest point of the surface, linear in its
    /// triangle: n x n_joints.
    Eigen::MatrixXd carried_to(const Points& points) const;
};

}  // namespace sinew::user_weights
