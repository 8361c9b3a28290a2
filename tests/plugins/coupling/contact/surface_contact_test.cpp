#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>

#include "cubes.hpp"
#include "derivatives.hpp"

using namespace sinew;
using namespace sinew::test;

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
    const std::vector<Body*> bodies{&cubes.lower, &cubes.upper};
    SurfaceContact contact(bodies, SurfacePart::skins(bodies), params);
    const PointBodies at_rest = cubes.at_rest();
    DenseForces at(at_rest);
    contact.evaluate(at_rest, 0, at);
    const double largest =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(at.K).eigenvalues().maxCoeff();
    CHECK(largest > 0);
    CHECK(largest < 2 * contact.stiffness_bound().value());
}
