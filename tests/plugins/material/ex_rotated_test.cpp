#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>
#include <support/dense_entries.hpp>

#include "turning_arm.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("ex_rotated: what holds of every law holds of it, at rest and in a pose") {
    Bound bound("ex_rotated, young: 3 kPa, poisson: 0.35");
    check_laws(bound);
}

TEST_CASE("ex_rotated: where the rig's rotation is that of F it is corotational elasticity") {
    Bound bound("ex_rotated, young: 3 kPa, poisson: 0.35");
    const BoundLaw corotational("material/corotational", "young: 3 kPa, poisson: 0.35");
    bound.law->move_to(1);
    for (unsigned seed = 1; seed < 8; ++seed) {
        const Matrix3 A = random_matrix(seed, 0.3);
        const Matrix3 S = Matrix3::Identity() + 0.5 * (A + A.transpose());
        const Matrix3 F = turned * S;
        CHECK(bound.at.energy(F) == Approx(corotational.at.energy(F)).epsilon(1e-12));
        CHECK((bound.at.stress(F) - corotational.at.stress(F)).norm() <
              1e-12 * corotational.at.stress(F).norm());
    }
}

TEST_CASE(
    "ex_rotated: forces are affine in F, and the tangent is the same everywhere and definite") {
    Bound bound("ex_rotated, young: 3 kPa, poisson: 0.35");
    bound.law->move_to(0.6);
    const Matrix3 F = deformed(1), G = deformed(2);
    const Matrix3 mean = bound.at.stress(0.5 * (F + G));
    CHECK((mean - 0.5 * (bound.at.stress(F) + bound.at.stress(G))).norm() < 1e-12 * mean.norm());
    const Matrix9 K = bound.at.tangent(F);
    CHECK((K - bound.at.tangent(G)).norm() < 1e-12 * K.norm());
    const Eigen::SelfAdjointEigenSolver<Matrix9> values(K);
    CHECK(values.eigenvalues()[0] == Approx(2 * lame_from(3e3, 0.35).mu));
}

TEST_CASE("ex_rotated: in every pose K is definite but for translations") {
    // dPsi = mu |dF|^2 + lambda/2 (R:dF)^2 is positive for every R, so that u'Ku = 0 only where
    // F is that of rest: of a mesh that holds together, translations.
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> angle(-3.1, 3.1);
    Vector first;
    for (int pose = 0; pose < 12; ++pose) {
        const auto axis = [&] {
            return fmt::format("{{axis: [{}, {}, {}], angle: {}}}", normal(random), normal(random),
                               normal(random), angle(random));
        };
        SceneBody scene(
            "    rig: {type: skeleton, joints: [{name: upper, at: [0, 0, 0], keyframes: "
            "[{time: 0 s, turn: " +
            axis() +
            "}]},\n      {name: lower, parent: upper, at: [1, 0, 0], tail: [2, 0, 0], keyframes: "
            "[{time: 0 s, turn: " +
            axis() +
            "}]}]}\n    mesh: {type: box, size: [2, 0.5, 0.5], cells: [4, 2, 2], element: tet4}\n"
            "    weights: {type: closest_bone, blend: 0.5}\n"
            "    material: {type: ex_rotated, young: 3 kPa, poisson: 0.35}\n");
        BodySystem& system = scene.system();
        system.move_to(0);
        const Vector rest = Vector::Zero(system.size());
        Forces forces;
        const Tangent& tangent =
            system.tangent(rest, rest, {0, 0, 1}, Definiteness::exact, &forces);
        DenseEntries K(system.size());
        tangent.add_entries(K, 0);
        CHECK((K.matrix - K.matrix.transpose()).norm() < 1e-13 * K.matrix.norm());
        const Vector values =
            Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K.matrix).eigenvalues();
        INFO("pose " << pose << ": " << values.head<5>().transpose());
        CHECK(values.head<3>().cwiseAbs().maxCoeff() < 1e-12 * values.tail<1>()[0]);
        CHECK(values[3] > 1e-4 * values.tail<1>()[0]);
        // Poses differ: turned by the elements' rotations, K is not that of another pose.
        if (pose == 0)
            first = values;
        else
            CHECK((values - first).norm() > 1e-4 * first.norm());
    }
}

TEST_CASE("ex_rotated: the tangent of a pose is that of the rest, conjugated by the rotation") {
    Bound bound("ex_rotated, young: 3 kPa, poisson: 0.35");
    const Matrix9 K0 = bound.at.tangent(Matrix3::Identity());
    bound.law->move_to(1);
    Matrix9 R = Matrix9::Zero();
    for (int j = 0; j < 3; ++j) R.block<3, 3>(3 * j, 3 * j) = turned;
    const Matrix9 K = bound.at.tangent(Matrix3::Identity());
    CHECK((K - R * K0 * R.transpose()).norm() < 1e-13 * K.norm());
}

TEST_CASE("ex_rotated: it needs a rig and weights, and says so") {
    const std::string no_rig =
        "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1], element: hex8}\n"
        "    material: {type: ex_rotated}\n";
    CHECK_THROWS_WITH(SceneBody(no_rig), Catch::Contains("material/ex_rotated needs a rig") &&
                                             Catch::Contains("type: skeleton"));
    std::string no_weights = turning_arm("ex_rotated");
    no_weights.erase(no_weights.find("    weights"),
                     no_weights.find("    material") - no_weights.find("    weights"));
    CHECK_THROWS_WITH(SceneBody(no_weights), Catch::Contains("needs weights"));
}
