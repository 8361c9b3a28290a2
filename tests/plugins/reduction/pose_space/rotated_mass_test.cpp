#include <catch2/catch.hpp>
#include <pose_space/rotated_mass.hpp>

#include "random_basis.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::RotatedMass;

TEST_CASE("rotated mass: its products are those over all nodes, for any matrix on them") {
    const MassOfBlock block;
    std::vector<Eigen::MatrixXd> bases{block.random_basis(4), block.random_basis(4)};
    for (Eigen::MatrixXd& U : bases) {  // the first vector and the last have no node in common
        U.col(0).head(U.rows() / 2).setZero();
        U.col(3).tail(U.rows() / 2 + 9).setZero();
    }
    const RotatedMass mass(bases, block.mass);
    const Eigen::Vector2d w(0.7, 0.3);
    const Eigen::Matrix3d Q = Eigen::Matrix3d::Random();
    const Vector k = Vector::Random(8);
    const Points u = (bases[0] * k.head(4) + bases[1] * k.tail(4)).reshaped(3, bases[0].rows() / 3);
    const Points turned = Q * u;
    const Vector expected =
        block.gram(w[0] * bases[0] + w[1] * bases[1], Eigen::MatrixXd(turned.reshaped()));
    CHECK((mass.times(w, Q, k) - expected).norm() < 1e-12 * expected.norm());
}
