#include "kinematic_contact/moving_solid.hpp"

#include <catch2/catch.hpp>
#include <mechanics/coupling/coupling_support.hpp>
#include <sinew/kernel/params/curve.hpp>
#include <sinew/mechanics/mesh/convert.hpp>

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

/// Grows evenly from 0.
template <class T>
class Ramp final : public Curve {
public:
    explicit Ramp(T rate) : rate_(std::move(rate)) {}
    void evaluate(double t, int derivative, double* out) const override {
        const T value = derivative == 0 ? T(t * rate_) : derivative == 1 ? rate_ : T(0 * rate_);
        if constexpr (std::is_same_v<T, double>)
            *out = value;
        else
            Eigen::Map<T>{out} = value;
    }

private:
    T rate_;
};

template <class T>
Varying<T> ramp(T rate) {
    return Varying<T>(std::make_shared<Ramp<T>>(std::move(rate)));
}

/// The skin of a cube of edge 2 around the origin, or blown up to the unit ball.
SurfaceMesh solid_surface(bool is_ball) {
    const int cells = 24;
    const VolumeMesh mesh = tet_grid(cells, cells, cells);
    SurfaceMesh surface{(mesh.positions * 2 / cells).array() - 1, boundary(mesh).triangles};
    drop_unreferenced(surface);
    if (is_ball) surface.positions.colwise().normalize();
    return surface;
}

const Vector3d axis = Vector3d(1, 2, 2) / 3, pivot(0.5, -0.2, 0.1), way(0.3, -0.7, 1.1);
constexpr double turn_rate = 0.8;

SolidMotion screw() {
    SolidMotion motion;
    motion.displacement = ramp(way);
    motion.axis = axis;
    motion.angle = ramp(turn_rate);
    motion.center = pivot;
    return motion;
}

/// Rodrigues' formula.
Vector3d turned_about_axis(const Vector3d& v, double angle) {
    return std::cos(angle) * v + std::sin(angle) * axis.cross(v) +
           (1 - std::cos(angle)) * axis.dot(v) * axis;
}

/// One bone that turns about z through a joint, once in a second.
class Wheel final : public Rig {
public:
    Wheel() : Rig({Bone{"wheel", -1, joint(), {}}}) {}
    Index n_parameters() const override { return 1; }
    Vector parameters(double t) const override { return Vector::Constant(1, rate * t); }
    BoneMotion pose(const Vector& p) const override {
        return {Eigen::Translation3d(joint()) * Eigen::AngleAxisd(p[0], Vector3d::UnitZ()) *
                Eigen::Translation3d(-joint())};
    }
    static Vector3d joint() { return {0, 3, 0}; }
    static constexpr double rate = 2 * M_PI;
};

}  // namespace

TEST_CASE("moving solid: depth and normal are those of the ball where it has gone") {
    const double h = 0.05;
    const MovingSolid ball(LevelSet(solid_surface(true), h), screw());
    for (const double t : {0.0, 0.4, 1.7}) {
        const Vector3d center = pivot + t * way + turned_about_axis(-pivot, turn_rate * t);
        for (const Vector3d& direction :
             {Vector3d(1, 0.2, 0.1), Vector3d(-0.3, 1, 0.5), Vector3d(0.4, -0.6, -1)})
            for (const double r : {0.7, 0.9, 1.02}) {
                CAPTURE(t, r);
                const Vector3d n = direction.normalized();
                const ContactShape::Probe probe = ball.probe(center + r * n, t);
                // Facets 1/12 long lie up to 1/2 (0.06)^2 beneath the ball.
                CHECK(probe.depth == Approx(1 - r).margin(3e-3));
                CHECK((probe.normal - n).norm() < 0.05);
            }
    }
}

TEST_CASE("moving solid: normals of a cube turn with it, and its depth is exact") {
    const MovingSolid cube(LevelSet(solid_surface(false), 0.06), screw());
    for (const double t : {0.0, 0.9, 2.3})
        for (int side = 0; side < 3; ++side)
            for (const double sign : {-1.0, 1.0}) {
                CAPTURE(t, side, sign);
                const Vector3d face = sign * Vector3d::Unit(side);
                const Vector3d X = 0.8 * face + 0.3 * Vector3d::Unit((side + 1) % 3);
                const Vector3d x = pivot + t * way + turned_about_axis(X - pivot, turn_rate * t);
                const ContactShape::Probe probe = cube.probe(x, t);
                CHECK(probe.depth == Approx(0.2).margin(1e-4));
                CHECK((probe.normal - turned_about_axis(face, turn_rate * t)).norm() < 1e-3);
                CHECK(probe.curvature.norm() < 0.05);
            }
}

TEST_CASE("moving solid: the normal is the gradient of the depth, the curvature of the normal") {
    const MovingSolid ball(LevelSet(solid_surface(true), 0.1), screw());
    const double t = 0.6;
    const Vector3d center = pivot + t * way + turned_about_axis(-pivot, turn_rate * t);
    const Vector3d x = center + Vector3d(0.31, 0.62, -0.43), d(0.3, -0.5, 0.7);
    const ContactShape::Probe at = ball.probe(x, t);
    const auto slope_error = [&](double h) {
        const auto plus = ball.probe(x + h * d, t), minus = ball.probe(x - h * d, t);
        CHECK(((plus.normal - minus.normal) / (2 * h) - at.curvature * d).norm() < 1e-6);
        return std::abs((plus.depth - minus.depth) / (2 * h) + at.normal.dot(d));
    };
    // A quadratic's differences are exact, within a cube.
    CHECK(slope_error(1e-4) < 1e-6);
    // Within some per cent of I - n n' over the radius.
    const Vector3d n = (x - center).normalized();
    const Eigen::Matrix3d ideal =
        (Eigen::Matrix3d::Identity() - n * n.transpose()) / (x - center).norm();
    CHECK((at.curvature - ideal).norm() < 0.3 * ideal.norm());
}

TEST_CASE("moving solid: outside its box the distance to the box bounds the depth") {
    const MovingSolid ball(LevelSet(solid_surface(true), 0.1), screw());
    const double t = 1.1;
    const Vector3d center = pivot + t * way + turned_about_axis(-pivot, turn_rate * t);
    for (const Vector3d& n : {Vector3d(1, 0, 0), Vector3d(-1, 1, 0.3), Vector3d(1, -1, -1)}) {
        const ContactShape::Probe probe = ball.probe(center + 5 * n.normalized(), t);
        CHECK(probe.depth < 0);
        CHECK(probe.depth >= -4.01);
        CHECK(probe.depth < -5 / std::sqrt(3.0) * 0.8);
        CHECK(probe.curvature.isZero(0));
    }
}

TEST_CASE("moving solid: velocities are those of a screw, and of a wheel") {
    const SolidMotion motion = screw();
    const double t = 0.7;
    const Vector3d X(1.2, 0.4, -0.8), x = motion.at(t) * X;
    CHECK((motion.velocity(x, t) - way -
           turn_rate * axis.cross(turned_about_axis(X - pivot, turn_rate * t)))
              .norm() < 1e-12);
    const Wheel wheel;
    SolidMotion carried;
    carried.rig = &wheel;
    const Vector3d spoke = carried.at(t) * X - Wheel::joint();
    CHECK((spoke - Eigen::AngleAxisd(Wheel::rate * t, Vector3d::UnitZ()) * (X - Wheel::joint()))
              .norm() < 1e-12);
    // Differences over 2 h = 0.2 ms: (rate h)^2 / 6 of it off.
    CHECK((carried.velocity(carried.at(t) * X, t) - Wheel::rate * Vector3d::UnitZ().cross(spoke))
              .norm() < 1e-7 * Wheel::rate * spoke.norm());
}

TEST_CASE("moving solid: a bone carries what turns by itself") {
    const Wheel wheel;
    SolidMotion motion = screw();
    motion.rig = &wheel;
    const double t = 0.3;
    const Vector3d X(0.2, -0.1, 0.5);
    const Vector3d own = pivot + t * way + turned_about_axis(X - pivot, turn_rate * t);
    CHECK((motion.at(t) * X - wheel.at(t)[0] * own).norm() < 1e-14);
    const MovingSolid solid(LevelSet(solid_surface(false), 0.2), motion);
    CHECK((solid.pose(t) * X - wheel.at(t)[0] * own).norm() < 1e-14);
    CHECK((solid.pose(0) * X - X).norm() < 1e-14);
}
