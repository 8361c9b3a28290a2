#include <catch2/catch.hpp>
#include <pose_space/linear_inertia.hpp>

#include "posed_body.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::LinearInertia;

TEST_CASE("linear inertia: it is U'R'M of the accelerations of all nodes") {
    PosedBody posed;
    posed.motion.move_to(0.3);
    const Index n = posed.body.mesh.n_nodes();
    const Eigen::MatrixXd factors = Eigen::MatrixXd::Random(n, 5);
    const LinearInertia inertia(posed.bases, factors, posed.full.mass());
    const Points vectors = Points::Random(3, 5), a = vectors * factors.transpose();
    Vector momentum;
    posed.full.mass().multiply(a.reshaped(), momentum);
    const Vector expected = posed.motion.vectors().transpose() * momentum;
    CHECK((inertia.of(posed.motion.basis, posed.motion.turn(), vectors) - expected).norm() <
          1e-12 * expected.norm());
}
