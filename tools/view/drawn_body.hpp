/// A body on the screen.
#pragma once

#include <vtkActor.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <memory>
#include <results/camera.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/visual/visual.hpp>
#include <vector>

#include "gripped_point.hpp"

namespace sinew::view {

/// Draws the surface that the body carries along, or its skin. Edges that are sharp at rest stay
/// sharp: their points are drawn once a side.
class DrawnBody {
public:
    /// Both must live as long as this; `visual` may be nullptr.
    DrawnBody(const Body& body, const VisualSurface* visual);
    DrawnBody(const DrawnBody&) = delete;
    DrawnBody& operator=(const DrawnBody&) = delete;

    /// Moves to where the body's nodes are now, 3 x n_nodes [m].
    void move_to(const Points& nodes);

    vtkActor* actor() { return actor_; }
    const Body& body() const { return body_; }
    const Points& nodes() const { return nodes_; }
    /// Points (3 x n [m]) and triangles that are drawn, before points are split.
    const Points& points() const { return points_; }
    const Eigen::MatrixXi& triangles() const { return triangles_; }
    /// The point of the body that a hit of these triangles takes hold of: of the visual surface
    /// (unless a clip changes it at rest), or the nearest node of the skin. Points of a visual
    /// surface outside of all elements hang on the nearest one; `only_inside` takes nodes there.
    GrippedPoint grip(const Hit& hit, bool only_inside) const;

private:
    void split();
    void shade();

    const Body& body_;
    const VisualSurface* visual_;
    Points nodes_, points_;
    Eigen::MatrixXi triangles_;
    std::vector<int> source_;   ///< the point that each drawn one is
    Eigen::MatrixXi drawn_;     ///< triangles of drawn points
    Eigen::Matrix3Xf normals_;  ///< of drawn points
    vtkNew<vtkPoints> positions_;
    vtkNew<vtkFloatArray> shades_;
    vtkNew<vtkPolyData> surface_;
    vtkNew<vtkActor> actor_;
};

using DrawnBodies = std::vector<std::unique_ptr<DrawnBody>>;

/// A box around all of them with room to pull, as VTK has boxes.
results::Bounds bounds_of(const DrawnBodies& bodies);

}  // namespace sinew::view
