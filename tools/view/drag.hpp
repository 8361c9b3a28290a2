/// The left button, held on a body.
#pragma once

#include <optional>
#include <utility>

#include "stage.hpp"

namespace sinew::view {

/// A point that the cursor moves in the plane through the point that was clicked, parallel to the
/// screen.
class ScreenPlane {
public:
    /// `point`: where it was when `clicked` was [m].
    ScreenPlane(const Stage& stage, const Eigen::Vector3d& clicked, const Eigen::Vector3d& point)
        : clicked_(clicked), normal_(stage.facing()), offset_(point - clicked) {}

    /// Position to which the cursor takes the point [m].
    Eigen::Vector3d target(const Stage& stage, int x, int y) const {
        return on_plane(stage.ray_at(x, y), clicked_, normal_) + offset_;
    }

private:
    Eigen::Vector3d clicked_, normal_, offset_;
};

/// Moves a point of a body.
class Drag {
public:
    /// Takes hold of the body under the cursor, as DrawnBody::grip says; none if nothing is there.
    static std::optional<Drag> begin(const Stage& stage, const DrawnBodies& bodies, int x, int y,
                                     bool only_inside = false);

    int body() const { return body_; }
    const GrippedPoint& grip() const { return grip_; }
    /// Position to which the cursor takes the point [m].
    Eigen::Vector3d target(const Stage& stage, int x, int y) const {
        return plane_.target(stage, x, y);
    }

private:
    Drag(int body, GrippedPoint grip, const ScreenPlane& plane)
        : body_(body), grip_(std::move(grip)), plane_(plane) {}
    int body_;
    GrippedPoint grip_;
    ScreenPlane plane_;
};

}  // namespace sinew::view
