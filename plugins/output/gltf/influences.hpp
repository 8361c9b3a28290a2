/// The joints that move each point of a skinned mesh in a file, which keeps a few of them.
#pragma once

#include <sinew/mechanics/weights/weights.hpp>

namespace sinew::gltf_output {

struct Influences {
    Eigen::MatrixXi joints;   ///< 4 k x n_points, as files hold them four by four; 0 of no weight
    Eigen::MatrixXf weights;  ///< of the same shape; columns fall, and sum to one
    /// The share of their weights that points lose, over all points and of the worst.
    double mean_lost = 0, most_lost = 0;
};

/// The largest weights of each point (n_points x n_bones), `most` at most, divided by their sum. Of
/// equals the bones of smaller numbers stay.
Influences largest_influences(const SkinWeights& weights, int most);

}  // namespace sinew::gltf_output
