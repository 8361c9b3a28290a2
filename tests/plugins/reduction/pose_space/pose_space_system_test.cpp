#include <catch2/catch.hpp>
#include <cmath>
#include <sinew/mechanics/reduction/reduction.hpp>
#include <support/empty_cache.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

/// A bar on a rig that bends it, in the subspaces of three poses.
struct ReducedBar {
    ReducedBar()
        : scene(
              "    rig: {type: bend, from: -0.3, to: 0.3, angle: {expr: \"2*t\"}}\n"
              "    mesh: {type: box, size: [1, 0.2, 0.2], origin: [-0.5, -0.1, -0.1], cells: [8, "
              "2, 2], element: tet4}\n"
              "    material: {type: neo_hookean, young: 20 kPa, poisson: 0.3}\n"
              "    constraints: [{type: fixed, where: {box: {min: [-0.2, -1, -1], max: [0.2, 1, "
              "1]}}}]\n"
              "    loads: [{type: gravity}]\n"
              "    formulation: {type: posed, poses: [{parameters: [1]}, {parameters: [-1]}]}\n"
              "    reduction: {type: pose_space, basis: {type: linear_modes, modes: 6}}\n") {
        SceneNode& node = scene.node();
        const BodyParts parts = body_parts(node);
        const Reduction& model = *node.graph().object<Reduction>(node, "reduction");
        const Formulation& formulation = *node.graph().object<Formulation>(node, "formulation");
        system = model.make(
            as_elastic_body(formulation.make(scene.body(), parts), model, parts.formulation),
            scene.body(), parts);
        system->dynamics()->let_inertia_act();
        system->dynamics()->set_damping({0.3, 0.02});
        State start = system->initial();
        start.q = 0.2 * some(1.3);
        system->move_to(0.2);
        system->begin_step(start, 0.2, 0.1);
        system->move_to(0.3);
    }
    /// Coordinates with displacements of some cm.
    Vector some(double phase) const {
        Vector q(6);
        for (Index i = 0; i < 6; ++i) q[i] = 0.05 * std::sin(phase * double(i + 1));
        return q;
    }

    EmptyCache cache;
    SceneBody scene;
    std::unique_ptr<BodySystem> system;
};

}  // namespace

TEST_CASE("pose-space system: its tangent is the derivative of its forces") {
    ReducedBar bar;
    const Vector q = bar.some(2.1), v = bar.some(0.7);
    const auto residual = [&](const Vector& at, const Vector& rate) {
        Forces forces;
        bar.system->forces(at, rate, forces);
        REQUIRE_FALSE(forces.event);
        return Vector(forces.internal - forces.external);
    };
    const auto matrix = [&](const TangentWeights& weights) {
        const Tangent& tangent = bar.system->tangent(q, v, weights, Definiteness::exact, nullptr);
        Eigen::MatrixXd A(6, 6);
        Vector y;
        for (Index k = 0; k < 6; ++k) {
            tangent.apply(Vector::Unit(6, k), y);
            A.col(k) = y;
        }
        return A;
    };
    const Eigen::MatrixXd K = matrix({0, 0, 1}), D = matrix({0, 1, 0}), M = matrix({1, 0, 0});
    const double h = 1e-5;
    Vector M_e;
    for (Index k = 0; k < 6; ++k) {
        const Vector e = h * Vector::Unit(6, k);
        const Vector by_q = (residual(q + e, v) - residual(q - e, v)) / (2 * h),
                     by_v = (residual(q, v + e) - residual(q, v - e)) / (2 * h);
        CHECK((K.col(k) - by_q).norm() < 1e-7 * K.norm());
        CHECK((D.col(k) - by_v).norm() < 1e-7 * D.norm());
        bar.system->dynamics()->apply_mass(Vector::Unit(6, k), M_e);
        CHECK((M.col(k) - M_e).norm() < 1e-12);
    }
}

TEST_CASE("pose-space system: without damping its forces are the gradient of its potential") {
    ReducedBar bar;
    const Vector q = bar.some(2.1), still = Vector::Zero(6);
    Forces forces;
    bar.system->forces(q, still, forces);
    const double h = 1e-5;
    for (Index k = 0; k < 6; ++k) {
        const Vector e = h * Vector::Unit(6, k);
        const double slope =
            (bar.system->potential(q + e) - bar.system->potential(q - e)) / (2 * h);
        CHECK(slope == Approx((forces.internal - forces.external)[k]).epsilon(1e-6).margin(1e-6));
    }
}

TEST_CASE("pose-space system: kinetic energy is that of the nodes as they move in the world") {
    ReducedBar bar;
    const Vector q = bar.some(2.1), v = bar.some(0.7);
    const Points rates = bar.system->velocities(q, v);
    const double density = 1000;  // of a material that names none
    CHECK(bar.scene.body().density[0] == density);
    Vector momentum;
    bar.scene.system().elastic_body()->mass().multiply(rates.reshaped(), momentum);
    CHECK(bar.system->dynamics()->kinetic_energy(q, v) ==
          Approx(0.5 * rates.reshaped().dot(momentum)).epsilon(1e-12));
}

TEST_CASE("pose-space system: explicit steps are refused, with the reason") {
    ReducedBar bar;
    CHECK(bar.system->explicit_dynamics() == nullptr);
    CHECK_THAT(bar.system->lacks(Facet::explicit_dynamics).message,
               Catch::Contains("is not diagonal"));
}
