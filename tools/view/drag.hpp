/// The left button, held on a body.
#pragma once

#include <optional>

#include "stage.hpp"

namespace sinew::view {

/// Moves a point of a body in the plane through the place that was clicked, parallel to the screen.
class Drag {
public:
    /// Takes hold of the body under the cursor, as DrawnBody::grip says; none if nothing is there.
    static std::optional<Drag> begin(const Stage& stage, const DrawnBodies& bodies, int x, int y,
                                     bool only_inside = false);

    int body() const { return body_; }
    const GrippedPoint& grip() const { return grip_; }
    /// Position to which the cursor takes the point [m].
    Eigen::Vector3d target(const Stage& stage, int x, int y) const {
        return on_plane(stage.ray_at(x, y), clicked_, normal_) + offset_;
    }

private:
    Drag() = default;
    int body_ = 0;
    GrippedPoint grip_;
    Eigen::Vector3d clicked_, normal_, offset_;
};

}  // namespace sinew::view
