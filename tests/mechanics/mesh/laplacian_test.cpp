#include <catch2/catch.hpp>
#include <Eigen/Dense>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/laplacian.hpp>
#include <support/bodies.hpp>
#include <support/meshes.hpp>

using namespace sinew;
using namespace sinew::test;

TEST_CASE("laplacian: of one triangle it is the cotangents of its angles") {
    Points x(3, 3);
    x << 0, 1, 0,              //
        0, 0, std::sqrt(3.0),  //
        5, 5, 5;               // angles 90, 60, 30 degrees
    Eigen::MatrixXi triangles(3, 1);
    triangles << 0, 1, 2;
    const Eigen::MatrixXd K = surface_laplacian(x, triangles);
    CHECK(K(1, 2) == Approx(0).margin(1e-15));
    CHECK(K(0, 2) == Approx(-0.5 / std::sqrt(3.0)));
    CHECK(K(0, 1) == Approx(-0.5 * std::sqrt(3.0)));
    CHECK((areas_of_points(x, triangles).array() - std::sqrt(3.0) / 6).abs().maxCoeff() < 1e-15);
}

TEST_CASE("laplacian: of a linear function over a volume it vanishes inside, and has its energy") {
    const VolumeMesh mesh = box(ElementType::tet4, {4, 3, 5}, {2, 1, 3}, 0.2);
    const Eigen::SparseMatrix<double> K = volume_laplacian(mesh);
    const Eigen::Vector3d g(0.3, -2, 1);
    const Eigen::VectorXd f = mesh.positions.transpose() * g;
    CHECK(f.dot(K * f) == Approx(g.squaredNorm() * 6));
    Eigen::VectorXd change = K * f;
    for (const int i : boundary(mesh).nodes) change(i) = 0;
    CHECK(change.lpNorm<Eigen::Infinity>() < 1e-13);
    CHECK((K * Eigen::VectorXd::Ones(f.size())).lpNorm<Eigen::Infinity>() < 1e-13);
    CHECK((Eigen::MatrixXd(K) - Eigen::MatrixXd(K).transpose()).norm() < 1e-14);
}

TEST_CASE(
    "laplacian: of a linear function over the skin of a cube it has its energy on each side") {
    const VolumeMesh mesh = tet_grid(3, 3, 3);
    const Boundary skin = boundary(mesh);
    const Eigen::SparseMatrix<double> K = surface_laplacian(mesh.positions, skin.triangles);
    const Eigen::VectorXd f = mesh.positions.row(0);
    CHECK(f.dot(K * f) == Approx(4 * 9));  // four of the six sides have slope 1
    CHECK(areas_of_points(mesh.positions, skin.triangles).sum() == Approx(6 * 9));
}
