#include "bbw/bilaplacian.hpp"

#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/laplacian.hpp>
#include <support/meshes.hpp>

using namespace sinew;
using namespace sinew::test;

TEST_CASE("bbw: the Laplacian is the energy of gradients, and forgets constants") {
    const VolumeMesh mesh = tet_grid(3, 2, 2);  // of a volume of 12
    const bbw::Sparse L = volume_laplacian(mesh);
    const Eigen::VectorXd linear = mesh.positions.transpose() * Eigen::Vector3d(1, -2, 2);
    CHECK(linear.dot(L * linear) == Approx(9 * 12));
    CHECK((L * Eigen::VectorXd::Ones(L.cols())).norm() < 1e-12);
    CHECK(bbw::lumped_volumes(mesh).sum() == Approx(12));
}

TEST_CASE("bbw: the bilaplacian is L M^-1 L, symmetric to the last bit") {
    const VolumeMesh mesh = tet_grid(3, 2, 2);
    const Eigen::MatrixXd L = volume_laplacian(mesh);
    const Eigen::VectorXd mass = bbw::lumped_volumes(mesh);
    const Eigen::MatrixXd Q = bbw::bilaplacian(volume_laplacian(mesh), mass);
    CHECK((Q - L * mass.cwiseInverse().asDiagonal() * L).norm() < 1e-13 * Q.norm());
    CHECK(Q == Q.transpose());
}

TEST_CASE("bbw: pieces of a mesh are counted, and a flat element is refused") {
    VolumeMesh two = tet_grid(1, 1, 1);
    const VolumeMesh one = two;
    const int n = int(one.n_nodes());
    two.positions.conservativeResize(3, 2 * n);
    two.positions.rightCols(n) = one.positions.colwise() + Eigen::Vector3d(5, 0, 0);
    two.elements.conservativeResize(4, 2 * one.n_elements());
    two.elements.rightCols(one.n_elements()) = one.elements.array() + n;
    const std::vector<int> piece = bbw::pieces(volume_laplacian(two));
    for (int i = 0; i < 2 * n; ++i) CHECK(piece[std::size_t(i)] == (i < n ? 0 : 1));
    VolumeMesh flat = one;
    flat.positions.row(2).setZero();
    CHECK_THROWS_WITH(bbw::lumped_volumes(flat), Catch::Contains("has no volume"));
}
