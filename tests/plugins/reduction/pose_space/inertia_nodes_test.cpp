#include <catch2/catch.hpp>
#include <numeric>
#include <pose_space/inertia_nodes.hpp>

#include "posed_body.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::InertiaNodes;
using sinew::pose_space::PoseBasis;
using sinew::pose_space::RootAcceleration;
using sinew::pose_space::sampled_inertia;
using sinew::pose_space::SampledInertia;

namespace {

/// Rows of the sample are kept in single precision.
constexpr double single = 1e-6;

InertiaNodes all_nodes(const PosedBody& posed) {
    InertiaNodes sample;
    sample.nodes.resize(std::size_t(posed.body.mesh.n_nodes()));
    std::iota(sample.nodes.begin(), sample.nodes.end(), 0);
    sample.weights = Vector::Ones(posed.body.mesh.n_nodes());
    return sample;
}

SampledInertia inertia(PosedBody& posed, const InertiaNodes& nodes) {
    return sampled_inertia(nodes, posed.bases, {posed.shape().at_pose(0), posed.shape().at_pose(1)},
                           posed.full.mass(), *posed.full.assembler().pattern());
}

Points momenta(const SampledInertia& sampled, const Points& a) {
    Points found;
    sampled.find_momenta(a, found);
    return found;
}

Vector force(const SampledInertia& sampled, const PosedBody& posed, const Points& a) {
    Vector f;
    sampled.find_of_momenta(posed.motion.basis, posed.motion.turn(), momenta(sampled, a), f);
    return f;
}

}  // namespace

TEST_CASE("sampled inertia: all nodes with weights of one are U'M a") {
    PosedBody posed;
    posed.step();
    const SampledInertia sampled = inertia(posed, all_nodes(posed));
    REQUIRE(Index(sampled.needed().size()) == posed.body.mesh.n_nodes());
    const Points a = posed.motion.rest.all_accelerations();
    REQUIRE(a.norm() > 1);
    Vector momentum;
    posed.full.mass().multiply(a.reshaped(), momentum);
    const Vector expected = posed.motion.vectors().transpose() * momentum;
    const Vector found = force(sampled, posed, a);
    CHECK((found - expected).norm() < single * expected.norm());
}

TEST_CASE("sampled inertia: momenta of displacements are M U q, with every node of the sample's") {
    PosedBody posed;
    posed.step();
    InertiaNodes some;
    some.nodes = {4, 9};
    some.weights = Eigen::Vector2d(2, 3);
    const SampledInertia sampled = inertia(posed, some);
    const PoseBasis& basis = posed.motion.basis;
    const Vector kept = basis.kept(Eigen::Vector4d(1, -2, 0.5, 3));
    const Points u = basis.displacements(kept);
    Vector momentum;
    posed.full.mass().multiply(u.reshaped(), momentum);
    const Points expected = momentum.reshaped(3, u.cols())(Eigen::all, some.nodes);
    Points found;
    sampled.find_momenta(kept, found);
    CHECK((found - expected).norm() < single * expected.norm());
}

TEST_CASE("sampled inertia: what the root gives shapes of the poses needs no node") {
    PosedBody posed;
    posed.motion.move_to(0.3);
    InertiaNodes one;
    one.nodes = {4};
    one.weights = Vector::Ones(1);
    const SampledInertia sampled = inertia(posed, one);
    const RootAcceleration root{Eigen::Matrix3d::Random(), Eigen::Vector3d::Random()};
    const Vector w = posed.motion.pose_weights();
    const Points Y = w[0] * posed.shape().at_pose(0) + w[1] * posed.shape().at_pose(1);
    const Points a = (root.A * Y).colwise() + root.b;
    Vector momentum;
    posed.full.mass().multiply(a.reshaped(), momentum);
    const Vector expected = posed.motion.vectors().transpose() * momentum;
    Vector found;
    sampled.find_of_root(posed.motion.basis, posed.motion.turn(), root, found);
    CHECK((found - expected).norm() < 1e-11 * expected.norm());
    // Node 4 needs its neighbours.
    CHECK(sampled.needed().size() > 4);
    Points beside = a(Eigen::all, sampled.needed());
    sampled.subtract_root(w, root, beside);
    CHECK(beside.norm() < 1e-13 * a.norm());
}

TEST_CASE("sampled inertia: one node gives its row of M a, times its weight") {
    PosedBody posed;
    posed.step();
    InertiaNodes one;
    one.nodes = {4};
    one.weights = Vector::Constant(1, 2.5);
    const SampledInertia sampled = inertia(posed, one);
    const Points a = posed.motion.rest.all_accelerations();
    Vector momentum;
    posed.full.mass().multiply(a.reshaped(), momentum);
    const Vector expected =
        2.5 * posed.motion.vectors().middleRows<3>(12).transpose() * momentum.segment<3>(12);
    CHECK((force(sampled, posed, a(Eigen::all, sampled.needed())) - expected).norm() <
          single * expected.norm());
}

TEST_CASE("sampled inertia: a sample is kept in an archive as it is") {
    InertiaNodes sample{{3, 9}, Eigen::Vector2d(1.5, 0.25), 0.02, 0.025};
    const InertiaNodes again = InertiaNodes::from(sample.archive());
    CHECK(again.nodes == sample.nodes);
    CHECK(again.weights == sample.weights);
    CHECK(again.training_error == sample.training_error);
    CHECK(again.test_error == sample.test_error);
}
