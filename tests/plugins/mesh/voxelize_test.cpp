// mesh/voxelize: bricks against counted cells and closed forms; nothing of a soup lies outside.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/mesh_plugin.hpp>

using namespace sinew;
using Eigen::Vector3d;

namespace {

/// Triangles as an OBJ file.
class Soup {
public:
    void add(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
        for (const Vector3d& x : {a, b, c})
            text_ += fmt::format("v {:.17g} {:.17g} {:.17g}\n", x[0], x[1], x[2]);
        text_ += fmt::format("f {} {} {}\n", n_ + 1, n_ + 2, n_ + 3);
        n_ += 3;
    }
    /// A sheet of 2 n^2 triangles over the unit square.
    void add_sheet(int n, const std::function<Vector3d(double, double)>& place) {
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                const auto at = [&](int di, int dj) {
                    return place(double(i + di) / n, double(j + dj) / n);
                };
                add(at(0, 0), at(1, 0), at(1, 1));
                add(at(0, 0), at(1, 1), at(0, 1));
            }
    }
    MeshData bricks(const std::string& settings) const {
        const test::TemporaryFile file("soup.obj", text_);
        return test::load_mesh(slot(file, settings));
    }

private:
    static std::string slot(const test::TemporaryFile& file, const std::string& settings) {
        return fmt::format("{{type: voxelize, surface: {{type: file, file: {}}}, {}}}", file.path(),
                           settings);
    }
    std::string text_;
    int n_ = 0;
};

/// The part of the unit sphere from its south pole up to the angle `end` from there.
Soup ball(double end = M_PI) {
    Soup soup;
    soup.add_sheet(40, [end](double u, double v) {
        const double theta = end * u, phi = 2 * M_PI * v;
        return Vector3d(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                        -std::cos(theta));
    });
    return soup;
}

std::string cube(const std::string& settings, const std::string& size = "[1, 1, 1]") {
    return fmt::format(
        "{{type: voxelize, surface: {{type: box, size: {}, cells: [3, 3, 3], origin: [0.1, 7, "
        "-3]}}, {}}}",
        size, settings);
}

bool all_inside(const MeshData& data) {
    for (const Embedding& place : embed(*data.volume, data.surface->positions))
        if (!place.inside) return false;
    return true;
}

double volume(const MeshData& data) {
    return quality(*data.volume).volume;
}

}  // namespace

TEST_CASE("mesh/voxelize: a cube becomes exactly n^3 right-handed bricks that share nodes") {
    for (const int n : {1, 2, 7, 20}) {
        const MeshData data = test::load_mesh(cube(fmt::format("resolution: {}", n)));
        const VolumeMesh& mesh = *data.volume;
        CHECK(mesh.type == ElementType::hex8);
        CHECK(mesh.n_elements() == n * n * n);
        CHECK(mesh.n_nodes() == (n + 1) * (n + 1) * (n + 1));
        const Eigen::VectorXd volumes = element_volumes(mesh);
        CHECK(volumes.minCoeff() == Approx(1.0 / (n * n * n)));
        CHECK(volumes.sum() == Approx(1));
        CHECK((bounding_box(mesh.positions).min() - Vector3d(0.1, 7, -3)).norm() < 1e-12);
        CHECK(data.surface->n_triangles() == 6 * 9 * 2);  // the boundary of what was given
        CHECK(data.warnings.empty());
        CHECK(all_inside(data));
    }
}

TEST_CASE("mesh/voxelize: only the shell of a cube is touched") {
    CHECK(test::load_mesh(cube("resolution: 7, fill: surface")).volume->n_elements() ==
          7 * 7 * 7 - 5 * 5 * 5);
}

TEST_CASE("mesh/voxelize: an edge says how many bricks each side takes, about the centre") {
    const MeshData data = test::load_mesh(cube("edge: 25 cm", "[1, 0.5, 0.3]"));
    CHECK(data.volume->n_elements() == 4 * 2 * 2);
    const Eigen::AlignedBox3d box = bounding_box(data.volume->positions);
    CHECK((box.center() - Vector3d(0.6, 7.25, -2.85)).norm() < 1e-12);
    CHECK((box.sizes() - Vector3d(1, 0.5, 0.5)).norm() < 1e-12);
}

TEST_CASE("mesh/voxelize: an open sheet becomes one layer") {
    Soup flat, tilted;
    flat.add_sheet(3, [](double u, double v) { return Vector3d(u, v, 0.3); });
    CHECK(flat.bricks("resolution: 10").volume->n_elements() == 100);
    tilted.add_sheet(3, [](double u, double v) { return Vector3d(u, v, 0.001 * u); });
    const MeshData data = tilted.bricks("resolution: 10");
    CHECK(data.volume->n_elements() == 100);
    CHECK(all_inside(data));
}

TEST_CASE("mesh/voxelize: a ball's volume converges to 4/3 pi from above, with the edge") {
    const double exact = 4.0 / 3.0 * M_PI;
    const double coarse = volume(ball().bricks("resolution: 20")) - exact;
    const double fine = volume(ball().bricks("resolution: 40")) - exact;
    const double finest = volume(ball().bricks("resolution: 80")) - exact;
    CHECK(finest > 0);
    CHECK(finest < 0.06 * exact);
    // One layer that is touched, half of it too much: the error goes with the edge.
    CHECK(coarse / fine == Approx(2).epsilon(0.2));
    CHECK(fine / finest == Approx(2).epsilon(0.2));
}

TEST_CASE("mesh/voxelize: a closed ball is filled, an open bowl is not") {
    const auto shell = ball().bricks("resolution: 20, fill: surface").volume->n_elements();
    const auto solid = ball().bricks("resolution: 20").volume->n_elements();
    CHECK(double(solid) > 2 * double(shell));
    const Soup bowl = ball(0.6 * M_PI);
    const MeshData filled = bowl.bricks("resolution: 20");
    CHECK(filled.volume->n_elements() ==
          bowl.bricks("resolution: 20, fill: surface").volume->n_elements());
    const Points centre = Points::Zero(3, 1);
    CHECK_FALSE(embed(*filled.volume, centre)[0].inside);
    CHECK(embed(*ball().bricks("resolution: 20").volume, centre)[0].inside);
}

TEST_CASE("mesh/voxelize: no point of a wild soup lies outside its bricks") {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto point = [&] { return Vector3d(uniform(random), uniform(random), uniform(random)); };
    Soup soup;
    Points probes(3, 60 * 40);
    for (int t = 0; t < 60; ++t) {
        const Vector3d a = point(), b = point();
        // Among them slivers, segments and points, and triangles in planes of the grid.
        Vector3d c = point();
        if (t % 6 == 1) c = a + 0.3 * (b - a) + 1e-13 * point();
        if (t % 6 == 2) c = a;
        const Vector3d b_here = t % 6 == 3 ? a : b;
        if (t % 6 == 3) c = a;
        Eigen::Matrix3d corners;
        corners << a, b_here, c;
        if (t % 6 == 4) corners.row(t % 3).setConstant(0);
        if (t % 6 == 5) corners = (corners * 8).array().round() / 8;
        soup.add(corners.col(0), corners.col(1), corners.col(2));
        for (int i = 0; i < 40; ++i) {
            Vector3d w = Vector3d(uniform(random), uniform(random), uniform(random)).cwiseAbs();
            probes.col(40 * t + i) = corners * (w / w.sum());
        }
    }
    soup.add(Vector3d(-1, -1, -1), Vector3d(-1, -1, -1), Vector3d(1, 1, 1));  // a round grid
    for (const std::string settings : {"resolution: 16", "resolution: 61, fill: surface"}) {
        const MeshData data = soup.bricks(settings);
        CHECK(element_volumes(*data.volume).minCoeff() > 0);
        CHECK(all_inside(data));
        int n_outside = 0;
        for (const Embedding& place : embed(*data.volume, probes)) n_outside += !place.inside;
        CHECK(n_outside == 0);
    }
}

TEST_CASE("mesh/voxelize: few bricks that no triangle comes near") {
    // The bricks over a tilted triangle lie between two planes half a diagonal of a brick away.
    Soup soup;
    const Vector3d a(0, 0, 0), b(1, 0.3, 0.2), c(0.2, 0.9, 0.7);
    soup.add(a, b, c);
    const VolumeMesh mesh = *soup.bricks("edge: 2 cm").volume;
    const Vector3d normal = (b - a).cross(c - a).normalized();
    double farthest = 0;
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e) {
        Vector3d centre = Vector3d::Zero();
        for (int n = 0; n < 8; ++n) centre += mesh.positions.col(mesh.elements(n, e)) / 8;
        farthest = std::max(farthest, std::abs(normal.dot(centre - a)));
    }
    CHECK(farthest <= 0.01 * normal.lpNorm<1>() + 1e-12);
    // Its area times the thickness of a plane of bricks, and a border.
    const double count = 0.5 * (b - a).cross(c - a).norm() * normal.lpNorm<1>() / (0.02 * 0.02);
    CHECK(double(mesh.n_elements()) == Approx(count).epsilon(0.12));
}

TEST_CASE(
    "mesh/voxelize: pieces that share no face are reported, or all but the largest left out") {
    Soup soup;
    soup.add_sheet(2, [](double u, double v) { return Vector3d(u, v, 0); });
    soup.add_sheet(2, [](double u, double v) { return Vector3d(0.2 * u, 0.2 * v, 1); });
    const MeshData all = soup.bricks("resolution: 10");
    REQUIRE(all.warnings.size() == 1);
    CHECK_THAT(all.warnings[0],
               Catch::Contains("they make 2 pieces that share no face, the largest of 100 of 1"));
    CHECK(quality(*all.volume).n_components == 2);
    const MeshData largest = soup.bricks("resolution: 10, keep: largest");
    CHECK(largest.volume->n_elements() == 100);
    CHECK(largest.surface->n_triangles() == 8);
    CHECK(all_inside(largest));
    REQUIRE(largest.warnings.size() == 1);
    CHECK_THAT(largest.warnings[0], Catch::Contains("in 1 smaller pieces have been left out"));
}

TEST_CASE("mesh/voxelize: what cannot be is refused with advice") {
    CHECK(test::mesh_mistake(cube("fill: solid")).message ==
          "neither resolution nor edge is given");
    CHECK(test::mesh_mistake(cube("resolution: 4, edge: 1 m")).message ==
          "both resolution and edge are given");
    const Diagnostic many = test::mesh_mistake(cube("resolution: 1000", "[1, 1, 0.5]"));
    CHECK(many.message == "a grid of 1000 x 1000 x 500 bricks is more than 5e+07");
    CHECK(many.remedy == "give a resolution of 459 or less");
    CHECK(many.where.line == 5);
    const Diagnostic fine = test::mesh_mistake(cube("edge: 1 nm"));
    CHECK(fine.message == "a grid of 1e+09 x 1e+09 x 1e+09 bricks is more than 5e+07");
    CHECK(fine.remedy == "give an edge of 0.0029 m or more");
}
