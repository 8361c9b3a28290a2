#include <algorithm>
#include <cmath>
#include <limits>
#include <sinew/mechanics/shape/primitives.hpp>

namespace sinew::shapes {

double Sphere::value(const Vector3d& x) const {
    return (x - center).norm() - radius;
}

AlignedBox3d Sphere::box() const {
    return {center - Vector3d::Constant(radius), center + Vector3d::Constant(radius)};
}

double Capsule::value(const Vector3d& x) const {
    const double r1 = radius;
    const double r2 = end_radius.value_or(radius);
    const Vector3d axis = to - from;
    const double length = axis.norm();
    // One end inside the other: the larger sphere is all there is.
    if (length <= std::abs(r1 - r2))
        return r1 >= r2 ? (x - from).norm() - r1 : (x - to).norm() - r2;

    // In the plane through x and the axis: u along the axis, w away from it. The cone's side
    // makes the angle asin(slope) with the axis; which of its three parts is nearest is decided by
    // the foot of x along the side's normal.
    const double slope = (r1 - r2) / length;
    const double cosine = std::sqrt(1 - slope * slope);
    const Vector3d d = x - from;
    const double u = d.dot(axis) / length;
    const double w = std::sqrt(std::max(0.0, d.squaredNorm() - u * u));
    const double along = u - w * slope / cosine;
    if (along <= 0) return d.norm() - r1;
    if (along >= length) return (x - to).norm() - r2;
    return w * cosine + u * slope - r1;
}

AlignedBox3d Capsule::box() const {
    const double r2 = end_radius.value_or(radius);
    AlignedBox3d box(from - Vector3d::Constant(radius), from + Vector3d::Constant(radius));
    box.extend(AlignedBox3d(to - Vector3d::Constant(r2), to + Vector3d::Constant(r2)));
    return box;
}

double Box::value(const Vector3d& x) const {
    const Vector3d half = 0.5 * (max - min) - Vector3d::Constant(rounding);
    const Vector3d d = (x - 0.5 * (min + max)).cwiseAbs() - half;
    return d.cwiseMax(0.0).norm() + std::min(d.maxCoeff(), 0.0) - rounding;
}

void Box::edges(std::vector<Shape::Edge>& out) const {
    if (rounding > 0) return;
    for (int axis = 0; axis < 3; ++axis) {
        for (int corner = 0; corner < 4; ++corner) {
            Vector3d a = min;
            a[(axis + 1) % 3] = (corner & 1) != 0 ? max[(axis + 1) % 3] : min[(axis + 1) % 3];
            a[(axis + 2) % 3] = (corner & 2) != 0 ? max[(axis + 2) % 3] : min[(axis + 2) % 3];
            Vector3d b = a;
            b[axis] = max[axis];
            out.push_back({a, b});
        }
    }
}

double Ellipsoid::value(const Vector3d& x) const {
    // First-order distance: the level function over the length of its gradient.
    const Vector3d d = (x - center).cwiseQuotient(radii);
    const double k0 = d.norm();
    const double k1 = d.cwiseQuotient(radii).norm();
    return k1 > 0 ? k0 * (k0 - 1) / k1 : -radii.minCoeff();
}

double Torus::value(const Vector3d& x) const {
    const Vector3d n = axis.normalized();
    const Vector3d d = x - center;
    const double height = d.dot(n);
    const double ring = (d - height * n).norm() - radius;
    return std::hypot(ring, height) - thickness;
}

AlignedBox3d Torus::box() const {
    const Vector3d n = axis.normalized();
    Vector3d half;
    for (int i = 0; i < 3; ++i)
        half[i] = radius * std::sqrt(std::max(0.0, 1 - n[i] * n[i])) + thickness;
    return {center - half, center + half};
}

double HalfSpace::value(const Vector3d& x) const {
    return normal.normalized().dot(x) - offset;
}

AlignedBox3d HalfSpace::box() const {
    const double infinity = std::numeric_limits<double>::infinity();
    AlignedBox3d box(Vector3d::Constant(-infinity), Vector3d::Constant(infinity));
    // An upright face bounds it on one side.
    const Vector3d n = normal.normalized();
    for (int i = 0; i < 3; ++i) {
        if (n[i] == 1) box.max()[i] = offset;
        if (n[i] == -1) box.min()[i] = -offset;
    }
    return box;
}

}  // namespace sinew::shapes
