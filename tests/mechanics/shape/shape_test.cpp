#include <catch2/catch.hpp>
#include <random>
#include <support/shape_text.hpp>

using namespace sinew;
using Eigen::Vector3d;
using test::shape;

namespace {

std::string mistake(const std::string& text) {
    try {
        shape(text);
    } catch (const InputError& error) {
        return error.diagnostics().front().message + "; " + error.diagnostics().front().remedy;
    }
    return "";
}

/// Steepness of a distance is one everywhere it is smooth.
double gradient_norm(const Shape& shape, const Vector3d& x) {
    const double h = 1e-5;
    Vector3d gradient;
    for (int i = 0; i < 3; ++i) {
        const Vector3d step = h * Vector3d::Unit(i);
        gradient[i] = (shape.value(x + step) - shape.value(x - step)) / (2 * h);
    }
    return gradient.norm();
}

}  // namespace

TEST_CASE("shapes: primitives are zero on their surfaces") {
    CHECK(shape("{sphere: {center: [1, 0, 0], radius: 2}}").value({3, 0, 0}) ==
          Approx(0).margin(1e-14));
    CHECK(shape("{box: {min: [0, 0, 0], max: [1, 2, 3]}}").value({0.5, 2, 1}) ==
          Approx(0).margin(1e-14));
    CHECK(shape("{box: {min: [0, 0, 0], max: [1, 2, 3]}}").value({0.5, 1, 1.5}) == Approx(-0.5));
    CHECK(shape("{torus: {radius: 2, thickness: 0.5}}").value({2, 0, 0.5}) ==
          Approx(0).margin(1e-14));
    CHECK(shape("{ellipsoid: {radii: [3, 2, 1]}}").value({0, 2, 0}) == Approx(0).margin(1e-14));
    CHECK(shape("{half_space: {normal: [0, 0, 2], offset: 1}}").value({5, 5, 1}) ==
          Approx(0).margin(1e-14));
    const Shape cone =
        shape("{capsule: {from: [0, 0, 0], to: [0, 0, 2], radius: 1, end_radius: 0.5}}");
    CHECK(cone.value({0, 0, -1}) == Approx(0).margin(1e-14));
    CHECK(cone.value({0, 0, 2.5}) == Approx(0).margin(1e-14));
}

TEST_CASE("shapes: distances have a gradient of length one") {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> coordinate(-2, 2);
    const std::vector<Shape> shapes = {
        shape("{sphere: {radius: 1}}"),
        shape("{torus: {axis: [1, 1, 0], radius: 1, thickness: 0.3}}"),
        shape("{capsule: {from: [0, 0, 0], to: [1, 1, 1], radius: 0.8, end_radius: 0.2}}"),
        shape("{box: {min: [-1, -1, -1], max: [1, 0.5, 1], rounding: 0.2}}")};
    for (const Shape& s : shapes) {
        for (int i = 0; i < 200; ++i) {
            const Vector3d x(coordinate(random), coordinate(random), coordinate(random));
            if (s.value(x) > 0.05) CHECK(gradient_norm(s, x) == Approx(1).epsilon(1e-4));
        }
    }
}

TEST_CASE(
    "shapes: a blend changes nothing away from the seam and swells by a sixth of its width on it") {
    const std::string parts =
        "of: [{sphere: {center: [-1, 0, 0], radius: 1.2}}, {sphere: {center: [1, 0, 0], radius: "
        "1.2}}]";
    const Shape sharp = shape("{union: {" + parts + "}}");
    const Shape smooth = shape("{union: {" + parts + ", blend: 0.6}}");
    CHECK(smooth.value({-2.5, 0, 0}) == sharp.value({-2.5, 0, 0}));
    CHECK(sharp.value({0, 1, 0}) - smooth.value({0, 1, 0}) == Approx(0.1));
    CHECK(smooth.box().contains(Vector3d(0, 0.1, 0)));
}

TEST_CASE("shapes: a difference takes away, an intersection keeps what is common") {
    const Shape cut = shape(
        "{difference: {of: [{sphere: {radius: 1}}, {half_space: {normal: [0, 0, -1], offset: "
        "0}}]}}");
    CHECK(cut.value({0, 0, -0.5}) < 0);
    CHECK(cut.value({0, 0, 0.5}) > 0);
    const Shape common = shape(
        "{intersection: {of: [{sphere: {radius: 1}}, {half_space: {normal: [0, 0, 1], offset: "
        "0}}]}}");
    CHECK(common.value({0, 0, -0.5}) < 0);
    CHECK(common.value({0, 0, 0.5}) > 0);
    CHECK(common.box().max().z() == Approx(0).margin(1e-14));
}

TEST_CASE("shapes: a placed shape is scaled, turned, then moved") {
    const Shape placed = shape(
        "{transform: {of: {box: {min: [0, 0, 0], max: [1, 1, 1]}}, scale: 2, "
        "rotate: {axis: [0, 0, 1], angle: 90 deg}, translate: [10, 0, 0]}}");
    CHECK(placed.value({9, 1, 1}) == Approx(-1));
    CHECK(placed.value({10.5, 1, 1}) == Approx(0.5));
    CHECK(placed.edges().size() == 12);
}

TEST_CASE("shapes: mistakes name the shape and what is allowed") {
    CHECK_THAT(mistake("{shpere: {radius: 1}}"),
               Catch::Contains("there is no shape 'shpere'") && Catch::Contains("sphere"));
    CHECK_THAT(mistake("{sphere: {radius: -1}}"), Catch::Contains("> 0"));
    CHECK_THAT(mistake("{torus: {axis: [0, 0, 0], radius: 1, thickness: 0.1}}"),
               Catch::Contains("zero vector"));
    CHECK_THAT(mistake("{box: {min: [0, 0, 0], max: [1, 1, 0.1], rounding: 0.2}}"),
               Catch::Contains("rounding"));
    CHECK_THAT(mistake("{union: {of: []}}"), Catch::Contains("at least one"));
}
