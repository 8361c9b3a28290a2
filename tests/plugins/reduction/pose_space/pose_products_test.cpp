#include <catch2/catch.hpp>
#include <pose_space/pose_products.hpp>

#include "posed_body.hpp"
#include "random_basis.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::linear_inertia;
using sinew::pose_space::mixed_mass;
using sinew::pose_space::MixedMass;
using sinew::pose_space::rotated_mass;

namespace {

/// Bases of three poses; the first vector and the last have no node in common.
struct Bases {
    MassOfBlock block;
    std::vector<Eigen::MatrixXd> U{block.random_basis(4), block.random_basis(4),
                                   block.random_basis(4)};
    Bases() {
        for (Eigen::MatrixXd& each : U) {
            const Index n = each.rows() / 3;
            for (Index i = 0; i < n; ++i) {
                const bool is_left = block.mesh.positions(0, i) < 0.3;
                each.block<3, 1>(3 * i, is_left ? 3 : 0).setZero();
            }
        }
    }
    Eigen::MatrixXd sum(const Vector& w) const { return w[0] * U[0] + w[1] * U[1] + w[2] * U[2]; }
};

}  // namespace

TEST_CASE("mixed mass: it is that of the mixed vectors, for weights of any sign") {
    const Bases bases;
    MixedMass mixed = mixed_mass(bases.U, bases.block.mass);
    for (const Eigen::Vector3d& w : {Eigen::Vector3d(0.7, -0.35, 0.65), Eigen::Vector3d(0, 1, 0)}) {
        mixed.mix(w);
        const Eigen::MatrixXd expected = bases.block.gram(bases.sum(w), bases.sum(w));
        CHECK((mixed.matrix() - expected).norm() < 1e-12 * expected.norm());
        CHECK(mixed.matrix() == mixed.matrix().transpose());
    }
}

TEST_CASE("mixed mass: products with sums of other weights are those over all nodes") {
    const Bases bases;
    MixedMass mixed = mixed_mass(bases.U, bases.block.mass);
    const Eigen::Vector3d w(0.2, 0.5, 0.3);
    mixed.mix(w);
    const Vector k = Vector::Random(12);
    const Eigen::MatrixXd u =
        bases.U[0] * k.head(4) + bases.U[1] * k.segment(4, 4) + bases.U[2] * k.tail(4);
    const Vector expected = bases.block.gram(bases.sum(w), u);
    Vector found;
    mixed.times(k, found);
    CHECK((found - expected).norm() < 1e-12 * expected.norm());
}

TEST_CASE("rotated mass: its products are those over all nodes, for any matrix on them") {
    const MassOfBlock block;
    std::vector<Eigen::MatrixXd> bases{block.random_basis(4), block.random_basis(4)};
    for (Eigen::MatrixXd& U : bases) {  // the first vector and the last have no node in common
        U.col(0).head(U.rows() / 2).setZero();
        U.col(3).tail(U.rows() / 2 + 9).setZero();
    }
    const pose_space::RotatedMass mass = rotated_mass(bases, block.mass);
    const Eigen::Vector2d w(0.7, 0.3);
    const Eigen::Matrix3d Q = Eigen::Matrix3d::Random();
    const Vector k = Vector::Random(8);
    const Points u = (bases[0] * k.head(4) + bases[1] * k.tail(4)).reshaped(3, bases[0].rows() / 3);
    const Points turned = Q * u;
    const Vector expected =
        block.gram(w[0] * bases[0] + w[1] * bases[1], Eigen::MatrixXd(turned.reshaped()));
    Vector found;
    mass.times(w, Q, k, found);
    CHECK((found - expected).norm() < 1e-12 * expected.norm());
}

TEST_CASE("linear inertia: it is U'R'M of the accelerations of all nodes") {
    PosedBody posed;
    posed.motion.move_to(0.3);
    const Index n = posed.body.mesh.n_nodes();
    const Eigen::MatrixXd factors = Eigen::MatrixXd::Random(n, 5);
    const pose_space::LinearInertia inertia =
        linear_inertia(posed.bases, factors, posed.full.mass());
    const Points vectors = Points::Random(3, 5), a = vectors * factors.transpose();
    Vector momentum;
    posed.full.mass().multiply(a.reshaped(), momentum);
    const Vector expected = posed.motion.vectors().transpose() * momentum;
    Vector found;
    inertia.find(posed.motion.basis, posed.motion.turn(), vectors, found);
    CHECK((found - expected).norm() < 1e-12 * expected.norm());
}
