#include <catch2/catch.hpp>
#include <pose_space/rows_of_poses.hpp>

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
    const Points forces = Points::Random(3, 3);
    Points of_all = Points::Zero(3, 5);
    for (Index k = 0; k < 3; ++k) of_all.col(nodes[std::size_t(k)]) = forces.col(k);
    const Vector found = rows.pulled_back(forces);
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
