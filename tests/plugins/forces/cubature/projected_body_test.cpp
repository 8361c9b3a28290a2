#include "cubature/projected_body.hpp"

#include <catch2/catch.hpp>

#include "second_order.hpp"
#include "trained_body.hpp"

using namespace sinew;
using cubature::ProjectedBody;
using test::TrainedBody;

namespace {

const std::string gravity = "    loads: [{type: gravity}]\n";

}  // namespace

TEST_CASE("projected body: forces are the potential's gradient, the tangent their derivative") {
    const TrainedBody body("neo_hookean", gravity);
    for (const bool loaded : {true, false}) {
        CAPTURE(loaded);
        ProjectedBody projected(*body, loaded);
        const Index r = body->size();
        const Vector g = test::noise(r, 3), rest = Vector::Zero(r);
        projected.set_force(g);
        const Vector q = 0.3 * test::noise(r, 1), d = test::noise(r, 2);
        const auto residual = [&](const Vector& at) {
            Forces f;
            projected.forces(at, rest, f);
            REQUIRE_FALSE(f.event);
            return Vector(f.internal - f.external);
        };
        Forces f;
        const Eigen::MatrixXd K =
            projected.tangent(q, rest, {0, 0, 1}, Definiteness::exact, &f).matrix;
        CHECK((f.internal - f.external - residual(q)).norm() < 1e-12 * f.internal.norm());
        CHECK((K - K.transpose()).norm() < 1e-12 * K.norm());
        test::check_second_order([&](double h) {
            return std::abs((projected.potential(q + h * d) - projected.potential(q - h * d)) /
                                (2 * h) -
                            residual(q).dot(d));
        });
        test::check_second_order([&](double h) {
            return ((residual(q + h * d) - residual(q - h * d)) / (2 * h) - K * d).norm();
        });
        const Eigen::MatrixXd with_mass =
            projected.tangent(q, rest, {2, 0, 1}, Definiteness::exact, nullptr).matrix;
        CHECK((with_mass - K - 2 * body->mass).norm() < 1e-10 * K.norm());
    }
}

TEST_CASE("projected body: the scene's loads act on it while it is loaded, and not thereafter") {
    const TrainedBody body("linear", gravity);
    const Vector rest = Vector::Zero(body->full.size());
    Forces f;
    {
        ProjectedBody projected(*body, true);
        const Vector g = projected.loads_at_rest();
        Vector down = Vector::Zero(rest.size()), weights;
        for (Index i = 2; i < down.size(); i += 3) down[i] = -9.81;
        body->full.mass().multiply(down, weights);
        CHECK((g - body->U.transpose() * weights).norm() < 1e-9 * g.norm());
    }
    body->full.system.forces(rest, rest, f);
    CHECK(f.external.norm() == 0);
}
