#include <algorithm>
#include <cmath>
#include <sinew/mechanics/shape/spheroid.hpp>

namespace sinew::shapes {

namespace {

double square(double x) {
    return x * x;
}

/// Foot of (u, w) on the quarter of the ellipse with half axes a >= b, for u >= 0 and w > 0: it is
/// (a^2 u / (t + a^2), b^2 w / (t + b^2)) at the greatest root of
/// f(t) = (a u / (t + a^2))^2 + (b w / (t + b^2))^2 - 1, which is convex and falls to the right of
/// -b^2. Newton's method from where f > 0 climbs to the root and never passes it.
double distance_to_foot(double u, double w, double a, double b) {
    double t = std::max(a * (u - a), b * (w - b));
    for (int step = 0; step < 100; ++step) {
        const double p = a * u / (t + a * a), q = b * w / (t + b * b);
        const double f = p * p + q * q - 1;
        const double slope = -2 * (p * p / (t + a * a) + q * q / (t + b * b));
        const double next = t - f / slope;
        if (!(next > t)) break;
        t = next;
    }
    return std::abs(t) * std::hypot(u / (t + a * a), w / (t + b * b));
}

}  // namespace

double distance_to_ellipse(double u, double w, double a, double b) {
    u = std::abs(u);
    if (a < b) {
        std::swap(a, b);
        std::swap(u, w);
    }
    const bool inside = square(u / a) + square(w / b) < 1;
    double distance;
    if (w > 1e-12 * b) {
        distance = distance_to_foot(u, w, a, b);
    } else if (a * u < a * a - b * b) {
        // On the long axis, between the centres of curvature of its ends: two feet, off the axis.
        const double foot = a * a * u / (a * a - b * b);
        distance = std::hypot(foot - u, b * std::sqrt(std::max(0.0, 1 - square(foot / a))));
    } else {
        distance = std::abs(u - a);
    }
    return inside ? -distance : distance;
}

double Spheroid::value(const Eigen::Vector3d& x) const {
    const Eigen::Vector3d d = x - center;
    const double u = d.dot(axis);
    const double w = std::sqrt(std::max(0.0, d.squaredNorm() - u * u));
    return distance_to_ellipse(u, w, along, around);
}

Eigen::AlignedBox3d Spheroid::box() const {
    const Eigen::Vector3d half =
        (axis.array().square() * square(along) + (1 - axis.array().square()) * square(around))
            .max(0)
            .sqrt();
    return {center - half, center + half};
}

}  // namespace sinew::shapes
