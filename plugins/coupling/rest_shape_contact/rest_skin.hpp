/// The skin of a body at rest: projection onto it along the gradient of its signed distance.
#pragma once

#include <sinew/level_set/level_set.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>

namespace sinew {

class RestSkin {
public:
    /// Distances are kept on voxels of edge `voxel` [m]. The body must outlive this.
    RestSkin(const Body& body, double voxel);

    /// A point of the skin: a triangle and barycentric weights of its corners.
    struct SurfacePoint {
        int triangle = 0;
        Eigen::Vector3d weights = Eigen::Vector3d::Zero();
    };
    /// The projection of X [m], of the shape at rest: X - phi grad phi / |grad phi|, then the
    /// closest point of the triangles to that. May be called by several threads.
    SurfacePoint project(const Eigen::Vector3d& X) const;

    double voxel() const { return distances_.voxel(); }
    /// Mean length of the edges of a body's skin, at rest [m].
    static double mean_edge(const Body& body);
    static double n_voxels(const Body& body, double voxel);
    /// A tenth of the mean edge of a body's skin, coarser if these are more than four millions, but
    /// never more than half of the edge [m].
    static double fine_voxel(const Body& body);

private:
    Eigen::Vector3d corner(int triangle, int c) const {
        return body_.mesh.positions.col(body_.skin.triangles(c, triangle));
    }

    const Body& body_;
    LevelSet distances_;
    BoxTree triangles_;
};

}  // namespace sinew
