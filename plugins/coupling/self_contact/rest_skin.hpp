/// The skin of a body at rest, and where a place inside belongs on it.
#pragma once

#include <sinew/level_set/level_set.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/coupling/moving_skin.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>

namespace sinew {

class RestSkin {
public:
    /// Distances are kept on cubes of edge `voxel` [m]. The body must outlive this.
    RestSkin(const Body& body, double voxel);

    using Place = MovingSkin::SurfacePoint;
    /// Where the gradient of the distance leads from X: X - phi grad phi / |grad phi|, then the
    /// nearest place of the skin itself. May be called by several threads.
    Place project(const Eigen::Vector3d& X) const;
    /// d(that place)/dX, on the face, the edge or the corner that it is on.
    Eigen::Matrix3d slide(const Eigen::Vector3d& X, const Place& place) const;

    double voxel() const { return distances_.voxel(); }
    /// Mean length of the edges of a body's skin, at rest [m].
    static double mean_edge(const Body& body);
    static double n_voxels(const Body& body, double voxel);
    /// A tenth of the mean edge of a body's skin, coarser if these are more than four millions, but
    /// never more than half of the edge [m]. With half of it, places near a coarse box's edges are
    /// off by so much that blocks that collide gain more energy than they had.
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
