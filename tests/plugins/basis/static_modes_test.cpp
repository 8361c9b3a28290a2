#include <catch2/catch.hpp>

#include "basis_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Matchers::Contains;

namespace {

FullScene held_beam() {
    return FullScene(clamped(bar("[2, 0.5, 0.6]", "[6, 2, 2]", "hex8")));
}

/// Part of x (n) that is not in the span of mass-orthonormal U, in the norm of mass.
double outside(const FullScene& scene, const Eigen::MatrixXd& U, const Vector& x) {
    const auto norm = [&](const Vector& y) {
        return std::sqrt(y.dot(Vector(scene.full.mass().times(y))));
    };
    return norm(x - U * (U.transpose() * scene.full.mass().times(x))) / norm(x);
}

/// Directions in which the constrained nodes move as f says of each position.
template <class Field>
Eigen::MatrixXd motion(const FullScene& scene, const Field& f) {
    const Points& x = scene.full.body().mesh.positions;
    Points u(3, x.cols());
    for (Index i = 0; i < x.cols(); ++i) u.col(i) = f(Eigen::Vector3d(x.col(i)));
    Eigen::MatrixXd of_supports = u.reshaped();
    for (Index i = 0; i < of_supports.rows(); ++i)
        if (!scene.full.constrained.fixed[std::size_t(i)]) of_supports.row(i).setZero();
    return of_supports;
}

}  // namespace

TEST_CASE("static_modes: where supports move rigidly, constraint modes carry the body rigidly") {
    FullScene scene = held_beam();
    const Eigen::Vector3d axis(1, -2, 0.5), shift(0.3, 0.2, -1);
    const auto rigid = [&](const Eigen::Vector3d& x) {
        return Eigen::Vector3d(shift + axis.cross(x));
    };
    scene.full.support_motions = motion(scene, rigid);
    const auto found = scene.compute("basis/static_modes", "modes: 1, derivatives: false");
    REQUIRE(found.supports.cols() == 1);
    const Points& x = scene.full.body().mesh.positions;
    const auto b = found.supports.col(0).reshaped(3, x.cols());
    for (Index i = 0; i < x.cols(); ++i) CHECK((b.col(i) - rigid(x.col(i))).norm() < 1e-9);
}

TEST_CASE("static_modes: constraint modes are in equilibrium wherever nothing holds") {
    FullScene scene = held_beam();
    scene.full.support_motions = motion(
        scene, [](const Eigen::Vector3d& x) { return Eigen::Vector3d(x.y(), x.z() * x.y(), 0.1); });
    const Eigen::MatrixXd B =
        scene.compute("basis/static_modes", "modes: 1, derivatives: false").supports;
    // Rows of supports are zero in these products.
    const Eigen::MatrixXd unbalanced = scene.stiffness_times(B, Vector::Zero(scene.full.size()));
    const Eigen::MatrixXd loads =
        scene.stiffness_times(scene.full.support_motions, Vector::Zero(scene.full.size()));
    CHECK(unbalanced.norm() < 1e-9 * loads.norm());
    for (Index i = 0; i < B.rows(); ++i)
        if (scene.full.constrained.fixed[std::size_t(i)])
            CHECK(B(i, 0) == Approx(scene.full.support_motions(i, 0)).margin(1e-15));
}

TEST_CASE("static_modes: answers to unit forces and to uniform accelerations are in the basis") {
    FullScene scene = held_beam();
    const auto loaded = [&](const Eigen::MatrixXd& U, const Vector& force) {
        // The static answer lies in U where K times its projection is the force again.
        const Eigen::MatrixXd K_U = scene.stiffness_times(U, Vector::Zero(scene.full.size()));
        const Vector q = (U.transpose() * K_U).ldlt().solve(U.transpose() * force);
        return (K_U * q - force).norm() / force.norm();
    };
    const auto tip =
        scene.compute("basis/static_modes",
                      "attachments: [{at: [2, 0.25, 0.3], axes: [y, z]}], derivatives: false");
    REQUIRE(tip.U.cols() == 2);
    CHECK(orthonormality_error(scene, tip.U) < 1e-12);
    Vector force = Vector::Zero(scene.full.size());
    const Points& x = scene.full.body().mesh.positions;
    for (Index i = 0; i < x.cols(); ++i)
        if ((x.col(i) - Eigen::Vector3d(2, 0.25, 0.3)).norm() < 1e-9) force(3 * i + 2) = 7;
    REQUIRE(force.norm() == 7);
    CHECK(loaded(tip.U, force) < 1e-8);

    const auto heavy =
        scene.compute("basis/static_modes", "accelerations: true, derivatives: false");
    REQUIRE(heavy.U.cols() == 3);
    Points weight = Points::Zero(3, x.cols());
    weight.row(1) = scene.full.mass().row_sums().transpose();
    Eigen::MatrixXd of_free = weight.reshaped();
    scene.full.zero_constrained(of_free);
    CHECK(loaded(heavy.U, of_free) < 1e-8);
    CHECK(loaded(tip.U, of_free) > 1e-2);
}

TEST_CASE("static_modes: with modes alone it spans what modal_derivatives spans") {
    FullScene scene = held_beam();
    const Eigen::MatrixXd a = scene.compute("basis/static_modes", "modes: 4").U;
    const Eigen::MatrixXd b =
        scene.compute("basis/modal_derivatives", "modes: 4, size: " + std::to_string(a.cols())).U;
    for (Index k = 0; k < a.cols(); ++k) CHECK(outside(scene, b, a.col(k)) < 1e-6);
}

TEST_CASE("static_modes: what cannot be asked") {
    FullScene scene = held_beam();
    CHECK_THROWS_WITH(scene.compute("basis/static_modes", ""),
                      Contains("spans nothing that is free to move") && Contains("modes: 10"));
    CHECK_THROWS_WITH(scene.compute("basis/static_modes", "modes: 3, size: 4, tolerance: 0.1"),
                      Contains("basis/static_modes has both `size` and `tolerance`"));
    CHECK_THROWS_WITH(scene.compute("basis/static_modes", "attachments: [{axes: [x]}]"),
                      Contains("attachment 0 needs one of `at` and `where`"));
    CHECK_THROWS_WITH(scene.compute("basis/static_modes", "attachments: [{at: [9, 0, 0]}]"),
                      Contains("attachment 0 acts at [9, 0, 0], outside the body"));
    CHECK_THROWS_WITH(scene.compute("basis/static_modes", "loads: true"),
                      Contains("no load acts on /body"));
    FullScene free(bar("[1, 1, 1]", "[1, 1, 1]"));
    CHECK_THROWS_WITH(free.compute("basis/static_modes", "modes: 3"),
                      Contains("/body is not anchored"));
}
