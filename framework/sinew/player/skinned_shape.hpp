/// The rest shape of a body whose nodes go with the nearest points of a skin that bones carry.
#pragma once

#include <sinew/mechanics/pose_space/nearby_surface.hpp>
#include <sinew/player/rig_motion.hpp>

namespace sinew::player {

/// The shape as a file holds it.
struct SkinnedShapeModel {
    Eigen::Matrix3Xd nodes, surface;  ///< at rest in the world [m]
    bool shows_surface = false;       ///< the surface has positions of its own in the rest shape
    pose_space::NearbyPoints nearby;
    std::vector<int> first, bones;              ///< of each point of the surface, and their number
    std::vector<double> weights;                ///< of the bones
    std::vector<Eigen::Matrix3Xd> corrections;  ///< of the nodes, at each pose; or none [m]
    std::vector<Eigen::Matrix3Xd> sculpted;     ///< of the surface, at poses; or none [m]
};

/// One caller at a time. No call allocates memory once each has been made.
class SkinnedShape {
public:
    explicit SkinnedShape(SkinnedShapeModel model);

    Index n_nodes() const { return model_.nodes.cols(); }
    bool has_corrections() const { return !model_.corrections.empty(); }
    /// Number of points of the surface with a position of their own.
    Index n_shown() const { return model_.shows_surface ? model_.surface.cols() : 0; }

    /// Some nodes, and the points of the surface that they go with.
    struct Part {
        std::vector<int> nodes, points;
        std::vector<int> place;  ///< of each point of the surface among `points`; -1 if it is none
        Eigen::Matrix3Xd rest, moved;  ///< of `points`, at rest and displacements [m]
        Eigen::Matrix3Xd x;            ///< of `nodes`, in the world [m]
    };
    Part part(std::vector<int> nodes) const;
    /// Finds part.x.
    void find(const RigState& rig, Part& part) const;
    /// The position of one node, and of a point of the surface [m].
    Eigen::Vector3d node(Index i, const RigState& rig);
    Eigen::Vector3d surface_point(Index s, const RigState& rig) const;

private:
    pose_space::NodesNearSurface nodes_near_surface() const {
        return {model_.nodes, model_.nearby, model_.corrections};
    }

    SkinnedShapeModel model_;
    std::vector<int> place_;  ///< of the points that one node goes with
    Eigen::Matrix3Xd rest_, moved_, node_;
};

}  // namespace sinew::player
