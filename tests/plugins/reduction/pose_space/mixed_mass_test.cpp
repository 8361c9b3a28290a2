#include <catch2/catch.hpp>
#include <pose_space/mixed_mass.hpp>

#include "random_basis.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::MixedMass;

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
    MixedMass mixed(bases.U, bases.block.mass);
    for (const Eigen::Vector3d& w : {Eigen::Vector3d(0.7, -0.35, 0.65), Eigen::Vector3d(0, 1, 0)}) {
        mixed.mix(w);
        const Eigen::MatrixXd expected = bases.block.gram(bases.sum(w), bases.sum(w));
        CHECK((mixed.matrix() - expected).norm() < 1e-12 * expected.norm());
        CHECK(mixed.matrix() == mixed.matrix().transpose());
    }
}

TEST_CASE("mixed mass: products with sums of other weights are those over all nodes") {
    const Bases bases;
    MixedMass mixed(bases.U, bases.block.mass);
    const Eigen::Vector3d w(0.2, 0.5, 0.3);
    mixed.mix(w);
    const Vector k = Vector::Random(12);
    const Eigen::MatrixXd u =
        bases.U[0] * k.head(4) + bases.U[1] * k.segment(4, 4) + bases.U[2] * k.tail(4);
    const Vector expected = bases.block.gram(bases.sum(w), u);
    CHECK((mixed.times(k) - expected).norm() < 1e-12 * expected.norm());
}
