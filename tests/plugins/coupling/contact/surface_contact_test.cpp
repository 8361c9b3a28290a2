#include <catch2/catch.hpp>
#include <contact/surface_contact.hpp>
#include <mechanics/coupling/coupling_support.hpp>
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
        contact = std::make_unique<SurfaceContact>(std::vector<Body*>{&lower, &upper},
                                                   SurfaceContactParams{0.05, {}, true});
    }
    PointBodies at_rest() const { return PointBodies({&lower, &upper}); }
    Body lower, upper;
    std::unique_ptr<SurfaceContact> contact;
};

}  // namespace

TEST_CASE("surface contact: forces and stiffness are derivatives of its energy") {
    StackedCubes cubes;
    PointBodies at = cubes.at_rest();
    const Vector x = at.x;
    const Vector d =
        Vector::NullaryExpr(x.size(), [](Index i) { return std::sin(2.3 * double(i)); });
    DenseForces forces(at);
    cubes.contact->evaluate(at, 0, forces);
    REQUIRE(cubes.contact->energy(at, 0) > 0);
    const auto errors = [&](double h) {
        at.x = x + h * d;
        DenseForces plus(at);
        cubes.contact->evaluate(at, 0, plus);
        const double more = cubes.contact->energy(at, 0);
        at.x = x - h * d;
        DenseForces minus(at);
        cubes.contact->evaluate(at, 0, minus);
        const double less = cubes.contact->energy(at, 0);
        return std::pair(std::abs((more - less) / (2 * h) + forces.f.dot(d)),
                         ((plus.f - minus.f) / (2 * h) + forces.K * d).norm());
    };
    const auto [e1, f1] = errors(2e-4);
    const auto [e2, f2] = errors(1e-4);
    CHECK(e1 / e2 == Approx(4).epsilon(0.1));
    CHECK(f1 / f2 == Approx(4).epsilon(0.1));
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
