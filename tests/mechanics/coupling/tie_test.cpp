#include <catch2/catch.hpp>
#include <sinew/mechanics/coupling/tie.hpp>

#include "coupling_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// A unit cube of one cell, and on top of it (gap 0.01) one of 3 x 3 x 3 cells: meshes that do not
/// match.
struct Stack {
    Body lower, upper;
    Stack() {
        lower = body_of_mesh(tet_grid(1, 1, 1), "/lower");
        VolumeMesh fine = tet_grid(3, 3, 3);
        fine.positions /= 3;
        fine.positions.row(2).array() += 1.01;
        upper = body_of_mesh(fine, "/upper");
    }
};

}  // namespace

TEST_CASE("A tie springs every node of the interface to the other surface") {
    Stack stack;
    Tie tie(stack.upper, stack.lower, 0.02, 1e4);
    CHECK(tie.n_springs() == 16);
    CHECK(tie.nearest() == Approx(0.01));
    CHECK(Tie(stack.upper, stack.lower, 0.005, 1e4).n_springs() == 0);
}

TEST_CASE("A tie's forces and tangent are derivatives of its energy, and keep both momenta") {
    Stack stack;
    Tie tie(stack.upper, stack.lower, 0.02, 1e4);
    PointBodies bodies({&stack.upper, &stack.lower});
    for (Index i = 0; i < bodies.size; ++i)
        bodies.x[i] += 0.05 * std::sin(3.1 * static_cast<double>(i));
    Vector d(bodies.size);
    for (Index i = 0; i < d.size(); ++i) d[i] = std::cos(2.3 * static_cast<double>(i));
    CHECK(order_of_force(tie, bodies, d, 1e-2) == Approx(2).margin(0.1));
    CHECK(order_of_tangent(tie, bodies, d, 1e-2) == Approx(2).margin(0.1));
    const Vector f = evaluate(tie, bodies).f;
    Eigen::Vector3d sum = Eigen::Vector3d::Zero(), torque = sum;
    for (Index i = 0; i < f.size(); i += 3) {
        sum += f.segment<3>(i);
        torque += Eigen::Vector3d(bodies.x.segment<3>(i)).cross(Eigen::Vector3d(f.segment<3>(i)));
    }
    CHECK(sum.norm() < 1e-10 * f.norm());
    CHECK(torque.norm() < 1e-10 * f.norm());
}

TEST_CASE("A uniform pull on a tied interface is carried by stiffness times area times gap") {
    Stack stack;
    Tie tie(stack.upper, stack.lower, 0.02, 1e4);
    PointBodies bodies({&stack.upper, &stack.lower});
    const double before = evaluate(tie, bodies).f.tail(3 * 8)(Eigen::seq(2, Eigen::last, 3)).sum();
    for (Index i = 2; i < bodies.offsets[1]; i += 3) bodies.x[i] += 0.1;
    const double after = evaluate(tie, bodies).f.tail(3 * 8)(Eigen::seq(2, Eigen::last, 3)).sum();
    // The nodes of the interface carry the face's area and a little of the walls beside it.
    const double area = (after - before) / (1e4 * 0.1);
    CHECK(area > 1);
    CHECK(area < 1 + 4.0 / 3);
}

TEST_CASE("A tie's bound on its stiffness holds, where many fine nodes hang on few coarse ones") {
    Stack stack;
    Tie tie(stack.upper, stack.lower, 0.02, 1e4);
    const Eigen::MatrixXd K = evaluate(tie, PointBodies({&stack.upper, &stack.lower})).K;
    const double largest =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues().maxCoeff();
    CHECK(largest <= 2 * tie.stiffness_bound().value() * (1 + 1e-12));
    CHECK(largest > 0.5 * tie.stiffness_bound().value());
    // The strongest spring alone would be none: a coarse node feels several.
    CHECK(largest > 2 * 1e4 / 9.0);
}
