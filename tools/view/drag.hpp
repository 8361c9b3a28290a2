/// The left button, held on a body.
#pragma once

#include <optional>

#include "stage.hpp"

namespace sinew::view {

/// Moves a node in the plane through the point that was clicked, parallel to the screen.
class Drag {
public:
    /// The node of the skin that is nearest to what lies under the cursor; none if nothing does.
    static std::optional<Drag> begin(const Stage& stage, const DrawnBodies& bodies, int x, int y);

    int body() const { return body_; }
    int node() const { return node_; }
    /// Position to which the cursor takes the node [m].
    Eigen::Vector3d target(const Stage& stage, int x, int y) const {
        return on_plane(stage.ray_at(x, y), clicked_, normal_) + offset_;
    }

private:
    Drag() = default;
    int body_ = 0, node_ = 0;
    Eigen::Vector3d clicked_, normal_, offset_;
};

}  // namespace sinew::view
