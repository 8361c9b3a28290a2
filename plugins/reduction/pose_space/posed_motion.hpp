/// The pose of a body in a subspace that is mixed over poses, and how it moves.
#pragma once

#include <optional>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/mechanics/pose_space/root_motion.hpp>
#include <sinew/mechanics/reduction/elastic_body.hpp>

#include "pose_basis.hpp"
#include "rest_history.hpp"
#include "transition.hpp"

namespace sinew::pose_space {

/// Rest shape, basis and root at one time. What is of all nodes is found when it is asked for.
class PosedMotion final : public PosedSubspace {
public:
    /// `full`, whose rest shape has poses, outlives it. It is at time 0.
    PosedMotion(ElasticBody& full, PoseBasis mixed);

    /// Moves it to time t [s]. Throws ComputationError if vectors of the bases cancel each other.
    void move_to(double t);

    const ExamplePoses& poses() const { return *rest.shape().poses(); }
    Eigen::Matrix3d turn() const { return root.end.linear(); }

    const Vector& pose_weights() const override { return basis.weights(); }
    /// Moves the body's own system, too.
    const Eigen::MatrixXd& vectors() const override;
    const Vector* scales() const override { return basis.is_rotated() ? nullptr : &basis.scales(); }
    void rows(std::span<const int> nodes, Eigen::MatrixXd& to) const override;
    void rest_positions(std::span<const int> nodes, Points& x) const override {
        rest.gather(nodes, x);
        move_to_root(root.end, x);
    }

    mutable RestHistory rest;
    PoseBasis basis;
    RootMotion root;
    /// Paths of points within a step, of a body that couplings may act on.
    std::optional<Transition> transition;
    double least_norm = 1;  ///< of a mixed vector, of all times so far
    /// Seconds that the rest shape at kept nodes, and weights and masses of vectors, have taken.
    double seconds_rest_shape = 0, seconds_mixing = 0;

private:
    ElasticBody& full_;
    double t_ = 0;
    mutable Eigen::MatrixXd U_;
    mutable bool has_vectors_ = false;
};

}  // namespace sinew::pose_space
