// Sharp edges of unions, counted and measured against what a ruler says.
#include <algorithm>
#include <catch2/catch.hpp>
#include <implicit/sharp_edges.hpp>
#include <map>
#include <support/shape_text.hpp>

using namespace sinew;
using Eigen::Vector3d;
using test::shape;

namespace {

std::vector<Shape::Edge> edges_of(const std::string& text) {
    return sharp_edges(shape(text), 0.01);
}

double length(const std::vector<Shape::Edge>& edges) {
    double sum = 0;
    for (const auto& [a, b] : edges) sum += (b - a).norm();
    return sum;
}

/// How many stretches end at each corner, equal bit by bit.
std::map<std::array<double, 3>, int> corners(const std::vector<Shape::Edge>& edges) {
    std::map<std::array<double, 3>, int> ends;
    for (const auto& [a, b] : edges)
        for (const Vector3d& x : {a, b}) ++ends[{x.x(), x.y(), x.z()}];
    return ends;
}

const std::string beam = "box: {min: [0, 0, 0], max: [0.4, 0.1, 0.1]}";

}  // namespace

TEST_CASE("sharp_edges: a box has twelve, and three meet in each corner") {
    const auto edges = edges_of("{" + beam + "}");
    CHECK(edges.size() == 12);
    const auto ends = corners(edges);
    CHECK(ends.size() == 8);
    for (const auto& [corner, n] : ends) CHECK(n == 3);
}

TEST_CASE(
    "sharp_edges: two boxes that cross in one plane meet in corners, and their inside has none") {
    const auto edges = edges_of("{union: {of: [{" + beam +
                                "}, {box: {min: [0.15, -0.15, 0], max: [0.25, 0.25, 0.1]}}]}}");
    // Of a cross with arms of 0.15: its outline above and below, eight upright edges at the ends.
    CHECK(length(edges) == Approx(2 * (8 * 0.15 + 4 * 0.1) + 8 * 0.1));
    const auto ends = corners(edges);
    CHECK(ends.size() == 24);
    CHECK(std::count_if(ends.begin(), ends.end(),
                        [](const auto& end) { return end.second == 2; }) == 8);
    CHECK(std::count_if(ends.begin(), ends.end(),
                        [](const auto& end) { return end.second == 3; }) == 16);
}

TEST_CASE("sharp_edges: where boxes overlap along an edge there is one stretch") {
    const auto edges = edges_of("{union: {of: [{" + beam +
                                "}, {box: {min: [0.3, 0, 0], max: [0.6, 0.1, 0.1]}}]}}");
    CHECK(length(edges) == Approx(4 * 0.6 + 8 * 0.1));  // of a beam of 0.6
    CHECK(edges.size() == 4 * 3 + 8);
}

TEST_CASE("sharp_edges: an L of two boxes keeps its outline") {
    const auto edges =
        edges_of("{union: {of: [{" + beam + "}, {box: {min: [0, 0, 0], max: [0.1, 0.4, 0.1]}}]}}");
    // Without the upright edge in the inner angle, which is an edge of neither box.
    CHECK(length(edges) == Approx(2 * 1.6 + 5 * 0.1));
}

TEST_CASE("sharp_edges: what a ball covers is left out, to within the step") {
    const auto edges =
        edges_of("{union: {of: [{" + beam + "}, {sphere: {center: [0, 0, 0], radius: 0.05}}]}}");
    CHECK(length(edges) < 4 * 0.4 + 8 * 0.1 - 3 * 0.05 + 1e-12);
    CHECK(length(edges) > 4 * 0.4 + 8 * 0.1 - 3 * 0.06);
}
