#include <omp.h>

#include <catch2/catch.hpp>
#include <Eigen/Dense>
#include <sinew/mechanics/skinning/skinning.hpp>
#include <steklov_poincare/interior_inverse.hpp>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;
using steklov::InteriorInverse;

namespace {

Eigen::MatrixXd as_matrix(const InteriorInverse& B, Index n) {
    Eigen::MatrixXd M(n, n);
    Vector y;
    for (Index k = 0; k < n; ++k) {
        B.apply(Vector::Unit(n, k), y);
        M.col(k) = y;
    }
    return M;
}

/// The stiffness of the pose at 1 s, with the factors of the rest.
struct PosedArm : SplitArm {
    explicit PosedArm(const std::string& turns) : SplitArm(turns, 1) {
        const SplitArm rest(turns, 0);
        stiffness->interior = std::make_unique<steklov::IncompleteFactor>(rest.interior_rows(),
                                                                          rest.interior_points());
        const RiggedBody& rigged = rigged_body_of(scene.node(), {});
        steklov::NodeRotations rotations;
        blended_rotations(rigged.nodes, rigged.rig->at(1), rotations);
        for (const int node : sets.interior)
            stiffness->rotations_interior.push_back(rotations[std::size_t(node)]);
    }
};

}  // namespace

TEST_CASE("interior_inverse: it stays below the inverse, so that the tangent stays definite") {
    for (const int sweeps : {1, 2, 3, 4, 8}) {
        const PosedArm arm("0.4 2.2");
        InteriorInverse B(*arm.stiffness, sweeps);
        REQUIRE_FALSE(B.update_pose());
        const Eigen::MatrixXd M = as_matrix(B, 3 * arm.sets.n_interior());
        CHECK((M - M.transpose()).norm() < 2e-6 * M.norm());
        const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> pencil(
            0.5 * (M + M.transpose()), Eigen::MatrixXd(arm.ii()).inverse());
        INFO(sweeps);
        CHECK(pencil.eigenvalues().maxCoeff() < 1 + 1e-6);
        CHECK(pencil.eigenvalues().minCoeff() > (sweeps == 1 ? 0.1 : sweeps == 2 ? 0.4 : 0.8));
    }
}

TEST_CASE("interior_inverse: a turn of the whole skeleton turns it, exactly") {
    const PosedArm turned("1.1 0");
    SplitArm still("1.1 0", 0);
    still.factor_interior();
    InteriorInverse before(*still.stiffness, 3), after(*turned.stiffness, 3);
    REQUIRE_FALSE(before.update_pose());
    REQUIRE_FALSE(after.update_pose());
    const Eigen::Matrix3d R = turned.stiffness->rotations_interior.front();
    CHECK((R - Eigen::Matrix3d::Identity()).norm() > 0.5);
    Vector x(3 * turned.sets.n_interior()), y, z;
    for (Index i = 0; i < x.size(); ++i) x[i] = std::sin(2.3 * double(i));
    const auto turn = [&](const Vector& v) {
        return Vector((R * v.reshaped(3, v.size() / 3)).reshaped());
    };
    CHECK(before.least() == Approx(after.least()));
    CHECK(before.largest() == Approx(after.largest()));
    before.apply(x, y);
    after.apply(turn(x), z);
    CHECK((z - turn(y)).norm() < 1e-6 * y.norm());
}

TEST_CASE("interior_inverse: a solve finds the interior, and the bounds of the spectrum with it") {
    const PosedArm arm("0.4 2.2");
    InteriorInverse B(*arm.stiffness, 2);
    REQUIRE_FALSE(B.update_pose());
    const double least = B.least(), largest = B.largest();
    Vector b(3 * arm.sets.n_interior()), x;
    for (Index i = 0; i < b.size(); ++i) b[i] = std::cos(1.7 * double(i * i));
    const LinearOutcome outcome = B.solve(b, x, 1e-9);
    CHECK(!outcome.event);
    CHECK(outcome.iterations >= 8);
    CHECK((arm.ii() * x - b).norm() < 2e-9 * b.norm());
    CHECK(B.least() <= least);
    CHECK(B.largest() >= largest);
    CHECK(B.least() == Approx(least).epsilon(0.1));
    CHECK(B.largest() == Approx(largest).epsilon(0.05));
    // What a checkpoint brings back is the same operator, and is not found anew in the next pose.
    Archive archive;
    B.save(archive, "inverse");
    InteriorInverse again(*arm.stiffness, 2);
    again.restore(archive, "inverse");
    REQUIRE_FALSE(again.update_pose());
    Vector y, z;
    B.apply(b, y);
    again.apply(b, z);
    CHECK(y == z);
}

TEST_CASE("interior_inverse: bits do not depend on threads, where several share the rows") {
    SplitArm arm("0.4 1.5", 0, "ex_rotated, young: 2 kPa, poisson: 0.4", "48, 14, 14");
    REQUIRE(arm.sets.n_interior() > 4096);
    Vector b(3 * arm.sets.n_interior());
    for (Index i = 0; i < b.size(); ++i) b[i] = std::sin(1.7 * double(i));
    const int before = omp_get_max_threads();
    std::vector<Vector> applied, solved;
    for (const int threads : {1, 2, 3}) {
        omp_set_num_threads(threads);
        auto& K = *arm.stiffness;
        arm.factor_interior();
        K.rotations_interior.assign(std::size_t(arm.sets.n_interior()),
                                    Eigen::Matrix3d::Identity());
        InteriorInverse B(K, 8);
        REQUIRE_FALSE(B.update_pose());
        B.apply(b, applied.emplace_back());
        REQUIRE_FALSE(B.solve(b, solved.emplace_back(), 1e-8).event);
    }
    omp_set_num_threads(before);
    for (const std::size_t k : {1, 2}) {
        CHECK(applied[k] == applied[0]);
        CHECK(solved[k] == solved[0]);
    }
    Vector left = -b;
    arm.stiffness->ii.add_product(arm.stiffness->matrix, 1, solved[0], left);
    CHECK(left.norm() < 1e-7 * b.norm());
}
