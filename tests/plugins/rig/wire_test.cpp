#include <catch2/catch.hpp>
#include <numbers>

#include "surface_rig.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// A rig of one wire.
std::string one(const std::string& wire) {
    return "type: wire, wires: [{" + wire + "}]";
}

const std::string four =
    "radius: 0.3, points: [{at: [0, 0, 0]}, {at: [0.4, 0.1, 0]}, {at: [1, 0, 0.1]}, "
    "{at: [1.5, 0, 0], displacement: {keyframes: [[0, [0, 0, 0]], [1, [0, 0, 2]]]}}]";

/// n points around the wire of `four`.
Points cloud(int n) {
    Points X = Points::Random(3, n);
    X.row(0) = 0.75 * X.row(0).array() + 0.75;
    X.bottomRows(2) *= 0.35;
    return X;
}

double weight(double s) {
    return (1 - s * s) * (1 - s * s);
}

Points at(std::initializer_list<Eigen::Vector3d> list) {
    Points X(3, Index(list.size()));
    Index k = 0;
    for (const Eigen::Vector3d& x : list) X.col(k++) = x;
    return X;
}

}  // namespace

TEST_CASE("wire: p is three displacements a control point, as the scene moves them") {
    const SurfaceRig wire(one(four));
    REQUIRE(wire->n_parameters() == 12);
    CHECK(wire->skeletal() == nullptr);
    CHECK(wire->parameter(11).name == "wires[0].points[3].z");
    CHECK(wire->parameter(11).unit == "m");
    CHECK(wire->parameter(11).scale == 0.3);
    Vector expected = Vector::Zero(12);
    CHECK(wire->parameters(0) == expected);
    expected[11] = 1;
    CHECK((wire->parameters(0.5) - expected).norm() < 1e-15);
}

TEST_CASE("wire: one point takes along a ball, less towards its radius") {
    const SurfaceRig wire(one("radius: 0.5, points: [{at: [1, 0, 0]}]"));
    const Points X = at({{1, 0, 0}, {1, 0.25, 0}, {1, 0, 0.499999}, {1, 0, 0.5}, {2, 0, 0}});
    const Eigen::Vector3d p(0.1, -0.2, 0.3);
    const Points u = wire.carried(X, p) - X;
    CHECK((u.col(0) - p).norm() < 1e-15);
    CHECK((u.col(1) - weight(0.5) * p).norm() < 1e-15);
    CHECK(u.col(2).norm() < 1e-10);
    CHECK(u.col(3).norm() == 0);
    CHECK(u.col(4).norm() == 0);
}

TEST_CASE("wire: at the radius displacement and its slope vanish") {
    const SurfaceRig wire(one(four));
    const Vector p = Vector::Random(12);
    const auto u = [&](double d) {
        const Points X = at({{0, 0, 0}, {0, -d, 0}});
        return (wire.carried(X, p) - X).col(1).norm();
    };
    CHECK(u(0.3) == 0);
    // f = (1 - s^2)^2 falls as the square of the distance from the radius.
    const double coarse = u(0.3 - 1e-3), fine = u(0.3 - 0.5e-3);
    CHECK(coarse > 0);
    CHECK(coarse / fine == Approx(4).epsilon(0.01));
}

TEST_CASE("wire: the curve goes through its points, and points on it move with it") {
    for (const std::string curve : {"spline", "polyline"}) {
        const SurfaceRig wire(one(four + ", curve: " + curve));
        const Points P = at({{0, 0, 0}, {0.4, 0.1, 0}, {1, 0, 0.1}, {1.5, 0, 0}});
        Vector p = Vector::Random(12);
        CHECK((wire.carried(P, p) - P - p.reshaped(3, 4)).norm() < 1e-14);
        // All displacements alike: the curve keeps its shape.
        for (Index k = 0; k < 4; ++k) p.segment<3>(3 * k) << 1, 2, 3;
        const Points near = at({{0.7, 0.1, 0}, {0.2, -0.05, 0}});
        const Points u = wire.carried(near, p) - near;
        CHECK(u.col(0).normalized().dot(Eigen::Vector3d(1, 2, 3).normalized()) == Approx(1));
        CHECK(u.col(0).norm() < Eigen::Vector3d(1, 2, 3).norm());
    }
}

TEST_CASE("wire: a polyline moves linearly from point to point") {
    const SurfaceRig wire(
        one("radius: 0.1, curve: polyline, points: [{at: [0, 0, 0]}, {at: [1, 0, 0]}, "
            "{at: [1, 2, 0]}]"));
    Vector p = Vector::Zero(9);
    p[5] = 1;  // the middle one, up
    const Points X = at({{0.25, 0, 0}, {1, 1.5, 0}, {0.5, 0.05, 0}, {-0.05, 0, 0}});
    const Points u = wire.carried(X, p) - X;
    CHECK(u(2, 0) == Approx(0.25));
    CHECK(u(2, 1) == Approx(0.25));
    CHECK(u(2, 2) == Approx(0.5 * weight(0.5)));
    CHECK(u.col(3).norm() == 0);
}

TEST_CASE("wire: a spline reproduces the parabola that its points lie on") {
    // Displacements that make a parabola of a straight curve, in uneven steps.
    const std::vector<double> s{0, 0.3, 0.5, 1.2, 1.5};
    std::string points;
    Vector p = Vector::Zero(15);
    for (std::size_t k = 0; k < s.size(); ++k) {
        points += (k ? ", " : "") + std::string("{at: [") + std::to_string(s[k]) + ", 0, 0]}";
        p[3 * Index(k) + 2] = s[k] * s[k] - s[k];
    }
    const SurfaceRig wire(one("radius: 0.1, points: [" + points + "]"));
    Points X = Points::Zero(3, 31);
    for (int k = 0; k <= 30; ++k) X(0, k) = 0.05 * k;
    const Points x = wire.carried(X, p);
    for (int k = 0; k <= 30; ++k) {
        CHECK(x(0, k) == Approx(X(0, k)).margin(1e-14));
        CHECK(x(2, k) == Approx(X(0, k) * X(0, k) - X(0, k)).margin(1e-14));
    }
}

TEST_CASE("wire: the nearest point of the spline is that of a search in small steps") {
    const SurfaceRig wire(one(four));
    // Points of the curve, found by moving nothing but where they are on it.
    Points line(3, 0);
    const int n = 20000;
    const auto rest =
        std::vector<Eigen::Vector3d>{{0, 0, 0}, {0.4, 0.1, 0}, {1, 0, 0.1}, {1.5, 0, 0}};
    line.resize(3, 3 * n + 1);
    const auto h = [&](int i) { return (rest[std::size_t(i) + 1] - rest[std::size_t(i)]).norm(); };
    const auto slope = [&](int i) {
        return Eigen::Vector3d((rest[std::size_t(i) + 1] - rest[std::size_t(i)]) / h(i));
    };
    const auto inner = [&](int i) {
        return Eigen::Vector3d((h(i) * slope(i - 1) + h(i - 1) * slope(i)) / (h(i - 1) + h(i)));
    };
    const std::vector<Eigen::Vector3d> m{2 * slope(0) - inner(1), inner(1), inner(2),
                                         2 * slope(2) - inner(2)};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k <= n; ++k) {
            const double s = double(k) / n, r = 1 - s;
            const auto a = std::size_t(i);
            line.col(i * n + k) = (1 + 2 * s) * r * r * rest[a] +
                                  s * s * (3 - 2 * s) * rest[a + 1] +
                                  h(i) * s * r * (r * m[a] - s * m[a + 1]);
        }
    Vector up = Vector::Zero(12);
    for (Index k = 2; k < 12; k += 3) up[k] = 1;
    const Points X = cloud(60);
    const Points u = wire.carried(X, up) - X;
    int n_moved = 0;
    for (Index i = 0; i < X.cols(); ++i) {
        const double d = (line.colwise() - X.col(i)).colwise().norm().minCoeff();
        n_moved += d < 0.3;
        CHECK(u(2, i) == Approx(d < 0.3 ? weight(d / 0.3) : 0).margin(1e-7));
    }
    CHECK(n_moved > 15);
    CHECK(n_moved < 60);
}

TEST_CASE("wire: positions are linear in p, and any points may be asked for") {
    const SurfaceRig wire(one(four));
    const Points X = cloud(200);
    const Vector p = Vector::Random(12), q = Vector::Random(12);
    const Points x0 = wire.carried(X, Vector::Zero(12));
    CHECK(x0 == X);
    const Points sum = wire.carried(X, p) + wire.carried(X, q) - X;
    CHECK((wire.carried(X, p + q) - sum).norm() < 1e-13);
    const auto surface = wire->carry({X, Eigen::MatrixXi(3, 0)});
    const std::vector<int> few{17, 3, 99};
    Points x;
    surface->positions(p, few, x);
    CHECK(x == Points(wire.carried(X, p)(Eigen::all, few)));
}

TEST_CASE("wire: positions are sums of vectors with factors, unless it turns the surface") {
    const Points X = cloud(60);
    const SurfaceMesh surface{X, Eigen::MatrixXi(3, 0)};
    const std::string node = "    transform: {translate: [0, 0, 0.1], scale: 1.2}\n";
    const SurfaceRig two("type: wire, wires: [{" + four +
                             "}, {radius: 0.4, points: [{at: [0.7, 0.1, "
                             "0]}]}]",
                         node);
    const Vector p = Vector::Random(15);
    REQUIRE((two.carried(X, p) - X).norm() > 0.1);
    CHECK(std::abs(two.linear_error(surface, p)) < 1e-13);
    CHECK(SurfaceRig(one("rotation: 1, " + four)).linear_error(surface, p) == -1);
}

TEST_CASE("wire: neighbours stay neighbours, also across the radius and from piece to piece") {
    const SurfaceRig wire(one(four + ", rotation: 1"));
    const Vector p = 0.1 * Vector::Random(12);
    const int n = 4000;
    Points X(3, n + 1);
    for (int k = 0; k <= n; ++k)
        X.col(k) << -0.4 + 2.3 * k / n, 0.05 + 0.1 * k / n, 0.4 - 0.8 * k / n;
    const Points u = wire.carried(X, p) - X;
    const double step = (X.col(1) - X.col(0)).norm();
    for (int k = 1; k <= n; ++k) CHECK((u.col(k) - u.col(k - 1)).norm() < 4 * step);
}

TEST_CASE("wire: with rotation, what is on a straight wire turns with it as one piece") {
    const SurfaceRig wire(
        one("radius: 1, rotation: 1, points: [{at: [0, 0, 0]}, {at: [1, 0, 0]}]"));
    const double angle = 1.1;
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(angle, Eigen::Vector3d(0, 1, 2).normalized()).toRotationMatrix();
    Vector p = Vector::Zero(6);
    p.tail<3>() = R.col(0) - Eigen::Vector3d::UnitX();
    const Points X = at({{0.5, 0.4, 0}, {0.2, 0, -0.3}});
    const Points u = wire.carried(X, p) - X;
    for (Index k = 0; k < 2; ++k) {
        const double f = weight(X.col(k).tail<2>().norm());
        CHECK((u.col(k) - f * (R * X.col(k) - X.col(k))).norm() < 1e-14);
    }
    const SurfaceRig half(
        one("radius: 1, rotation: 0.5, points: [{at: [0, 0, 0]}, {at: [1, 0, 0]}]"));
    const Eigen::Matrix3d part =
        Eigen::AngleAxisd(angle / 2, Eigen::Vector3d(0, 1, 2).normalized()).toRotationMatrix();
    const Eigen::Vector3d arm(0, 0.4, 0), along(0.5, 0, 0);
    const Eigen::Vector3d expected = R * along - along + part * arm - arm;
    CHECK((half.carried(X, p).col(0) - X.col(0) - weight(0.4) * expected).norm() < 1e-14);
}

TEST_CASE("wire: it stands in the frame of its node, stretched or not") {
    const SurfaceRig plain(one(four + ", rotation: 1"));
    const SurfaceRig placed(one(four + ", rotation: 1"),
                            "    transform: {translate: [0, 0, 5], scale: [2, 1, 3]}\n");
    const Points X = cloud(50);
    const Vector p = 0.2 * Vector::Random(12);
    const auto world = [](const Points& x) {
        return Points((Eigen::Vector3d(2, 1, 3).asDiagonal() * x).colwise() +
                      Eigen::Vector3d(0, 0, 5));
    };
    CHECK((placed.carried(world(X), p) - world(plain.carried(X, p))).norm() < 1e-13);
}

TEST_CASE("wire: between two wires a point goes between them, and wires have their own points") {
    const std::string list =
        "{radius: 1, points: [{at: [0, 0, 0]}, {at: [1, 0, 0]}]}, {radius: 2, curve: polyline, "
        "points: [{at: [0, 1, 0]}, {at: [1, 1, 0], displacement: [7, 8, 9]}]}";
    const SurfaceRig wires("type: wire, wires: [" + list + "]");
    REQUIRE(wires->n_parameters() == 12);
    CHECK(wires->parameter(5).name == "wires[0].points[1].z");
    CHECK(wires->parameter(6).name == "wires[1].points[0].x");
    CHECK(wires->parameter(5).scale == 1);
    CHECK(wires->parameter(6).scale == 2);
    CHECK(wires->parameters(0).tail<3>() == Eigen::Vector3d(7, 8, 9));
    // On the first wire, from which the second is 1 m away: f = 1 and (1 - 1/4)^2.
    Vector p = Vector::Zero(12);
    p[2] = p[5] = 1;
    p[8] = p[11] = -2;
    const Points X = at({{0.5, 0, 0}, {0.5, -1.5, 0}, {0.5, 2.5, 0}, {0.5, 3.5, 0}});
    const Points u = wires.carried(X, p) - X;
    const double f = 0.5625;
    CHECK(u(2, 0) == Approx((1 - 2 * f * f) / (1 + f)));
    CHECK(u.col(1).norm() == 0);
    CHECK(u(2, 2) == Approx(-2 * weight(0.75)));
    CHECK(u.col(3).norm() == 0);
    // Nothing jumps where the first begins to take along.
    const Points edge = at({{0.5, 0.9999999, 0}, {0.5, 1.0000001, 0}});
    const Points step = wires.carried(edge, p) - edge;
    CHECK((step.col(1) - step.col(0)).norm() < 1e-6);
}

TEST_CASE("wire: what is no wire is reported, with its place and what to do") {
    CHECK(mistake_in_rig("type: wire, wires: []") ==
          "5:30 no wire | give one: wires: [{radius: ..., points: [{at: [0, 0, 0]}]}]");
    CHECK(mistake_in_rig(one("radius: 1, points: []")) ==
          "5:51 wire 0 has no control points | give one at least: points: [{at: [0, 0, 0]}]");
    CHECK(
        mistake_in_rig(one("radius: 1, points: [{at: [0, 0, 0]}, {at: [0, 0, 0]}]")) ==
        "5:74 control point 1 of wire 0 is where number 0 is | move one of them, or leave it out");
    CHECK(mistake_in_rig(one("radius: 1, rotation: 1, points: [{at: [0, 0, 0]}]")) ==
          "5:53 `rotation` of a wire that is a point | a point has no direction: give it a second "
          "one, or leave it out");
    CHECK(mistake_in_rig(one("curve: polyline, rotation: 0.5, " + four)) ==
          "5:59 `rotation` of a polyline, whose direction jumps at its points | take curve: "
          "spline, or leave it out");
    CHECK_THAT(mistake_in_rig(one("radius: 0, points: [{at: [0, 0, 0]}]")),
               Catch::Contains("radius"));
    const SurfaceRig wire(one(four));
    CHECK(mistake_in([&] {
              wire->carry({Points::Constant(3, 7, 9.0), Eigen::MatrixXi(3, 0)});
          }) ==
          "5:10 none of the 7 points of the surface is within the radius of a wire | move the "
          "wires to the surface (they are in the node's frame), or raise `radius`");
}
