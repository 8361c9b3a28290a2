#include <catch2/catch.hpp>
#include <sinew/mechanics/eulerian/plastic_flow.hpp>

#include "solid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

Eigen::Matrix3d turned(double angle, const Eigen::Vector3d& axis) {
    return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

}  // namespace

TEST_CASE("plastic increment: isochoric powers of the stretches, along their axes at rest") {
    const Eigen::Matrix3d R = turned(0.7, {1, -2, 0.5}), Q = turned(1.1, {0, 1, 3});
    const Eigen::Vector3d stretches(1.4, 0.8, 1.1);
    const Eigen::Matrix3d F = R * Q * stretches.asDiagonal() * Q.transpose();
    const double J = stretches.prod();
    for (const double gamma : {0.0, 0.3, 1.0}) {
        const Eigen::Vector3d powers = (stretches.array() / std::cbrt(J)).pow(gamma);
        const Eigen::Matrix3d expected = Q * powers.asDiagonal() * Q.transpose();
        CHECK((plastic_increment(F, gamma) - expected).norm() < 1e-13);
        CHECK(plastic_increment(F, gamma).determinant() == Approx(1));
    }
    // With gamma = 1 what is left of F is a turn and a change of volume.
    const Eigen::Matrix3d left = F * plastic_increment(F, 1).inverse();
    CHECK((left - std::cbrt(J) * R).norm() < 1e-13);
    // A turned rest frame turns it along.
    CHECK((plastic_increment(F * R, 0.4) - R.transpose() * plastic_increment(F, 0.4) * R).norm() <
          1e-13);
}

TEST_CASE("plastic flow: relaxes the stress to its yield, det F_p = 1, and nothing below it") {
    SolidBlock block("{type: corotational, young: 2 kPa, poisson: 0.3}");
    const auto law = block.law();
    const MaterialShape shape(block.body().mesh, block.body().skin, 0.05);
    Eigen::Matrix3d F = Eigen::Matrix3d::Identity();
    F(0, 1) = 0.6;
    const auto deformation = [&](const Eigen::Vector3d&) { return F; };
    Plasticity plasticity;
    plasticity.yield = 300.0;
    plasticity.flow_rate = 2.0;
    const auto stress = [&](const Eigen::Matrix3d& F_p) {
        Mat3<Pack> F_e, P;
        const Eigen::Matrix3d elastic = F * F_p.inverse();
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) F_e(i, j) = Pack(elastic(i, j));
        law->stress(0, {&F_e, 1}, {&P, 1});
        return (lane(P, 0) * elastic.transpose() / elastic.determinant()).norm();
    };
    PlasticFlow flow(plasticity, *law, block.body().mesh, shape, 0.1);
    const double at_start = stress(flow.plastic().front());
    REQUIRE(at_start > 600);
    flow.advance(deformation, 0.05);
    const double gamma = 2 * 0.05 * (at_start - 300) / at_start;
    CHECK((flow.plastic().front() - plastic_increment(F, gamma)).norm() < 1e-14);
    for (int step = 0; step < 400; ++step) flow.advance(deformation, 0.05);
    for (const Eigen::Matrix3d& F_p : flow.plastic()) {
        REQUIRE(F_p.determinant() == Approx(1).epsilon(1e-10));
        REQUIRE(stress(F_p) == Approx(300).epsilon(1e-3));
    }
    // As a rate, half steps twice as often come to much the same.
    PlasticFlow coarse(plasticity, *law, block.body().mesh, shape, 0.1),
        fine = PlasticFlow(plasticity, *law, block.body().mesh, shape, 0.1);
    for (int step = 0; step < 10; ++step) coarse.advance(deformation, 0.02);
    for (int step = 0; step < 20; ++step) fine.advance(deformation, 0.01);
    CHECK((coarse.plastic().front() - fine.plastic().front()).norm() < 0.003);
    const Eigen::Vector3d inside = block.body().mesh.positions.rowwise().mean();
    CHECK((fine.inverse_at(inside) * fine.plastic().front() - Eigen::Matrix3d::Identity()).norm() <
          1e-12);
    plasticity.yield = 1e4;
    PlasticFlow still(plasticity, *law, block.body().mesh, shape, 0.1);
    still.advance(deformation, 1);
    CHECK(still.plastic().front() == Eigen::Matrix3d::Identity());
}
