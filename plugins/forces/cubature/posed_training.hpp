/// Training for a body whose rest shape moves between poses.
///
/// One set of elements serves all poses of the rig: it is chosen for the examples of all of them
/// together. Each pose then has weights of its own, fitted to its own examples.
///
/// Xu & Barbic 2016, section 5.3, equations 17 to 19, with the errors of training.hpp in place of
/// the forces' own.
#pragma once

#include "training.hpp"

namespace sinew::cubature {

/// A cubature for m poses.
struct PosedTrained {
    Trained all;              ///< of the examples of all poses, with one weight an element
    Eigen::MatrixXd weights;  ///< c x m, >= 0, of all.elements at each pose
    Vector test_errors;       ///< m: of the residual of forces, with weights of the pose

    Archive archive() const;
    static PosedTrained from(const Archive& archive);
    std::string identity() const;
};

/// `sites`: the body at each pose. Otherwise as `train`.
PosedTrained train_poses(const TrainingParams& params, const std::vector<SubspaceSite>& sites,
                         LinearSolver& dense, const Origin& origin);

}  // namespace sinew::cubature
