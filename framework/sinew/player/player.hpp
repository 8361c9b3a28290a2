/// Steps a reduced model.
#pragma once

#include <sinew/player/model.hpp>

namespace sinew::player {

/// A model in motion. Nothing but the constructor allocates memory.
class Player {
public:
    explicit Player(Model model);
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    const Model& model() const { return model_; }
    /// Back to the start, without forces of a hand.
    void reset();
    /// Parameters p of the rig at the ends of the steps to come, as many as model().posed has.
    /// Without a call they stay as they are at the start.
    void set_pose(const Eigen::Ref<const Vector>& p) { pose_ = p; }
    /// One step of model().step. A step that fails leaves the motion as it was.
    Failure step();
    /// Time since the start [s].
    double time() const { return double(n_steps_) * model_.step; }
    const Motion& motion() const { return motion_; }

    /// Lets a force act on a node beside those that act already [N].
    void add_node_force(Index node, const Eigen::Vector3d& force);
    /// The same at a point of the surface.
    void add_point_force(Index point, const Eigen::Vector3d& force);
    /// Takes these forces away again; loads of the scene stay.
    void clear_forces() { model_.kinematics->release(); }

    /// Position of a node [m]. O(r).
    Eigen::Vector3d node_position(Index node) const;
    /// Velocity of a node [m/s]. O(r).
    Eigen::Vector3d node_velocity(Index node) const;
    /// Positions of all nodes, 3 n numbers [m]. O(n r).
    const Vector& node_positions();
    /// Positions of the points of the surface, 3 numbers each [m]. O(n r).
    void surface_positions(double* to);
    /// f := elastic and damping forces now, r numbers [J per unit of q].
    Failure internal_forces(Vector& f) { return step_.internal_forces(motion_, f); }

private:
    void find_loads();
    Failure move_pose(double dt);
    void move_back();

    Model model_;
    SemiImplicitStep step_;
    Motion motion_;
    long n_steps_ = 0;
    Vector external_, positions_;
    Vector pose_, last_pose_;  ///< p at the end of the next step, and of the last one
};

}  // namespace sinew::player
