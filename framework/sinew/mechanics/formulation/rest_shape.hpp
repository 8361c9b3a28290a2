/// The shape in which a body is free of stress, where that moves in time.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <span>
#include <string>

namespace sinew {

class Archive;
class PoseModuli;

/// Shapes of a body at m example poses, of which all others are mixed; pose 0 is the mesh as it is.
class ExamplePoses {
public:
    virtual ~ExamplePoses() = default;
    /// Number m of poses, at least 1.
    virtual Eigen::Index n_poses() const = 0;
    /// Positions of all nodes at a pose, seen from the root, 3 x n_nodes [m].
    virtual Points at_pose(Eigen::Index pose) const = 0;
    /// Number of parameters of a pose.
    virtual Eigen::Index n_parameters() const = 0;
    /// Positions, 3 x n_nodes [m], where the parameters are a little beside those of the pose: by a
    /// degree of turns, and a thousandth of the scale of others, times the numbers of `by`.
    virtual Points near_pose(Eigen::Index pose, const Eigen::VectorXd& by) const = 0;
    /// Distance of two poses in their parameters, over the scales of these [1]: 0 for the same one.
    virtual double distance(Eigen::Index pose, Eigen::Index other) const = 0;
    /// Weights of the poses at time t [s], m numbers with the sum 1; they may be negative.
    virtual Eigen::VectorXd weights(double t) const = 0;
    /// Young's modulus and Poisson's ratio at the poses; nullptr if they are those of the material
    /// always.
    virtual const PoseModuli* moduli() const { return nullptr; }
    /// Motion of the root, which carries the whole body, from rest to time t [s].
    virtual Eigen::Isometry3d root(double t) const = 0;
};

/// Positions of a body's nodes in its rest shape, as a function of time.
class RestShape {
public:
    virtual ~RestShape() = default;
    /// The poses that it is mixed of; nullptr if there are none.
    virtual const ExamplePoses* poses() const { return nullptr; }
    /// The factor [1] on the inertia of its own motion: 1 is what nature has.
    virtual double inertia_gain() const { return 1; }
    /// x := positions of these nodes at time t [s], in the world [m], one a column.
    virtual void positions(double t, std::span<const int> nodes, Points& x) const = 0;
    /// True if it jumps after the one time and until the other [s]: it has not moved there between
    /// them, and what it deforms by goes with the root.
    virtual bool jumps(double /*from*/, double /*to*/) const { return false; }
    /// The factors phi of all nodes, n_nodes x L, of a shape that is linear in L vectors in space,
    /// x_i = sum_l phi_il v_l; empty of others.
    virtual Eigen::MatrixXd linear_factors() const { return {}; }
    /// The vectors v at time t [s], 3 x L.
    virtual Points linear_vectors(double /*t*/) const { return Points(3, 0); }
    /// The least stretch [1], from the mesh as it is, that an element of the shape counts with:
    /// nodes may lie closer, or turn it inside out. 0: they may not.
    virtual double least_stretch() const { return 0; }
    /// Positions of the surface that the body carries in its rest shape, 3 x n_points [m]; empty if
    /// it goes with the nodes, or there is none.
    virtual Points surface(double /*t*/) const { return Points(3, 0); }
    /// Writes rig/ and shape/ of a reduced model (docs/player.md), from which a player finds it,
    /// and the clip at these times [s]. Returns why no player can, or "".
    virtual std::string export_to(Archive& /*archive*/,
                                  const std::vector<double>& /*times*/) const {
        return "a player of reduced models does not know its rest shape";
    }
};

}  // namespace sinew
