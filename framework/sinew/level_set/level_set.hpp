/// Signed distance of points from a closed surface, in a time that depends on neither point nor
/// surface.
#pragma once

#include <memory>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// Signed distances on a grid of voxels (OpenVDB's: all of the inside, and three voxels outside),
/// between which a quadratic B-spline gives values, gradients and second derivatives that belong
/// together; value and gradient are continuous. A flat face comes out exact; on a ball of radius R
/// the spline lies h^2/(4R) off, and edges are rounded by a fraction of the voxels' edge h.
///
/// Museth, VDB: high-resolution sparse volumes with dynamic topology, ACM Trans. Graph. 32(3),
/// 2013.
class LevelSet {
public:
    /// Builds the level set of a surface that is closed (`inspect`), whichever way its triangles
    /// face. `voxel` is h [m].
    LevelSet(const SurfaceMesh& closed, double voxel);
    ~LevelSet();
    LevelSet(LevelSet&&) noexcept;
    LevelSet& operator=(LevelSet&&) noexcept;

    /// The level set at a point.
    struct Sample {
        double distance = 0;                                  ///< negative inside [m]
        Eigen::Vector3d gradient = Eigen::Vector3d::Zero();   ///< d distance / dx
        Eigen::Matrix3d curvature = Eigen::Matrix3d::Zero();  ///< d gradient / dx [1/m]
    };
    /// Exact to the grid inside and within a voxel of the surface outside; beyond three voxels the
    /// distance stays what it is there, and its derivatives are zero. May be called by several
    /// threads.
    Sample at(const Eigen::Vector3d& x) const;

    /// A box around the surface [m].
    const Eigen::AlignedBox3d& box() const { return box_; }
    /// Edge h of the voxels [m].
    double voxel() const { return voxel_; }
    /// About how many voxels a surface takes; what is above `most_voxels` should not be tried.
    static double n_voxels(const SurfaceMesh& closed, double voxel);
    static constexpr double most_voxels = 3e7;

private:
    struct Grid;
    std::unique_ptr<const Grid> grid_;
    Eigen::AlignedBox3d box_;
    double voxel_;
};

}  // namespace sinew
