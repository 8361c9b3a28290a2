#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/holes.hpp>
#include <support/meshes.hpp>
#include <vector>

using namespace sinew;

namespace {

/// A wall that stands on a polygon of the plane z = 0 (corners in turn) and leans outwards, and a
/// pyramid that closes it above: the polygon is a hole, and nothing is nearer to it than its
/// border.
SurfaceMesh cup_over(const std::vector<Eigen::Vector2d>& polygon) {
    const int n = int(polygon.size());
    Eigen::Vector2d middle = Eigen::Vector2d::Zero();
    for (const Eigen::Vector2d& corner : polygon) middle += corner / n;
    SurfaceMesh cup;
    cup.positions.resize(3, 2 * n + 1);
    cup.triangles.resize(3, 3 * n);
    for (int i = 0; i < n; ++i) {
        const Eigen::Vector2d& corner = polygon[std::size_t(i)];
        cup.positions.col(i) << corner, 0;
        cup.positions.col(n + i) << middle + 3 * (corner - middle), 10;
        const int next = (i + 1) % n;
        cup.triangles.col(3 * i) << i, next, n + i;
        cup.triangles.col(3 * i + 1) << next, n + next, n + i;
        cup.triangles.col(3 * i + 2) << n + i, n + next, 2 * n;
    }
    cup.positions.col(2 * n) << middle, 20;
    return cup;
}

/// No smaller than a radius, and at most a tenth larger.
void check_closes(double closing, double radius) {
    CHECK(closing >= radius);
    CHECK(closing <= 1.1 * radius);
}

}  // namespace

TEST_CASE("closing_radius: a flat hole lets in balls up to its incircle") {
    constexpr double least = 1e-3;
    // Legs of 3 and 4: the incircle has the radius 1.
    check_closes(closing_radius(cup_over({{0, 0}, {3, 0}, {0, 4}}), least), 1);
    // A slit is entered by what is as thin.
    check_closes(closing_radius(cup_over({{0, 0}, {1, 0}, {1, 0.1}, {0, 0.1}}), least), 0.05);
    std::vector<Eigen::Vector2d> circle;
    for (int i = 0; i < 48; ++i) {
        const double angle = 2 * std::numbers::pi * i / 48;
        circle.emplace_back(std::cos(angle), std::sin(angle));
    }
    check_closes(closing_radius(cup_over(circle), least), std::cos(std::numbers::pi / 48));
    // In an L of arms one wide, a circle touches the sides and the inner corner.
    check_closes(closing_radius(cup_over({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}), least),
                 std::sqrt(2.0) / (1 + std::sqrt(2.0)));
}

TEST_CASE("closing_radius: the widest of several holes counts, and none below the least radius") {
    SurfaceMesh cup = cup_over({{0, 0}, {3, 0}, {3, 3}, {0, 3}});
    cup.triangles.conservativeResize(3, 11);  // a side of the pyramid above it is open, too
    const double base = 9, height = std::hypot(10, 4.5), side = std::hypot(height, 4.5);
    check_closes(closing_radius(cup, 0.01), base * height / (base + 2 * side));
    CHECK(closing_radius(cup, 4) == 4);
    const SurfaceMesh whole = *as_surface({test::tet_grid(2, 2, 2), {}, {}}).surface;
    CHECK(closing_radius(whole, 0.01) == 0.01);
}

TEST_CASE("closing_radius: seams between vertices at the same place are no holes") {
    // Two halves of a square that meet at its diagonal, each with vertices of its own.
    SurfaceMesh sheet;
    sheet.positions.resize(3, 6);
    sheet.positions << 0, 1, 1, 0, 1, 0,  //
        0, 0, 1, 0, 1, 1,                 //
        0, 0, 0, 0, 0, 0;
    sheet.triangles.resize(3, 2);
    sheet.triangles << 0, 3, 1, 4, 2, 5;
    CHECK(closing_radius(sheet, 0.01) == 0.01);
}
