#include <catch2/catch.hpp>
#include <sinew/mechanics/assembly/element_table.hpp>
#include <sinew/player/posed_rows.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using player::PosedRows;

TEST_CASE(
    "posed rows: they are those of the bases mixed by weights and scaled, to single "
    "precision") {
    const VolumeMesh mesh = test::box(ElementType::tet4, {5, 2, 2}, {3, 1, 1}, 0.1);
    const ElementTable table(mesh, 1);
    std::vector<Eigen::MatrixXd> bases;
    for (unsigned pose = 0; pose < 3; ++pose) {
        Eigen::MatrixXd& U = bases.emplace_back(3 * mesh.n_nodes(), 10);
        for (Index j = 0; j < U.cols(); ++j)
            U.col(j) = test::noise(U.rows(), 10 * pose + unsigned(j));
        for (Index i = 0; i < mesh.n_nodes(); ++i)  // column 4 is of one side
            if (mesh.positions(0, i) > 1) U.col(4).segment<3>(3 * i).setZero();
    }
    player::ElementRows rows(table, bases);
    const PosedRows posed(table, bases, rows, in_order);
    const Vector scales = Vector::LinSpaced(10, 0.5, 2);
    const Eigen::Vector3d weights(0.9, -0.4, 0.5);
    posed.mix(weights, scales, rows);
    const Eigen::MatrixXd mixed =
        (weights[0] * bases[0] + weights[1] * bases[1] + weights[2] * bases[2]) *
        scales.asDiagonal();
    player::ElementRows expected(table, bases);
    expected.set(table, mixed);
    for (std::size_t k = 0; k < rows.values().size(); ++k)
        CHECK(std::abs(rows.values()[k] - expected.values()[k]) < 1e-6);
}

TEST_CASE("posed rows: weights of elements are mixed without poses of negative weights") {
    Eigen::MatrixXd of_poses(2, 3);
    of_poses << 1, 2, 4,  //
        0, 8, 0;
    Vector weights;
    player::mix_element_weights(of_poses, Eigen::Vector3d(1.5, -1, 0.5), weights);
    CHECK((weights - Eigen::Vector2d(0.75 * 1 + 0.25 * 4, 0)).norm() < 1e-15);
}
