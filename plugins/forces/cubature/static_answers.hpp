/// The displacement error of a cubature: where the body comes to rest with its elements.
#pragma once

#include <sinew/mechanics/cubature/cubature_training.hpp>

#include "training_body.hpp"

namespace sinew::cubature {

/// Equilibria of a body with all of its elements, q_t under the forces f_t, to compare those of
/// cubatures with.
class StaticAnswers {
public:
    /// `body` outlives this; poses q and their forces are r x T.
    StaticAnswers(const TrainingBody& body, Eigen::MatrixXd q, Eigen::MatrixXd forces);

    /// T.
    Index size() const { return q_.cols(); }
    /// Root mean square over the poses of |q - q_t| / |q_t| in the norm of mass, where q is the
    /// equilibrium under f_t with the cubature's elements; 1 for a pose from which none is found.
    double error(const Cubature& cubature) const;

private:
    const TrainingBody& body_;
    Eigen::MatrixXd q_, forces_;
};

}  // namespace sinew::cubature
