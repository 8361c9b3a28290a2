#include <catch2/catch.hpp>
#include <random>
#include <sinew/mechanics/shape/combinations.hpp>
#include <sinew/mechanics/shape/limbs.hpp>
#include <sinew/mechanics/shape/spheroid.hpp>

using namespace sinew;
using namespace sinew::shapes;
using Eigen::Vector3d;

namespace {

/// Two bones in a corner: along x from 0 to 1, then along y.
std::vector<Bone> corner() {
    return {{"first", -1, {0, 0, 0}, {{{0, 0, 0}, {1, 0, 0}}}, 0},
            {"second", 0, {1, 0, 0}, {{{1, 0, 0}, {1, 1, 0}}}, 0}};
}

LimbsParams limb(const std::string& bone, std::vector<double> radii,
                 std::vector<Muscle> muscles = {}) {
    return {{{{{bone}}, std::move(radii), std::move(muscles)}}, 0};
}

Vector3d random_point(std::mt19937& random, double reach) {
    std::uniform_real_distribution<double> coordinate(-reach, reach);
    const double x = coordinate(random), y = coordinate(random), z = coordinate(random);
    return {x, y, z};
}

}  // namespace

TEST_CASE("limbs: with one radius or two they are cones with round ends") {
    const auto even = grow(limb("first", {0.2}), corner());
    CHECK(even->value({0.5, 0.5, 0}) == Approx(0.3));
    CHECK(even->value({0.5, 0, 0}) == Approx(-0.2));
    CHECK(even->value({1.3, 0.4, 0}) == Approx(0.3));
    // The side of the cone from 0.3 to 0.1 leans by the angle with the sine (0.3 - 0.1) / 1.
    const auto tapered = grow(limb("first", {0.3, 0.1}), corner());
    const double sine = 0.2, cosine = std::sqrt(1 - sine * sine);
    const Vector3d on_side = Vector3d(0.5, 0, 0) + 0.2 * Vector3d(sine, 0, cosine);
    CHECK(tapered->value(on_side) == Approx(0).margin(1e-14));
    CHECK(tapered->value(on_side + 0.25 * Vector3d(sine, 0, cosine)) == Approx(0.25));
    CHECK(tapered->value({1.5, 0, 0}) == Approx(0.4));
}

TEST_CASE("limbs: more radii make a curve that passes through them") {
    const auto bulge = grow(limb("first", {0.1, 0.2, 0.1}), corner());
    CHECK(bulge->value({0.5, 0.5, 0}) == Approx(0.3));
    CHECK(bulge->value({-0.3, 0, 0}) == Approx(0.2));
    const auto straight = grow(limb("first", {0.1, 0.2, 0.3, 0.4}), corner());
    const auto cone = grow(limb("first", {0.1, 0.4}), corner());
    for (const double x : {0.0, 0.4, 0.7, 1.2})
        CHECK(straight->value({x, 0.6, 0.2}) == Approx(cone->value({x, 0.6, 0.2})));
}

TEST_CASE("limbs: a muscle is a spheroid beside the bone") {
    const auto arm = grow(limb("first", {0.01}, {{0.2, 0.8, 0.15, {0, 0, 0.3}}}), corner());
    CHECK(arm->value({0.5, 0, 0.5}) == Approx(0.05));   // its radius above its middle
    CHECK(arm->value({0.5, 0, 0.3}) == Approx(-0.15));  // its axis
    CHECK(arm->value({0.9, 0, 0.3}) == Approx(0.1));    // beyond its end at 0.8
}

TEST_CASE("spheroids: distances along the normals of an ellipse are what was gone") {
    const auto [a, b] = GENERATE(std::pair{2.0, 0.5}, std::pair{0.5, 2.0}, std::pair{1.0, 1.0});
    CAPTURE(a, b);
    // The centre of curvature nearest to the ellipse: what is less deep has one foot.
    const double deepest = 0.999 * std::min(a, b) * std::min(a, b) / std::max(a, b);
    for (double angle = 0; angle <= M_PI; angle += M_PI / 40)
        for (const double gone : {-deepest, -0.5 * deepest, 0.0, 0.3, 40.0}) {
            const double c = std::cos(angle), s = std::sin(angle);
            const double length = std::hypot(b * c, a * s);
            const double u = a * c + gone * b * c / length, w = b * s + gone * a * s / length;
            CHECK(distance_to_ellipse(u, std::abs(w), a, b) == Approx(gone).margin(1e-9));
        }
    CHECK(distance_to_ellipse(0, 0, a, b) == Approx(-std::min(a, b)));
}

TEST_CASE("limbs: the box of a spheroid touches it") {
    const Vector3d axis = Vector3d(1, 2, 3).normalized();
    const Spheroid spheroid{{1, 0, 0}, axis, 0.7, 0.2};
    std::mt19937 random(1);
    Eigen::AlignedBox3d seen;
    for (int i = 0; i < 20000; ++i) {
        const Vector3d n = random_point(random, 1).normalized();
        const Vector3d across = n - n.dot(axis) * axis;
        seen.extend(spheroid.center + 0.7 * n.dot(axis) * axis + 0.2 * across);
    }
    CHECK(spheroid.box().contains(seen));
    CHECK((spheroid.box().sizes() - seen.sizes()).norm() < 1e-2);
}

TEST_CASE("limbs: what is far from a place is left out, which changes no value") {
    LimbsParams params = limb("first", {0.2, 0.1}, {{0.2, 0.8, 0.1, {0, 0, 0.15}}});
    params.of.push_back({{{"second"}}, {0.15}, {}});
    params.blend = 0.1;
    const auto limbs = grow(params, corner());
    const auto alone = [](const std::string& bone, std::vector<double> radii) {
        return grow(limb(bone, std::move(radii)), corner());
    };
    const auto first = alone("first", {0.2, 0.1}), second = alone("second", {0.15});
    const Spheroid muscle{{0.5, 0, 0.15}, Vector3d::UnitX(), 0.3, 0.1};
    std::mt19937 random(2);
    for (int i = 0; i < 2000; ++i) {
        const Vector3d x = random_point(random, 2);
        const double smoothed = smooth_min(first->value(x), muscle.value(x), 0.1);
        CHECK(limbs->value(x) == Approx(smooth_min(smoothed, second->value(x), 0.1)).margin(1e-14));
    }
}

TEST_CASE("limbs: values never differ by more than the distance of their places") {
    LimbsParams params =
        limb("first", {0.2, 0.3, 0.1, 0.15}, {{-0.1, 0.8, 0.2, {0, 0, 0.15}}, {0.2, 0.5, 0.3, {}}});
    params.of.push_back({{{"second"}}, {0.15, 0.1}, {{0.4, 1.2, 0.02, {0.1, 0, 0}}}});
    params.blend = 0.15;
    const auto limbs = grow(params, corner());
    std::mt19937 random(3);
    for (int i = 0; i < 5000; ++i) {
        const Vector3d x = random_point(random, 1.5), y = x + random_point(random, 0.05);
        CHECK(std::abs(limbs->value(x) - limbs->value(y)) <= (x - y).norm() + 1e-12);
        if (limbs->value(x) < 0) CHECK(limbs->box().contains(x));
    }
}

TEST_CASE("limbs: a mistake says what a limb needs") {
    const auto mistake = [](const std::string& text) {
        const Value scene = parse_scene("sinew: 1\nlimbs: " + text);
        Diagnostics diagnostics;
        ReadContext context{diagnostics};
        CHECK(read_limbs(*scene.find("limbs"), context) == nullptr);
        return diagnostics.all().empty() ? "" : diagnostics.all().front().message;
    };
    CHECK(mistake("{of: []}") == "limbs: needs at least one bone");
    CHECK(mistake("{of: [{bone: arm, radii: []}]}") == "limbs: a limb without radii");
    CHECK(mistake("{of: [{bone: arm, radii: [5 cm], muscles: [{from: 0.7, to: 0.2, radius: 1 "
                  "cm}]}]}") == "limbs: a muscle from 0.7 to 0.2 has no length");
    CHECK_THAT(mistake("{of: [{bone: arm, radii: [-5 cm]}]}"), Catch::Contains("> 0"));
}
