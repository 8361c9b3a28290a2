/// The primitive solids, each with its parameters.
#pragma once

#include <sinew/mechanics/shape/shape.hpp>

namespace sinew::shapes {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

/// A ball.
struct Sphere {
    Vector3d center = Vector3d::Zero();
    double radius = 1;
    static constexpr auto fields = std::tuple{
        field("center", &Sphere::center, unit::m, "Centre"),
        field("radius", &Sphere::radius, unit::m, positive, "Radius").required(),
    };
    /// Signed distance of x to the surface [m], negative inside.
    double value(const Vector3d& x) const;
    /// The least box that holds the solid [m].
    AlignedBox3d box() const;
    /// No edge is sharp.
    void edges(std::vector<Shape::Edge>&) const {}
};

/// Two spheres and the cone that touches both.
struct Capsule {
    Vector3d from = Vector3d::Zero();
    Vector3d to = Vector3d::UnitZ();
    double radius = 1;
    std::optional<double> end_radius;
    static constexpr auto fields = std::tuple{
        field("from", &Capsule::from, unit::m, "Centre of the first end").required(),
        field("to", &Capsule::to, unit::m, "Centre of the other end").required(),
        field("radius", &Capsule::radius, unit::m, positive, "Radius at the first end").required(),
        field("end_radius", &Capsule::end_radius, unit::m, positive,
              "Radius at the other end; the same if absent"),
    };
    /// Signed distance of x to the surface [m], negative inside.
    double value(const Vector3d& x) const;
    /// The least box that holds the solid [m].
    AlignedBox3d box() const;
    /// No edge is sharp.
    void edges(std::vector<Shape::Edge>&) const {}
};

/// A box along the axes, with round edges if `rounding` > 0.
struct Box {
    Vector3d min = Vector3d::Zero();
    Vector3d max = Vector3d::Ones();
    double rounding = 0;
    static constexpr auto fields = std::tuple{
        field("min", &Box::min, unit::m, "Least corner").required(),
        field("max", &Box::max, unit::m, "Greatest corner").required(),
        field("rounding", &Box::rounding, unit::m, non_negative,
              "Radius of its edges and corners; sharp ones are kept in the mesh"),
    };
    /// Signed distance of x to the surface [m], negative inside.
    double value(const Vector3d& x) const;
    /// The least box that holds the solid [m].
    AlignedBox3d box() const { return {min, max}; }
    /// Adds its twelve edges, unless they are round.
    void edges(std::vector<Shape::Edge>& out) const;
};

/// An ellipsoid along the axes.
struct Ellipsoid {
    Vector3d center = Vector3d::Zero();
    Vector3d radii = Vector3d::Ones();
    static constexpr auto fields = std::tuple{
        field("center", &Ellipsoid::center, unit::m, "Centre"),
        field("radii", &Ellipsoid::radii, unit::m, positive, "Half axes along x, y, z").required(),
    };
    /// Signed distance of x to the surface to first order [m], negative inside.
    double value(const Vector3d& x) const;
    /// The least box that holds the solid [m].
    AlignedBox3d box() const { return {center - radii, center + radii}; }
    /// No edge is sharp.
    void edges(std::vector<Shape::Edge>&) const {}
};

/// A torus.
struct Torus {
    Vector3d center = Vector3d::Zero();
    Vector3d axis = Vector3d::UnitZ();
    double radius = 1;
    double thickness = 0.25;
    static constexpr auto fields = std::tuple{
        field("center", &Torus::center, unit::m, "Centre"),
        field("axis", &Torus::axis, "Direction of the axis"),
        field("radius", &Torus::radius, unit::m, positive, "Radius of the ring").required(),
        field("thickness", &Torus::thickness, unit::m, positive, "Radius of the tube").required(),
    };
    /// Signed distance of x to the surface [m], negative inside.
    double value(const Vector3d& x) const;
    /// The least box that holds the solid [m].
    AlignedBox3d box() const;
    /// No edge is sharp.
    void edges(std::vector<Shape::Edge>&) const {}
};

/// A half-space.
struct HalfSpace {
    Vector3d normal = Vector3d::UnitZ();
    double offset = 0;
    static constexpr auto fields = std::tuple{
        field("normal", &HalfSpace::normal, "Outward direction of its face").required(),
        field("offset", &HalfSpace::offset, unit::m, "Distance of the face from the origin"),
    };
    /// Signed distance of x to the surface [m], negative inside.
    double value(const Vector3d& x) const;
    /// A box that holds the solid [m]: infinite, but for the side of a face normal to an axis.
    AlignedBox3d box() const;
    /// No edge is sharp.
    void edges(std::vector<Shape::Edge>&) const {}
};

}  // namespace sinew::shapes
