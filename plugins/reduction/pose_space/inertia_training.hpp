/// Training: which nodes stand for all in the inertia of a rest shape that moves.
#pragma once

#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/formulation/rest_shape.hpp>

#include "inertia_nodes.hpp"

namespace sinew::pose_space {

/// Goal of the training.
struct InertiaGoal {
    double tolerance = 0.03;  ///< relative error of reduced inertial forces, root mean square
    int count = 60;           ///< of examples at each pose
    int seed = 1;
};

/// Examples at each pose are second differences of its shape under small random changes of its
/// parameters, one after another, as if they were frames, and turns of random deformations (which a
/// root that turns adds). A fifth of them tests what is fitted to the others. Points are added one
/// by one, each the most parallel to what is missing.
///
/// `bases`: U_i, aligned. Throws ComputationError if nothing moves the body in them.
///
/// Xu & Barbic 2016, section 5.4, equation 25.
InertiaNodes train_inertia(const ExamplePoses& poses, const std::vector<Eigen::MatrixXd>& bases,
                           const FullBody& body, const InertiaGoal& goal);

/// Fingerprint of what the rig does near the poses: of a shape beside each, where each parameter is
/// changed by another amount.
std::string fingerprint_near(const ExamplePoses& poses);

}  // namespace sinew::pose_space
