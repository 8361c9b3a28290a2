#include <catch2/catch.hpp>

#include "reduced_body.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("projection: forces, stiffness and energy of any material are the full body's") {
    for (const char* material : {"neo_hookean", "corotational", "mooney_rivlin"}) {
        CAPTURE(material);
        const std::string parameters =
            std::string(material) == "mooney_rivlin" ? "c10: 1e3, c01: 2e2, bulk: 1e4" : "";
        ReducedBody body(box(ElementType::tet4, {3, 2, 2}, {2, 1, 1}, 0.2), material, parameters,
                         3);
        const Made<ForceModel> model("projection", "");
        const auto forces = model->make(body.site());
        const Vector q = body.strained(0.1);
        Vector f;
        Eigen::MatrixXd K;
        REQUIRE_FALSE(forces->forces_and_stiffness(q, Definiteness::exact, f, K));
        CHECK((f - body.forces(q)).norm() < 1e-13 * f.norm());
        CHECK((K - body.stiffness(q)).norm() < 1e-11 * K.norm());
        CHECK(K == K.transpose());
        CHECK(forces->energy(q) == Approx(body.energy(q)).epsilon(1e-13));
    }
}

TEST_CASE("projection: kept columns give their part, and an inverted element is an event") {
    ReducedBody body(box(ElementType::tet4, {3, 2, 2}, {2, 1, 1}, 0.2), "neo_hookean", "", 4);
    const Made<ForceModel> model("projection", "");
    const auto all = model->make(body.site()), some = model->make(body.site({3, 1}));
    Vector q = Vector::Zero(4), f, f_some;
    q(3) = body.strained(0.1)(3);
    q(1) = body.strained(0.1)(1);
    REQUIRE_FALSE(all->forces(q, f));
    REQUIRE_FALSE(some->forces(Eigen::Vector2d(q(3), q(1)), f_some));
    CHECK((f_some - Eigen::Vector2d(f(3), f(1))).norm() < 1e-13 * f.norm());
    const Event event = all->forces(body.strained(10), f);
    CHECK(event.kind == Event::Kind::inverted);
    CHECK(all->energy(body.strained(10)) == std::numeric_limits<double>::infinity());
}
