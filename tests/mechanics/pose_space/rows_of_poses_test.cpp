#include <catch2/catch.hpp>
#include <sinew/mechanics/pose_space/rows_of_poses.hpp>

using namespace sinew;
using sinew::pose_space::RowsOfPoses;

namespace {

/// Bases of two poses of which each column moves some of five nodes alone.
std::vector<Eigen::MatrixXd> sparse_bases() {
    std::vector<Eigen::MatrixXd> bases;
    for (int pose = 0; pose < 2; ++pose) {
        Eigen::MatrixXd& U = bases.emplace_back(Eigen::MatrixXd::Random(15, 7));
        U.block(0, 0, 6, 3).setZero();
        U.block(9, 4, 6, 2).setZero();
    }
    return bases;
}

}  // namespace

TEST_CASE("rows of poses: forces on some nodes are pulled back as by the whole bases") {
    const std::vector<Eigen::MatrixXd> bases = sparse_bases();
    const std::vector<int> nodes{0, 3, 4};
    const RowsOfPoses rows(bases, nodes);
    const Eigen::Matrix3Xd forces = Eigen::Matrix3Xd::Random(3, 3);
    Eigen::Matrix3Xd of_all = Eigen::Matrix3Xd::Zero(3, 5);
    for (Index k = 0; k < 3; ++k) of_all.col(nodes[std::size_t(k)]) = forces.col(k);
    Vector found;
    rows.pull_back(forces, found);
    for (Index pose = 0; pose < 2; ++pose) {
        const Vector expected = bases[std::size_t(pose)].transpose() * of_all.reshaped();
        CHECK((found.segment(7 * pose, 7) - expected).norm() < 1e-6 * expected.norm());
    }
}

TEST_CASE("rows of poses: displacements are sums over the poses") {
    const std::vector<Eigen::MatrixXd> bases = sparse_bases();
    const std::vector<int> nodes{1, 4};
    const RowsOfPoses rows(bases, nodes);
    const Vector stacked = Vector::Random(14);
    const Vector u = bases[0] * stacked.head(7) + bases[1] * stacked.tail(7);
    for (Index k = 0; k < 2; ++k)
        CHECK((rows.times(k, stacked) - u.segment<3>(3 * Index(nodes[std::size_t(k)]))).norm() <
              1e-6 * u.norm());
}

TEST_CASE("rows of poses: exact ones are the bases' to the last bit, alone and mixed") {
    const std::vector<Eigen::MatrixXd> bases = sparse_bases();
    const std::vector<int> nodes{4, 2};
    const RowsOfPoses rows(bases, nodes, RowsOfPoses::Precision::exact);
    CHECK(rows.numbers().empty());
    Eigen::MatrixX3d mixed;
    for (Index k = 0; k < 2; ++k) {
        const Index row = 3 * Index(nodes[std::size_t(k)]);
        const Eigen::MatrixX3d all = rows.of_node(k);
        CHECK(all.topRows(7) == bases[0].middleRows<3>(row).transpose());
        CHECK(all.bottomRows(7) == bases[1].middleRows<3>(row).transpose());
        rows.mix(k, Eigen::Vector2d(0.25, -2), mixed);
        const Eigen::MatrixX3d sum = 0.25 * all.topRows(7) - 2 * all.bottomRows(7);
        CHECK((mixed - sum).norm() < 1e-15);
    }
}
