#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <Eigen/Eigenvalues>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/basis/mass_orthonormal.hpp>
#include <sinew/mechanics/weights/weights.hpp>
#include <support/empty_cache.hpp>

#include "basis_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Matchers::Contains;

namespace {

const std::string short_bar = bar("[2, 0.5, 0.6]", "[6, 2, 2]", "tet4");
const std::string two =
    "regions: [{name: foot, from: [0.4, 0.25, 0.3], modes: 3}, {name: head, "
    "from: [1.7, 0.25, 0.3], modes: 4}]";

/// Largest angle [rad] between spans of mass-orthonormal vectors.
double angle(const FullScene& scene, const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
    const Eigen::MatrixXd products = A.transpose() * scene.full.mass().times(B);
    const double least = Eigen::JacobiSVD<Eigen::MatrixXd>(products).singularValues().minCoeff();
    return std::acos(std::min(least, 1.0));
}

}  // namespace

TEST_CASE("localized: one region that is all of the body has the modes of the whole") {
    const EmptyCache cache;
    FullScene scene(clamped(short_bar));
    const std::string one = "regions: [{name: all, from: [2, 0.25, 0.3], modes: 5}]";
    const Eigen::MatrixXd U = scene.compute("basis/localized", one).U,
                          modes = scene.compute("basis/linear_modes", "modes: 5").U;
    CHECK((U - modes).norm() < 1e-8 * modes.norm());
    // With derivatives it spans what basis/modal_derivatives does: both of a pair ij are there.
    const std::string more = "regions: [{name: all, from: [2, 0.25, 0.3], modes: 3, size: 9}]";
    CHECK(angle(scene, scene.compute("basis/localized", more).U,
                scene.compute("basis/modal_derivatives", "modes: 3, size: 9").U) < 1e-5);
}

TEST_CASE("localized: vectors are zero outside of their region, and orthonormal in it") {
    const EmptyCache cache;
    FullScene scene(clamped(short_bar));
    const auto found = scene.compute("basis/localized", two);
    REQUIRE(found.groups == std::vector<int>{3, 4});
    const Eigen::MatrixXd foot = found.U.leftCols(3), head = found.U.rightCols(4);
    CHECK(orthonormality_error(scene, foot) < 1e-11);
    CHECK(orthonormality_error(scene, head) < 1e-11);
    const Points& X = scene.full.body().mesh.positions;
    bool overlap = false;
    for (Index i = 0; i < X.cols(); ++i) {
        if (X(0, i) > 1.6) CHECK(foot.middleRows<3>(3 * i).isZero(0));
        if (X(0, i) < 0.5) CHECK(head.middleRows<3>(3 * i).isZero(0));
        overlap = overlap || (!foot.middleRows<3>(3 * i).isZero(1e-6) &&
                              !head.middleRows<3>(3 * i).isZero(1e-6));
    }
    CHECK(overlap);
}

TEST_CASE("localized: modes of a region are those of a dense solver, with the weights of region") {
    // closest_joint makes blocks of weight 1 of its handles.
    const EmptyCache cache;
    FullScene scene(clamped(short_bar));
    const std::string blocks = two + ", weights: {type: closest_joint}, exponent: 0.5";
    const auto found = scene.compute("basis/localized", blocks);
    const Points& X = scene.full.body().mesh.positions;
    std::vector<Index> inside;
    for (Index i = 0; i < X.cols(); ++i)
        if (std::abs(X(0, i) - 1.7) < std::abs(X(0, i) - 0.4))
            for (Index k = 0; k < 3; ++k) inside.push_back(3 * i + k);
    const Index n = scene.full.size();
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(n, n);
    const Eigen::MatrixXd K = scene.stiffness_times(I, Vector::Zero(n)),
                          M = scene.full.mass().times(I);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> dense(K(inside, inside),
                                                                          M(inside, inside));
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(n, 4);
    expected(inside, Eigen::all) = dense.eigenvectors().leftCols(4);
    CHECK(angle(scene, found.U.rightCols(4), expected) < 1e-5);
}

TEST_CASE("localized: weighted modes are W y of K y = lambda W M W y, by a dense solver") {
    const EmptyCache cache;
    FullScene scene(clamped(short_bar));
    const auto bbw = make<Weights>("weights/bbw", "");
    std::vector<Bone> handles;
    for (const double x : {0.4, 1.7}) {
        const Eigen::Vector3d at(x, 0.25, 0.3);
        handles.push_back({"", -1, at, {{at, at}}});
    }
    const Eigen::MatrixXd of_handles = bbw->on_nodes(scene.full.body().mesh, handles);
    const Index n = scene.full.size();
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(n, n);
    const Eigen::MatrixXd K = scene.stiffness_times(I, Vector::Zero(n)),
                          M = scene.full.mass().times(I);
    const Eigen::MatrixXd U =
        scene.compute("basis/localized", two + ", threshold: 0.2, exponent: 0.7").U;
    for (const int region : {0, 1}) {
        Vector W = Vector::Zero(n);
        std::vector<Index> inside;
        for (Index i = 0; i < n; ++i) {
            if (scene.full.constrained.fixed[std::size_t(i)]) continue;
            const double w = of_handles(i / 3, region);
            if (!(w > 0.2)) continue;
            W[i] = std::pow((w - 0.2) / 0.8, 0.7);
            inside.push_back(i);
        }
        const Eigen::MatrixXd WMW = W.asDiagonal() * M * W.asDiagonal();
        const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> dense(K(inside, inside),
                                                                              WMW(inside, inside));
        const Index k = region == 0 ? 3 : 4;
        Eigen::MatrixXd y = Eigen::MatrixXd::Zero(n, k);
        y(inside, Eigen::all) = dense.eigenvectors().leftCols(k);
        const Eigen::MatrixXd phi = W.asDiagonal() * y;
        CHECK(angle(scene, region == 0 ? U.leftCols(3) : U.rightCols(4), phi) < 1e-5);
    }
}

TEST_CASE("localized: global vectors come first, and are what regions lack of the lowest modes") {
    const EmptyCache cache;
    FullScene scene(clamped(short_bar));
    const auto found = scene.compute("basis/localized", two + ", global: 2");
    CHECK(found.groups == std::vector<int>{2, 3, 4});
    const MassMatrix& M = scene.full.mass();
    const Eigen::MatrixXd global = found.U.leftCols(2), regions = found.U.rightCols(7);
    CHECK((global.transpose() * M.times(global) - Eigen::Matrix2d::Identity()).norm() < 1e-10);
    CHECK((global.transpose() * M.times(regions)).norm() < 1e-9);
    const Eigen::MatrixXd modes = scene.compute("basis/linear_modes", "modes: 6").U;
    // The mass norm of what a span leaves of a mode.
    const auto left = [&](Eigen::MatrixXd U, Index mode) {
        for (int k = 0; k < 2; ++k) make_mass_orthonormal(U, M);
        const Vector x = modes.col(mode) - U * (U.transpose() * M.times(modes.col(mode)));
        return std::sqrt(x.dot(M.times(x).col(0)));
    };
    CHECK(left(regions, 0) > 0.01);
    CHECK(left(found.U, 0) < 0.2 * left(regions, 0));
    double with = 0, without = 0;
    for (Index k = 0; k < 6; ++k) {
        with += std::pow(left(found.U, k), 2);
        without += std::pow(left(regions, k), 2);
    }
    CHECK(with < without);
}

TEST_CASE(
    "localized: regions that swing faster than the whole are reported, unless it has vectors") {
    const EmptyCache cache;
    FullScene scene(clamped(short_bar));
    std::vector<std::string> warnings;
    LogListener listener([&](const Diagnostic& said) { warnings.push_back(said.message); });
    const Eigen::MatrixXd U = scene.compute("basis/localized", two).U;
    REQUIRE(warnings.size() == 1);
    // The lowest frequency in the span over that of the whole body.
    const Vector rest = Vector::Zero(scene.full.size());
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> in_span(
        U.transpose() * scene.stiffness_times(U, rest), U.transpose() * scene.full.mass().times(U));
    const Eigen::VectorXd mode = scene.compute("basis/linear_modes", "modes: 1").U.col(0);
    const double ratio =
        std::sqrt(in_span.eigenvalues()[0] / mode.dot(scene.stiffness_times(mode, rest).col(0)));
    CHECK(ratio > 1.1);
    CHECK_THAT(warnings.front(), Contains(fmt::format("swings {:.2g} times as fast", ratio)));
    scene.compute("basis/localized", two + ", global: 2");
    CHECK(warnings.size() == 1);
}

TEST_CASE("localized: regions without free nodes, nodes without region, and too many modes") {
    const EmptyCache cache;
    FullScene scene(clamped(short_bar));
    const auto mistake = [&](const std::string& parameters) -> std::string {
        try {
            scene.compute("basis/localized", parameters);
        } catch (const InputError& error) {
            return error.diagnostics().front().message;
        }
        return "";
    };
    CHECK_THAT(mistake("regions: [{name: foot, from: [0.4, 0.25, 0.3], modes: 3}, {name: head, "
                       "from: [1.7, 0.25, 0.3], modes: 400}], weights: {type: closest_joint}"),
               Contains("the region head has") && Contains("and no 400 modes"));
    CHECK_THAT(mistake("regions: [{name: foot, from: [0, 0.25, 0.3], modes: 3}, {name: head, "
                       "from: [0.3, 0.25, 0.3], modes: 3}], weights: {type: closest_joint}"),
               Contains("no node of /body that is free belongs to the region foot"));
    CHECK_THAT(mistake(two + ", threshold: 0.9"), Contains("are in no region"));
}
