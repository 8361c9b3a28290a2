#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>

#include "cubes.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Checks, at where the bodies are, that force is -dE/dx and stiffness -df/dx.
void check_derivatives(SurfaceContact& contact, PointBodies at, double h) {
    const Vector x = at.x;
    const Vector d =
        Vector::NullaryExpr(x.size(), [](Index i) { return std::sin(2.3 * double(i)); });
    DenseForces forces(at);
    contact.evaluate(at, 0, forces);
    REQUIRE(contact.energy(at, 0) > 0);
    const auto errors = [&](double step) {
        at.x = x + step * d;
        DenseForces plus(at);
        contact.evaluate(at, 0, plus);
        const double more = contact.potential(at, 0);
        at.x = x - step * d;
        DenseForces minus(at);
        contact.evaluate(at, 0, minus);
        const double less = contact.potential(at, 0);
        return std::pair(std::abs((more - less) / (2 * step) + forces.f.dot(d)),
                         ((plus.f - minus.f) / (2 * step) + forces.K * d).norm());
    };
    const auto [e1, f1] = errors(h);
    const auto [e2, f2] = errors(h / 2);
    CHECK(e1 / e2 == Approx(4).epsilon(0.1));
    CHECK(f1 / f2 == Approx(4).epsilon(0.1));
    // What acts on one body acts on another.
    const Eigen::Map<const Points> f(forces.f.data(), 3, x.size() / 3);
    CHECK(f.rowwise().sum().norm() < 1e-12 * f.cwiseAbs().sum());
}

/// The moment of all forces about the origin, over the sum of their moments' sizes.
double relative_moment(SurfaceContact& contact, const PointBodies& at) {
    DenseForces forces(at);
    contact.evaluate(at, 0, forces);
    Eigen::Vector3d moment = Eigen::Vector3d::Zero();
    double sizes = 0;
    for (Index k = 0; k < at.x.size(); k += 3) {
        const Eigen::Vector3d of_node =
            at.x.segment<3>(k).cross(Eigen::Vector3d(forces.f.segment<3>(k)));
        moment += of_node;
        sizes += of_node.norm();
    }
    return moment.norm() / sizes;
}

}  // namespace

TEST_CASE("surface contact: forces and stiffness are derivatives of its energy") {
    const StackedCubes cubes;
    check_derivatives(*cubes.contact, cubes.at_rest(), 2e-4);
    CHECK(relative_moment(*cubes.contact, cubes.at_rest()) < 1e-12);
}

TEST_CASE("surface contact: of obstacles, too, with friction in a step") {
    for (Obstacle (*make)() : {plane_below, sphere_above, box_beside}) {
        const CubeBeside scene(make());
        check_derivatives(*scene.contact, scene.at_rest(), 1e-4);
        // A plane, or a sphere, takes forces at one point; a surface where they act.
        if (scene.contact->surface().planes().empty() && scene.contact->surface().spheres().empty())
            CHECK(relative_moment(*scene.contact, scene.at_rest()) < 1e-12);
        scene.contact->begin_step(scene.at_rest(), 0, 1);
        PointBodies slipped = scene.at_rest();
        for (Index i = 0; i < slipped.size; i += 3)
            slipped.x.segment<3>(i) += 2e-4 * Eigen::Vector3d(1, 0.3, 0.1 * std::sin(double(i)));
        for (Index i = scene.cube.mesh.positions.size(); i < slipped.size; ++i)
            slipped.x[i] -= 3e-4;
        check_derivatives(*scene.contact, slipped, 2e-5);
        CHECK(scene.contact->potential(slipped, 0) > scene.contact->energy(slipped, 0));
    }
}

TEST_CASE("surface contact: the law of bounded stiffness has a bound, which its stiffness keeps") {
    StackedCubes cubes;
    SurfaceContactParams params;
    params.thickness = 0.05;
    CHECK_FALSE(cubes.contact->stiffness_bound());
    params.law.kind = ContactPotentialKind::offset;
    SurfaceContact contact({&cubes.lower, &cubes.upper}, params);
    DenseForces at(cubes.at_rest());
    contact.evaluate(cubes.at_rest(), 0, at);
    const double largest =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(at.K).eigenvalues().maxCoeff();
    CHECK(largest > 0);
    CHECK(largest < 2 * contact.stiffness_bound().value());
}
