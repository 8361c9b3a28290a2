/// Solid shapes given by functions: negative inside, positive outside, zero on the surface.
///
///     {sphere: {center: [0, 0, 0], radius: 10 cm}}
///     {capsule: {from: [0, 0, 0], to: [0, 0, 1], radius: 10 cm, end_radius: 5 cm}}
///     {box: {min: [0, 0, 0], max: [1, 1, 1], rounding: 1 cm}}
///     {ellipsoid: {center: [0, 0, 0], radii: [3, 2, 1]}}
///     {torus: {center: [0, 0, 0], axis: [0, 0, 1], radius: 1, thickness: 0.2}}
///     {half_space: {normal: [0, 0, 1], offset: 0}}          # the side that the normal points from
///     {union: {of: [...], blend: 5 cm}}                     # likewise intersection
///     {difference: {of: [first, those taken away...], blend: 0}}
///     {transform: {of: shape, translate: [...], rotate: {axis: [...], angle: 90 deg}, scale: 1}}
///
/// Limbs grow along the bones of a rig (see limbs.hpp); the others are as they are written.
///
/// Values are distances for spheres, capsules, boxes, tori and half-spaces, and near the surface at
/// least of the right size for the others, so that a step of |value| along a ray rarely passes the
/// surface. `blend` is the width [m] in which two surfaces melt into one another: the polynomial
/// smooth minimum of I. Quilez, "Smooth minimum" (cubic form), which changes nothing where the two
/// values differ by more.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <memory>
#include <sinew/kernel/params/params.hpp>
#include <string>
#include <vector>

namespace sinew {

class BuildContext;
namespace shapes {
class Bones;
}

/// A solid shape as a scene writes it: a tree of primitives and combinations.
class Shape {
public:
    /// A straight edge of a box; sharp unless something else covers it.
    struct Edge {
        Eigen::Vector3d a, b;  ///< its ends [m]
    };

    /// The node of a shape's tree.
    class Solid {
    public:
        virtual ~Solid() = default;
        /// The value at x [m]: negative inside, positive outside.
        virtual double value(const Eigen::Vector3d& x) const = 0;
        /// Holds the solid; infinite where it has no bound.
        virtual Eigen::AlignedBox3d box() const = 0;
        /// Adds the sharp edges of the solid to `out`.
        virtual void edges(std::vector<Edge>& out) const { (void)out; }
        /// The solid with limbs grown along the bones; nullptr if it has no limbs, and stays as it
        /// is.
        virtual std::shared_ptr<const Solid> grown(const shapes::Bones& bones) const {
            (void)bones;
            return nullptr;
        }
    };

    Shape() = default;
    /// A shape that no scene writes.
    explicit Shape(std::shared_ptr<const Solid> solid) : solid_(std::move(solid)) {}

    /// True if the scene gives no shape.
    bool empty() const { return solid_ == nullptr; }
    /// The value at x [m]: negative inside, positive outside.
    double value(const Eigen::Vector3d& x) const { return solid_->value(x); }
    /// A box that holds the solid; infinite if the solid has no bound.
    Eigen::AlignedBox3d box() const { return solid_->box(); }
    /// The same; fails in the name of who asks if the shape is empty or has no bounds.
    Eigen::AlignedBox3d bounded_box(BuildContext& context) const;
    /// Sharp edges of the solid.
    std::vector<Edge> edges() const;
    /// The root of the shape's tree; nullptr if the shape is empty.
    const std::shared_ptr<const Solid>& solid() const { return solid_; }
    /// Place of the shape in the scene.
    const SourceMark& mark() const { return mark_; }
    /// The shape with limbs grown along the bones of the rig at the context's node; an InputError
    /// if there is no rig.
    Shape grown(const BuildContext& context) const;
    /// The same for everything that means the same: as the scene writes it, and the bones of limbs.
    const std::string& text() const { return text_; }

private:
    friend struct ParamType<Shape>;
    std::shared_ptr<const Solid> solid_;
    SourceMark mark_;
    std::string text_;
};

template <>
struct ParamType<Shape> {
    static bool read(const Value&, const FieldInfo&, ReadContext&, Shape& out);
    static std::string type_name(const FieldInfo&) { return "shape"; }
    static std::string schema(const FieldInfo&);
    static std::string show(const Shape&, const FieldInfo&) { return ""; }
};

}  // namespace sinew
