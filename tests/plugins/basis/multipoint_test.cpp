// Vectors under multi-point constraints, beside dense matrices in the null space of these.
#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>
#include <sinew/mechanics/modes/eigenmodes.hpp>
#include <support/empty_cache.hpp>

#include "basis_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Matchers::Contains;

namespace {

/// A clamped bar whose end slides on a slope in one node, and whose corners go together in two
/// directions that depend on each other through a third row.
struct Constrained : FullScene {
    Constrained() : FullScene(clamped(bar("[2, 0.5, 0.6]", "[6, 2, 2]", "tet4"))) {
        const Points& X = full.body().mesh.positions;
        const auto node_at = [&](const Eigen::Vector3d& x) {
            Index node = 0;
            (X.colwise() - x).colwise().squaredNorm().minCoeff(&node);
            return node;
        };
        const Index a = node_at({2, 0, 0}), b = node_at({2, 0.5, 0.6}), c = node_at({1.7, 0.5, 0});
        C = Eigen::MatrixXd::Zero(5, full.size());
        const Eigen::RowVector3d N(0.6, 0, 0.8), T(0, 1, 0);
        C.block<1, 3>(0, 3 * a) = N;
        C.block<1, 3>(0, 3 * b) = -N;
        C.block<1, 3>(1, 3 * b) = T;
        C.block<1, 3>(1, 3 * c) = -T;
        C.row(2) = C.row(0) - 3 * C.row(1);
        C.block<1, 3>(3, 3 * c) = N;
        C(4, full.size() - 1) = 1;
        full.multipoint = C.sparseView();
    }
    double violation(const Eigen::MatrixXd& U) const {
        return (C * U).cwiseAbs().maxCoeff() / U.cwiseAbs().maxCoeff();
    }

    Eigen::MatrixXd C;
};

}  // namespace

TEST_CASE("multi-point constraints: modes are those of dense matrices in the null space") {
    Constrained scene;
    const FullBody& full = scene.full;
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(full.size() + scene.C.rows(), full.size());
    for (Index i = 0; i < full.size(); ++i)
        if (full.constrained.fixed[std::size_t(i)]) all(i, i) = 1;
    all.bottomRows(scene.C.rows()) = scene.C;
    const Eigen::MatrixXd Z = all.fullPivLu().kernel();
    REQUIRE(Z.cols() == full.constrained.n_free - 4);
    const Eigen::MatrixXd K = Z.transpose() * scene.stiffness_times(Z, Vector::Zero(full.size())),
                          M = Z.transpose() * full.mass().times(Z);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> dense(K, M);

    auto linear = make<LinearSolver>("linear/" + std::string(GENERATE("cholesky", "pcg")));
    const ModalPencil pencil(scene.full, *linear, {});
    CHECK(pencil.n_elastic() == Z.cols());
    const Eigenmodes modes = elastic_modes(pencil, 8);
    for (Index k = 0; k < 8; ++k)
        CHECK(modes.values[k] == Approx(dense.eigenvalues()[k]).epsilon(1e-9));
    CHECK(scene.violation(modes.vectors) < 1e-12);
    CHECK(orthonormality_error(scene, modes.vectors) < 1e-9);
}

TEST_CASE("multi-point constraints: every basis of a pose satisfies them, derivatives too") {
    const EmptyCache cache;
    Constrained scene;
    const auto [basis, parameters] = GENERATE(
        std::pair{"basis/linear_modes", "modes: 6"},
        std::pair{"basis/modal_derivatives", "modes: 3, size: 8"},
        std::pair{"basis/localized",
                  "regions: [{name: foot, from: [0.4, 0.25, 0.3], modes: 3}, {name: head, from: "
                  "[1.7, 0.25, 0.3], modes: 3, size: 6}], global: 2"},
        std::pair{"basis/union",
                  "parts: [{type: linear_modes, modes: 2}, {type: modal_derivatives, modes: 3, "
                  "size: 6}]"});
    CAPTURE(basis);
    CHECK(scene.violation(scene.compute(basis, parameters).U) < 1e-10);
}

TEST_CASE("multi-point constraints: they may leave too few motions") {
    Constrained scene;
    Eigen::MatrixXd C = Eigen::MatrixXd::Identity(scene.full.size(), scene.full.size());
    scene.full.multipoint = C.topRows(scene.full.size() - 2).sparseView();
    CHECK_THROWS_WITH(scene.compute("basis/linear_modes", "modes: 3"),
                      Contains("and 2 that contact leaves"));
}

TEST_CASE("multi-point constraints: one solver serves bodies whose constraints differ") {
    Constrained scene;
    const std::string plugin = "linear/" + std::string(GENERATE("cholesky", "pcg"));
    auto shared = make<LinearSolver>(plugin);
    for (const Index first : {0, 3, 1}) {
        scene.full.multipoint = scene.C.middleRows(first, 2).sparseView();
        const auto values = [&](LinearSolver& linear) -> Vector {
            return elastic_modes(ModalPencil(scene.full, linear, {}), 4).values;
        };
        auto own = make<LinearSolver>(plugin);
        const Vector expected = values(*own);
        CHECK((values(*shared) - expected).norm() < 1e-9 * expected.norm());
    }
}
