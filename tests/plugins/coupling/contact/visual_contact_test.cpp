/// Contact of visual surfaces whose elements overlap.

#include <algorithm>
#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>
#include <sinew/mechanics/contact/surface_intersections.hpp>
#include <sinew/mechanics/mesh/convert.hpp>

#include "cubes.hpp"
#include "derivatives.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// A ball of radius 0.45 m in the middle of a cube of 2 x 2 x 2 bricks. Its vertices are there
/// twice, as files have them along seams.
struct BallInCube {
    BallInCube(const Eigen::Vector3d& at, const std::string& path)
        : body(body_of_mesh(test::box(ElementType::hex8, {2, 2, 2}, {1, 1, 1}), path)) {
        body.mesh.positions.colwise() += at;
        body.initial_displacement = Points::Zero(3, body.mesh.n_nodes());
        visual.body = &body.mesh;
        const VolumeMesh cube = test::box(ElementType::tet4, {3, 3, 3}, {2, 2, 2});
        visual.rest.positions = cube.positions.colwise() - Eigen::Vector3d::Ones();
        visual.rest.triangles = boundary(cube).triangles;
        drop_unreferenced(visual.rest);
        for (auto x : visual.rest.positions.colwise())
            x *= 0.45 * x.cwiseAbs().maxCoeff() / x.norm();
        const Points once = visual.rest.positions.colwise() + (at + Eigen::Vector3d::Constant(0.5));
        const int n = int(once.cols());
        visual.rest.positions.resize(3, 2 * n);
        visual.rest.positions << once, once;
        for (Index t = 0; t < visual.rest.triangles.cols(); t += 2)
            visual.rest.triangles.col(t).array() += n;
        visual.embeddings = embed(body.mesh, visual.rest.positions);
    }
    Body body;
    VisualSurface visual;
};

/// Two such balls, 2 cm apart, whose cubes overlap.
struct TwoBalls {
    explicit TwoBalls(ContactPotentialKind kind = ContactPotentialKind::barrier) {
        SurfaceContactParams params;
        params.thickness = 0.05;
        params.law.kind = kind;
        contact = std::make_unique<SurfaceContact>(
            std::vector<Body*>{&a.body, &b.body},
            std::vector<SurfacePart>{SurfacePart::visual(a.visual, 0),
                                     SurfacePart::visual(b.visual, 1)},
            params);
    }
    PointBodies at_rest() const { return PointBodies({&a.body, &b.body}); }

    BallInCube a{{0, 0, 0}, "/a"}, b{{0.5, 0.53, 0.56}, "/b"};
    std::unique_ptr<SurfaceContact> contact;
};

}  // namespace

TEST_CASE("surface contact: visual surfaces touch where bricks that carry them overlap") {
    TwoBalls balls;
    const SurfaceContact& contact = *balls.contact;
    const Points x = contact.at_start();
    CHECK(contact.intersections_at(x).empty());
    CHECK(contact.pairs_at(x).size() > 0);
    const std::vector<Body*> bodies{&balls.a.body, &balls.b.body};
    SurfaceContactParams params;
    params.thickness = 0.05;
    const SurfaceContact of_bricks(bodies, SurfacePart::skins(bodies), params);
    CHECK(of_bricks.intersections_at(of_bricks.at_start()).size() > 0);
}

TEST_CASE("surface contact: vertices that a file has twice are one") {
    const BallInCube ball({0, 0, 0}, "/ball");
    const SurfacePart part = SurfacePart::visual(ball.visual, 4);
    const CollisionSurface surface(std::vector<SurfacePart>(5, part));
    CHECK(2 * part.rest.cols() <= ball.visual.rest.n_points());
    CHECK(part.points.front().body == 4);
    for (int e = 0; e < surface.n_edges(); ++e) CHECK(surface.triangles_at_edge(e).size() == 2);
}

TEST_CASE("surface contact: of visual surfaces forces and stiffness are derivatives, too") {
    const TwoBalls balls;
    check_derivatives(*balls.contact, balls.at_rest(), 1e-4);
    CHECK(relative_moment(*balls.contact, balls.at_rest()) < 1e-12);
}

TEST_CASE("surface contact: nodes that carry a visual surface take all of its contact forces") {
    TwoBalls balls;
    const PointBodies at = balls.at_rest();
    DenseForces forces(at);
    balls.contact->evaluate(at, 0, forces);
    balls.contact->commit(at, 0);
    ContactForces out(balls.a.body.mesh.n_nodes());
    balls.contact->add_contact(balls.a.body, out);
    const Index n = out.normal.size();
    REQUIRE(out.normal.norm() > 1);
    CHECK((out.normal.reshaped() - forces.f.head(n)).norm() < 1e-12 * out.normal.norm());
    double area = 0;
    for (int v = 0; v < balls.contact->surface().n_vertices(); ++v)
        if (balls.contact->surface().body(v) == 0) area += balls.contact->surface().vertex_area(v);
    CHECK(out.area.sum() == Approx(area).epsilon(1e-12));
    CHECK(out.gap.minCoeff() < 0.05);
}

TEST_CASE("surface contact: the bound of stiffness holds for nodes that carry many vertices") {
    const TwoBalls balls(ContactPotentialKind::offset);
    const PointBodies at = balls.at_rest();
    DenseForces forces(at);
    balls.contact->evaluate(at, 0, forces);
    const double largest =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(forces.K).eigenvalues().maxCoeff();
    CHECK(largest > 0);
    CHECK(largest < 2 * balls.contact->stiffness_bound().value());
}
