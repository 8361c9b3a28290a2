#include <catch2/catch.hpp>
#include <contact/surface_contact.hpp>
#include <Eigen/Eigenvalues>
#include <mechanics/coupling/coupling_support.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

/// A cube above another, 2 cm apart, repelled below 5 cm.
struct StackedCubes {
    StackedCubes() {
        VolumeMesh mesh = test::box(ElementType::tet4, {2, 2, 2}, {1, 1, 1});
        lower = body_of_mesh(mesh, "/lower");
        mesh.positions.colwise() += Eigen::Vector3d(0.13, 0.07, 1.02);
        upper = body_of_mesh(mesh, "/upper");
        SurfaceContactParams params;
        params.thickness = 0.05;
        contact = std::make_unique<SurfaceContact>(std::vector<Body*>{&lower, &upper}, params);
    }
    PointBodies at_rest() const { return PointBodies({&lower, &upper}); }
    Body lower, upper;
    std::unique_ptr<SurfaceContact> contact;
};

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

/// An obstacle at rest: a point, or the corners of a frame that `surface` hangs from.
Obstacle resting(const Points& nodes, int number, const SurfaceMesh* surface = nullptr) {
    Obstacle obstacle;
    obstacle.part.is_obstacle = true;
    obstacle.part.rest = nodes;
    obstacle.part.points = {MaterialPoint::at_node(number, 0)};
    if (surface) {
        obstacle.part.rest = surface->positions;
        obstacle.part.triangles = surface->triangles;
        obstacle.part.points.clear();
        for (const auto X : surface->positions.colwise())
            obstacle.part.points.push_back(KinematicBody::point_of_frame(nodes, X, number));
    }
    const auto stay = [nodes](double, Points& x, Points& v) {
        x = nodes;
        v.setZero(3, nodes.cols());
    };
    obstacle.body = std::make_unique<KinematicBody>("/obstacle", nodes, stay);
    return obstacle;
}

/// A cube beside one obstacle.
struct CubeBeside {
    explicit CubeBeside(Obstacle obstacle) {
        cube = body_of_mesh(test::box(ElementType::tet4, {2, 2, 2}, {1, 1, 1}), "/cube");
        std::vector<Obstacle> obstacles;
        obstacles.push_back(std::move(obstacle));
        SurfaceContactParams params;
        params.thickness = 0.05;
        params.friction = 0.3;
        contact = std::make_unique<SurfaceContact>(std::vector<Body*>{&cube}, params,
                                                   std::move(obstacles));
    }
    PointBodies at_rest() const {
        std::vector<const Body*> bodies;
        for (const Body* body : contact->bodies()) bodies.push_back(body);
        return PointBodies(bodies);
    }
    Body cube;
    std::unique_ptr<SurfaceContact> contact;
};

Obstacle plane_below() {
    Obstacle plane = resting(Eigen::Vector3d(0.3, 0.2, -0.02), 1);
    plane.part.outward = Eigen::Vector3d(0.01, 0.02, 1).normalized();
    return plane;
}

Obstacle sphere_above() {
    Obstacle sphere = resting(Eigen::Vector3d(0.43, 0.57, 1.52), 1);
    sphere.part.radius = 0.49;
    return sphere;
}

Obstacle box_beside() {
    const VolumeMesh mesh = test::box(ElementType::tet4, {1, 2, 1}, {0.3, 1.1, 0.8});
    SurfaceMesh surface{mesh.positions.colwise() + Eigen::Vector3d(1.02, -0.13, 0.11),
                        boundary(mesh).triangles};
    return resting(KinematicBody::frame({1, 0, 0}, 2), 1, &surface);
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

TEST_CASE("surface contact: an obstacle may not be moved through a body, nor a body into it") {
    for (Obstacle (*make)() : {plane_below, sphere_above, box_beside}) {
        const CubeBeside scene(make());
        const PointBodies from = scene.at_rest();
        // Everything but the cube goes towards its middle.
        PointBodies to = from;
        const Index first = scene.cube.mesh.positions.size();
        const Eigen::Vector3d way =
            0.6 * (Eigen::Vector3d(0.5, 0.5, 0.5) - from.x.segment<3>(first));
        for (Index i = first; i < to.size; i += 3) to.x.segment<3>(i) += way;
        const double share = scene.contact->largest_step(from, to);
        CHECK(share < 0.2);
        CHECK(share > 0);
        CHECK(scene.contact->penetrations_at(scene.contact->surface().rest()).empty());
        CHECK_THROWS_WITH(scene.contact->commit(to, 0.5), Catch::Contains("/obstacle"));
    }
}

TEST_CASE("surface contact: a body may not be moved through another, nor be found in it") {
    StackedCubes cubes;
    const PointBodies from = cubes.at_rest();
    PointBodies to = from;
    for (Index i = cubes.lower.mesh.positions.size() + 2; i < to.size; i += 3) to.x[i] -= 3;
    const double share = cubes.contact->largest_step(from, to);
    CHECK(share * 3 < 0.02);
    CHECK(share * 3 > 0.01);
    cubes.contact->commit(from, 0);
    to.x = from.x + 0.03 / 3 * (to.x - from.x);
    CHECK_THROWS_WITH(cubes.contact->commit(to, 0.5),
                      Catch::Contains("intersect at 0.5 s") && Catch::Contains("/upper"));
}

TEST_CASE("surface contact: what is read off after a step is what acted in it") {
    const CubeBeside scene(box_beside());
    scene.contact->begin_step(scene.at_rest(), 0, 1);
    PointBodies slipped = scene.at_rest();
    for (Index i = 0; i < slipped.size; i += 3)
        slipped.x.segment<3>(i) += 2e-3 * Eigen::Vector3d(0, 1, std::sin(double(i)));
    DenseForces acting(slipped);
    scene.contact->evaluate(slipped, 0, acting);
    scene.contact->commit(slipped, 1);
    ContactForces read(scene.cube.mesh.n_nodes());
    scene.contact->add_contact(scene.cube, read);
    const Index n = scene.cube.mesh.positions.size();
    CHECK(((read.normal + read.friction).reshaped() - acting.f.head(n)).norm() <
          1e-12 * acting.f.norm());
    CHECK(read.friction.norm() > 0);
    CHECK(read.area.sum() == Approx(6));
    CHECK(read.pressure().maxCoeff() > 0);
    CHECK(read.gap.minCoeff() > 0);
    CHECK(read.gap.minCoeff() < 0.05);
    Eigen::Vector3d of_pairs = Eigen::Vector3d::Zero();
    for (const TouchingPair& pair : scene.contact->touching_pairs())
        for (std::size_t i = 0; i < 4 && pair.points[i]; ++i)
            if (pair.points[i]->body == 0)
                of_pairs += pair.weights[Index(i)] * pair.force * pair.direction;
    CHECK((of_pairs - read.normal.rowwise().sum()).norm() < 0.02 * of_pairs.norm());
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
