#include "rest_shape_contact/rest_skin.hpp"

#include <catch2/catch.hpp>
#include <mechanics/coupling/coupling_support.hpp>

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

Vector3d place_of(const Body& body, const RestSkin::SurfacePoint& place) {
    Vector3d x = Vector3d::Zero();
    for (int c = 0; c < 3; ++c)
        x += place.weights[c] * body.mesh.positions.col(body.skin.triangles(c, place.triangle));
    return x;
}

/// Of edge 3.
Body cube_body(int cells) {
    VolumeMesh mesh = tet_grid(cells, cells, cells);
    mesh.positions *= 3.0 / cells;
    return body_of_mesh(mesh);
}

/// A cube blown up to the unit ball, around the origin.
Body ball_body(int cells) {
    VolumeMesh mesh = tet_grid(cells, cells, cells);
    mesh.positions = (mesh.positions * 2 / cells).array() - 1;
    for (Index i = 0; i < mesh.n_nodes(); ++i) {
        const double r = mesh.positions.col(i).cwiseAbs().maxCoeff();
        if (r > 0) mesh.positions.col(i) *= r / mesh.positions.col(i).norm();
    }
    return body_of_mesh(mesh);
}

}  // namespace

TEST_CASE("rest skin: beneath a flat face a point is projected straight up") {
    const Body body = cube_body(3);
    const RestSkin skin(body, 0.1);
    for (int axis = 0; axis < 3; ++axis)
        for (const double face : {0.0, 3.0})
            for (const double depth : {0.0, 0.1, 0.4}) {
                CAPTURE(axis, face, depth);
                Vector3d on_face(1.3, 1.6, 1.8);
                on_face[axis] = face;
                Vector3d X = on_face;
                X[axis] += face > 0 ? -depth : depth;
                const RestSkin::SurfacePoint place = skin.project(X);
                CHECK(place.weights.sum() == Approx(1));
                CHECK(place.weights.minCoeff() >= 0);
                CHECK((place_of(body, place) - on_face).norm() < 1e-3);
            }
}

TEST_CASE("rest skin: points beside an edge of the body are projected near it") {
    const Body body = cube_body(3);
    const double h = 0.1;
    const RestSkin skin(body, h);
    for (const double out : {-0.05, 0.0, 0.05}) {
        const Vector3d edge(3, 3, 1.4);
        const RestSkin::SurfacePoint place = skin.project(edge + Vector3d(out, out, 0));
        CHECK((place_of(body, place) - edge).norm() < h / 2);
    }
}

TEST_CASE("rest skin: the points of a ball are projected along its radii") {
    const Body body = ball_body(16);
    const RestSkin skin(body, 0.06);
    for (const Vector3d& direction :
         {Vector3d(1, 0.3, 0.2), Vector3d(-0.4, 0.9, 0.1), Vector3d(0.2, -0.3, -1)})
        for (const double r : {0.6, 0.8, 0.95}) {
            CAPTURE(r);
            const Vector3d n = direction.normalized(), X = r * n;
            const RestSkin::SurfacePoint place = skin.project(X);
            // Within what the facets, of an eighth, turn the normals by.
            CHECK((place_of(body, place) - n).norm() < 0.05);
        }
}

TEST_CASE("rest skin: its mean edge, and how many voxels it takes") {
    // Half of a square each: two sides and a diagonal.
    CHECK(RestSkin::mean_edge(cube_body(3)) == Approx((2 + std::sqrt(2.0)) / 3));
    CHECK(RestSkin::mean_edge(cube_body(6)) == Approx((2 + std::sqrt(2.0)) / 6));
    const Body body = cube_body(3);
    const double inside = std::pow(3 / 0.02, 3), n = RestSkin::n_voxels(body, 0.02);
    CHECK(n > inside);
    CHECK(n < 1.5 * inside);
    CHECK(RestSkin::n_voxels(body, 0.01) == Approx(8 * n).epsilon(0.1));
}
