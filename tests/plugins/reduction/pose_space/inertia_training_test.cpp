#include <catch2/catch.hpp>
#include <pose_space/inertia_training.hpp>

#include "posed_body.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::InertiaNodes;
using sinew::pose_space::sampled_inertia;
using sinew::pose_space::SampledInertia;
using sinew::pose_space::train_inertia;

TEST_CASE("inertia training: few nodes give what all give, in examples that none was fitted to") {
    std::srand(1);
    PosedBody posed;
    const FullBody body = full_body(posed.full, {"formulation/posed", "/body", {}});
    const InertiaNodes loose = train_inertia(posed.shape(), posed.bases, body, {0.2, 40, 1}),
                       tight = train_inertia(posed.shape(), posed.bases, body, {0.03, 40, 1});
    CHECK(tight.training_error <= 0.03);
    CHECK(tight.test_error < 0.09);
    CHECK(loose.nodes.size() < tight.nodes.size());
    CHECK(Index(tight.nodes.size()) < posed.body.mesh.n_nodes());
    CHECK(tight.weights.minCoeff() > 0);

    // The shape's own accelerations between the poses, which no example is of.
    posed.step();
    const SampledInertia sampled =
        sampled_inertia(tight, posed.bases, {posed.shape().at_pose(0), posed.shape().at_pose(1)},
                        posed.full.mass(), *posed.full.assembler().pattern());
    const auto y = [&](double t) {
        return Points(posed.shape().root(t).inverse() * [&] {
            Points x;
            std::vector<int> all;
            for (int i = 0; i < int(posed.body.mesh.n_nodes()); ++i) all.push_back(i);
            posed.shape().positions(t, all, x);
            return x;
        }());
    };
    const Points a = y(0.17) - 2 * y(0.1) + y(0.03);
    Vector momentum;
    posed.full.mass().multiply(a.reshaped(), momentum);
    const Vector whole = posed.motion.basis.all().transpose() * momentum;
    Points momenta;
    Vector found;
    sampled.find_momenta(Points(a(Eigen::all, sampled.needed())), momenta);
    sampled.find_of_momenta(posed.motion.basis, Eigen::Matrix3d::Identity(), momenta, found);
    CHECK((found - whole).norm() < 0.1 * whole.norm());
}

TEST_CASE(
    "inertia training: the same seed gives the same nodes; a rig that moves nothing is reported") {
    PosedBody posed;
    FullBody body = full_body(posed.full, {"formulation/posed", "/body", {}});
    const InertiaNodes one = train_inertia(posed.shape(), posed.bases, body, {0.1, 20, 3}),
                       other = train_inertia(posed.shape(), posed.bases, body, {0.1, 20, 3});
    CHECK(one.nodes == other.nodes);
    CHECK(one.weights == other.weights);
    const std::vector<Eigen::MatrixXd> nothing{0 * posed.bases[0], 0 * posed.bases[1]};
    CHECK_THROWS_WITH(train_inertia(posed.shape(), nothing, body, {0.1, 20, 3}),
                      Catch::Contains("nothing that the subspace can answer"));
}
