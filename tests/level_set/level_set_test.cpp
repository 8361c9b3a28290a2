#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <sinew/level_set/level_set.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <support/meshes.hpp>

using namespace sinew;
using Eigen::Vector3d;

namespace {

/// The skin of [0, 3] x [0, 2] x [0, 1], moved far from the origin.
const Vector3d corner(100, -40, 7);
SurfaceMesh box() {
    const VolumeMesh mesh = test::tet_grid(3, 2, 1);
    SurfaceMesh surface{mesh.positions.colwise() + corner, boundary(mesh).triangles};
    drop_unreferenced(surface);
    return surface;
}

/// A cube's skin blown up to the unit sphere; `cells` a side.
SurfaceMesh sphere(int cells) {
    const VolumeMesh mesh = test::tet_grid(cells, cells, cells);
    SurfaceMesh surface{(mesh.positions * 2 / cells).array() - 1, boundary(mesh).triangles};
    drop_unreferenced(surface);
    surface.positions.colwise().normalize();
    return surface;
}

std::vector<Vector3d> random_points(int n, double from, double to) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(from, to);
    std::vector<Vector3d> places;
    for (int i = 0; i < n; ++i)
        places.emplace_back(uniform(random), uniform(random), uniform(random));
    return places;
}

}  // namespace

TEST_CASE("level set: distances and normals of a box, away from its edges, are exact") {
    const double h = 0.05;
    const LevelSet set(box(), h);
    // Beneath each face by up to 0.3, as far as the other faces are farther away by two voxels.
    int n = 0;
    for (const Vector3d& u : random_points(2000, -0.05, 1)) {
        const Vector3d X = u.cwiseProduct(Vector3d(3, 2, 1));
        std::vector<std::pair<double, Vector3d>> faces;
        for (int axis = 0; axis < 3; ++axis) {
            faces.emplace_back(-X[axis], -Vector3d::Unit(axis));
            faces.emplace_back(X[axis] - Vector3d(3, 2, 1)[axis], Vector3d::Unit(axis));
        }
        std::sort(faces.begin(), faces.end(),
                  [](const auto& a, const auto& b) { return a.first > b.first; });
        if (faces[0].first > 2 * h || faces[1].first > faces[0].first - 3 * h ||
            faces[1].first > -3 * h)
            continue;
        const LevelSet::Sample sample = set.at(corner + X);
        CHECK(sample.distance == Approx(faces[0].first).margin(2e-5));
        CHECK((sample.gradient - faces[0].second).norm() < 1e-4);
        CHECK(sample.curvature.norm() < 1e-2);
        ++n;
    }
    CHECK(n > 200);
}

TEST_CASE("level set: of a ball it is h^2/(4R) off, and its facets") {
    const int cells = 32;
    // The facets' half diagonals are 1.4 / cells at most; beneath them the nearest one changes.
    const double sagitta = std::pow(1.5 / cells, 2) / 2;
    const SurfaceMesh ball = sphere(cells);
    for (const double h : {0.1, 0.05}) {
        const LevelSet set(ball, h);
        double worst = 0, worst_normal = 0;
        for (const Vector3d& x : random_points(2000, -1.05, 1.05)) {
            const double r = x.norm();
            if (r < 0.5 || r > 1 + 1.5 * h) continue;
            const LevelSet::Sample sample = set.at(x);
            worst = std::max(worst, std::abs(sample.distance - (r - 1) - h * h / (4 * r)));
            worst_normal = std::max(worst_normal, (sample.gradient - x / r).norm());
        }
        CHECK(worst < 2 * sagitta + 0.05 * h * h);
        CHECK(worst_normal < 2 * 1.5 / cells / 0.5);
    }
}

TEST_CASE("level set: gradient and curvature are derivatives of the distance") {
    const LevelSet set(sphere(8), 0.13);
    for (const Vector3d& x : random_points(200, -0.6, 0.6)) {
        const LevelSet::Sample at = set.at(x);
        const double e = 1e-5;
        for (int axis = 0; axis < 3; ++axis) {
            const Vector3d step = e * Vector3d::Unit(axis);
            const LevelSet::Sample after = set.at(x + step), before = set.at(x - step);
            CHECK((after.distance - before.distance) / (2 * e) ==
                  Approx(at.gradient[axis]).margin(1e-4));
            // The second derivatives jump between voxels, the first do not.
            CHECK((after.gradient - before.gradient).norm() < 2 * e * 2 / 0.13);
        }
        CHECK((at.curvature - at.curvature.transpose()).norm() == 0);
    }
}

TEST_CASE("level set: far away, and for what is not a number, it is flat") {
    const LevelSet set(sphere(4), 0.2);
    for (const Vector3d& x : {Vector3d(1e12, 0, 0), Vector3d(3, 3, 3), Vector3d(NAN, 0, 0)}) {
        CHECK(set.at(x).distance == Approx(0.6));
        CHECK(set.at(x).gradient.norm() == 0);
    }
}
