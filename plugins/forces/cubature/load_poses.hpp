/// The poses that loads lead a body to, with all of its elements.
#pragma once

#include "training_body.hpp"

namespace sinew::cubature {

/// Reduced coordinates, r x count each.
struct LoadPoses {
    Eigen::MatrixXd motion, equilibria;
    int n_lost = 0;  ///< loads under which no equilibrium was found
};

/// The poses that the scene's loads lead to:
/// - the motion over three periods of the softest mode, or to the end of the run if that comes
///   first, from where the scene starts, or, if it starts at rest, from where its loads set in: at
///   most `n_motion` poses, equally far apart in time;
/// - equilibria under half, all and twice of the dead loads, at four times of the run and when they
///   are largest.
/// If they leave it at rest, standard gravity along x, y and z takes their place, as far as it
/// deforms the body. To these come equilibria under `unit_loads` alone (r x count). Where a step
/// fails the motion ends, and an equilibrium that is not found is left out.
LoadPoses load_poses(const TrainingBody& body, const SceneLoads& loads, int n_motion,
                     const Eigen::MatrixXd& unit_loads);

}  // namespace sinew::cubature
