#include <catch2/catch.hpp>
#include <sinew/mechanics/coupling/obstacle_surface.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

using namespace sinew;
using Eigen::Vector3d;

TEST_CASE("obstacle surface: a sphere has its vertices at its radius and is closed") {
    const ObstacleSurface sphere = ObstacleSurface::sphere("/a", Vector3d(1, 2, 3), 0.5);
    const Points x = sphere.at(0);
    for (const auto point : x.colwise())
        CHECK((point - Vector3d(1, 2, 3)).norm() == Approx(0.5).epsilon(1e-12));
    const SurfaceReport report = inspect({x, sphere.triangles()});
    CHECK(report.closed());
    CHECK(report.n_flipped_edges == 0);
    // Of the polyhedron with 48 sides around: 2 % less than the sphere's.
    CHECK(report.volume == Approx(M_PI / 6).epsilon(0.02));
    CHECK(report.volume < M_PI / 6);
}

TEST_CASE("obstacle surface: a plane's square lies in it, faces along its normal, next to bodies") {
    const Vector3d normal = Vector3d(1, 2, 2) / 3;
    const Eigen::AlignedBox3d box(Vector3d(0, 0, 0), Vector3d(2, 1, 2));
    const ObstacleSurface plane = ObstacleSurface::plane("/a", Vector3d(0, 0, -1), normal, box);
    const Points x = plane.at(0);
    for (const auto point : x.colwise())
        CHECK(normal.dot(point - Vector3d(0, 0, -1)) == Approx(0).margin(1e-14));
    const Vector3d off = x.rowwise().mean() - box.center();
    CHECK(off.cross(normal).norm() < 1e-14);
    for (const auto corners : plane.triangles().colwise()) {
        const Vector3d a = x.col(corners[0]), b = x.col(corners[1]), c = x.col(corners[2]);
        // Half of a square of twice the diagonal, 3 m.
        CHECK(((b - a).cross(c - a) - 36 * normal).norm() < 1e-12);
    }
}

TEST_CASE("obstacle surface: a rigid one turns about its axis, and then moves") {
    SolidMotion motion;
    motion.center = Vector3d(1, 0, 0);
    motion.angle = M_PI / 2;
    motion.displacement = Vector3d(0, 0, 3);
    const SurfaceMesh one{Vector3d(2, 0, 0), Eigen::MatrixXi(3, 0)};
    const Points x = ObstacleSurface::rigid("/a", one, motion).at(0.5);
    CHECK((x - Vector3d(1, 1, 3)).norm() < 1e-14);
}
