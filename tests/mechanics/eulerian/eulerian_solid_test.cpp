#include <catch2/catch.hpp>
#include <numbers>
#include <sinew/mechanics/eulerian/solid_results.hpp>
#include <sinew/mechanics/math/symmetric.hpp>

#include "solid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Velocities of a rigid turn about the middle of the grid [rad/s].
VectorField turning(const Grid& grid, const Eigen::Vector3d& omega) {
    const Lattice nodes = grid.nodes();
    VectorField v(nodes.size());
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        v.set(node, omega.cross(nodes.position(at) - Eigen::Vector3d(1, 1, 1)));
    });
    return v;
}

}  // namespace

TEST_CASE("Eulerian solid: ten turns at 0.1 rad a step strain it by less than 1 %") {
    SolidBlock block;
    auto solid = block.solid();
    const VectorField v = turning(block.grid, {0, 0, 1});
    const Points before = solid->positions();
    constexpr int n_steps = 630;
    const double angle = 20 * std::numbers::pi / n_steps;
    for (int step = 0; step < n_steps; ++step) {
        solid->take(v, NodeConditions(v.size()));
        solid->advance(angle);
    }
    solid->evaluate(false);
    CHECK(solid->cells().rest_volumes().sum() == Approx(0.72).epsilon(0.01));
    const PointFields fields = EulerianSolidResults(*solid).point_fields();
    for (Index p = 0; p < fields.volume.size(); ++p) {
        const Eigen::Matrix3d F = fields.deformation_gradient.col(p).reshaped(3, 3);
        const Eigen::Matrix3d strain = (F.transpose() * F - Eigen::Matrix3d::Identity()) / 2;
        CHECK(strain.cwiseAbs().maxCoeff() < 0.01);
    }
    // What the mesh carries has kept its lengths.
    const Points after = solid->positions();
    for (Index i = 1; i < before.cols(); ++i)
        CHECK((after.col(i) - after.col(0)).norm() ==
              Approx((before.col(i) - before.col(0)).norm()).epsilon(0.01));
}

TEST_CASE("Eulerian solid: begins stretched and moving, exactly") {
    SolidBlock block("{type: neo_hookean, young: 2 kPa, poisson: 0.3, density: 500}",
                     "    initial: {stretch: [0.7, 1.1, 0.9], displacement: [0.1, 0, 0.05], "
                     "velocity: [1, 0, 0], "
                     "angular_velocity: [0, 0, 2]}\n");
    const auto solid = block.solid();
    const PointFields fields = EulerianSolidResults(*solid).point_fields();
    const Eigen::Matrix3d expected = Eigen::Vector3d(0.7, 1.1, 0.9).asDiagonal();
    for (Index p = 0; p < fields.volume.size(); ++p)
        REQUIRE((fields.deformation_gradient.col(p).reshaped(3, 3) - expected).norm() < 1e-11);
    const Points rest = block.body().mesh.positions;
    const Eigen::Vector3d centre = rest.rowwise().mean();
    for (Index i = 0; i < rest.cols(); ++i) {
        const Eigen::Vector3d arm = expected * (rest.col(i) - centre);
        REQUIRE(
            (solid->positions().col(i) - (centre + arm + Eigen::Vector3d(0.1, 0, 0.05))).norm() <
            1e-12);
        REQUIRE((solid->velocities().col(i) -
                 (Eigen::Vector3d(1, 0, 0) + Eigen::Vector3d(0, 0, 2).cross(arm)))
                    .norm() < 1e-10);
    }
    CHECK(fields.volume.sum() == Approx(0.72));
    CHECK(fields.volume_change.mean() == Approx(0.7 * 1.1 * 0.9));
}

TEST_CASE(
    "Eulerian solid: what has flowed is the stretch of equal volume, and its strain is reported") {
    SolidBlock block("{type: neo_hookean, young: 2 kPa, poisson: 0.3}",
                     "    initial: {stretch: [1.3, 0.8, 0.9]}\n");
    auto solid = block.solid();
    CHECK(EulerianSolidResults(*solid).point_fields().plastic_strain.size() == 0);
    Plasticity plasticity;
    plasticity.yield = 1e-6;
    plasticity.flow_rate = 1e6;  // all at once
    solid->set_plasticity(plasticity);
    CHECK(EulerianSolidResults(*solid).point_fields().plastic_strain.cwiseAbs().maxCoeff() < 1e-14);
    solid->take(VectorField(block.grid.nodes().size()), NodeConditions(block.grid.nodes().size()));
    solid->advance(0.1);
    const PointFields fields = EulerianSolidResults(*solid).point_fields();
    const Eigen::Array3d stretches(1.3, 0.8, 0.9);
    const double expected =
        std::sqrt(2.0 / 3) * (stretches.log() - std::log(stretches.prod()) / 3).matrix().norm();
    REQUIRE(fields.plastic_strain.size() == fields.volume.size());
    for (const double strain : fields.plastic_strain)
        CHECK(strain == Approx(expected).epsilon(1e-6));
    // What is left is a change of volume: the stress is a pressure.
    for (Index p = 0; p < fields.volume.size(); ++p) {
        const Symmetric6 tau = fields.kirchhoff_stress.col(p);
        const double pressure = tau.head<3>().mean();
        CHECK((tau.head<3>().array() - pressure).matrix().norm() < 1e-5 * std::abs(pressure));
        CHECK(tau.tail<3>().norm() < 1e-5 * std::abs(pressure));
    }
}

TEST_CASE("Eulerian solid: its surface as a neighbour meets it") {
    SolidBlock block("{type: neo_hookean, young: 2 kPa, poisson: 0.3}",
                     "    initial: {velocity: [0, 0, 3]}\n");
    auto solid = block.solid();
    VectorField v(block.grid.nodes().size());
    v[2].setConstant(3);
    solid->take(v, NodeConditions(v.size()));
    const auto box = bounding_box(block.body().mesh.positions);
    const Eigen::Vector3d near(box.center()[0], box.center()[1], box.max()[2] + 0.04);
    for (const ContactNormal kind : {ContactNormal::triangle, ContactNormal::gradient}) {
        const auto surface = solid->surface_near(near, kind);
        REQUIRE(surface);
        CHECK(surface->distance == Approx(0.04).margin(0.004));
        const double error = (surface->normal - Eigen::Vector3d::UnitZ()).norm();
        CHECK(error < (kind == ContactNormal::triangle ? 1e-12 : 0.02));
        CHECK((surface->velocity - Eigen::Vector3d(0, 0, 3)).norm() < 1e-9);
        CHECK_FALSE(solid->surface_near({0.01, 0.01, 0.01}, kind));
        // Beyond two and a half cells nothing is known, and so nothing repels or rubs.
        CHECK(solid->surface_near(near + Eigen::Vector3d(0, 0, 0.18), kind));
        CHECK_FALSE(solid->surface_near(near + Eigen::Vector3d(0, 0, 0.24), kind));
    }
}

TEST_CASE("Eulerian solid: its acceleration is that of its centre of mass") {
    SolidBlock block;
    auto solid = block.solid();
    solid->evaluate(false);
    VectorField v(block.grid.nodes().size());
    v[1].setConstant(-0.2);
    solid->take(v, NodeConditions(v.size()));
    solid->advance(0.1);
    CHECK((solid->mean_acceleration() - Eigen::Vector3d(0, -2, 0)).norm() < 1e-12);
    // At the same velocity there is none, whatever its loads.
    solid->evaluate(false);
    solid->take(v, NodeConditions(v.size()));
    solid->advance(0.1);
    CHECK(solid->mean_acceleration().norm() < 1e-12);
}

TEST_CASE("Eulerian solid: the normals of its surface turn with it") {
    SolidBlock block("{type: neo_hookean, young: 2 kPa, poisson: 0.3}");
    auto solid = block.solid();
    const auto box = bounding_box(block.body().mesh.positions);
    const Eigen::Vector3d middle = box.center(), omega(0, 0.5, 0);
    const Lattice nodes = block.grid.nodes();
    VectorField v(nodes.size());
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        v.set(node, omega.cross(nodes.position(at) - middle));
    });
    constexpr int steps = 20;
    constexpr double dt = 0.05, angle = 0.5 * steps * dt;
    for (int step = 0; step < steps; ++step) {
        solid->evaluate(false);
        solid->take(v, NodeConditions(v.size()));
        solid->advance(dt);
    }
    const Eigen::Vector3d normal(std::sin(angle), 0, std::cos(angle));
    const Eigen::Vector3d near = middle + (box.sizes()[2] / 2 + 0.04) * normal;
    for (const ContactNormal kind : {ContactNormal::triangle, ContactNormal::gradient}) {
        const auto surface = solid->surface_near(near, kind);
        REQUIRE(surface);
        CHECK(surface->distance == Approx(0.04).margin(0.01));
        CHECK((surface->normal - normal).norm() < 0.03);
    }
}

TEST_CASE("Eulerian solid: outside the grid, or too thin for it, is refused") {
    SolidBlock outside;
    outside.grid.cells = {12, 20, 20};
    CHECK_THROWS_WITH(outside.solid(),
                      Catch::Contains("/body reaches from 0.53 to 1.53 m along x, and the grid "
                                      "from 0 to 1.2 m"));
    SolidBlock thin;
    thin.grid = {{0, 0, 0}, 0.5, {4, 4, 4}};
    CHECK_THROWS_WITH(thin.solid(), Catch::Contains("is thinner than two cells"));
}
