#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>
#include <sinew/mechanics/contact/edge_mollifier.hpp>
#include <sinew/mechanics/contact/friction_potential.hpp>

#include "random_stencils.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const ContactPotential barrier_potential(ContactLaw{});

FrictionPair rubbing_pair(RandomStencils& random, StencilKind kind, Stencil& x) {
    x = random.next(kind, 2);
    ContactPair pair;
    pair.kind = kind;
    pair.vertices = {0, 1, 2, 3};
    pair.weight = 0.3;
    pair.activation = 2 * distance(kind, x);
    pair.parallel = parallel_threshold(x);
    const Points at = x;
    const std::vector<FrictionPair> rubbing = friction_pairs({pair}, barrier_potential, at, at);
    REQUIRE(rubbing.size() == 1);
    // The normal force is that of the contact potential.
    const Stencil force = barrier_potential.gradient(pair, at).gradient.reshaped(3, 4);
    CHECK(rubbing[0].normal_force ==
          Approx(force.leftCols(n_on_first_side(kind)).rowwise().sum().norm()));
    return rubbing[0];
}

}  // namespace

TEST_CASE("friction potential: gradient and Hessian are its derivatives, sticking and sliding") {
    RandomStencils random(11);
    for (const StencilKind kind : {StencilKind::vertex_triangle, StencilKind::edge_edge})
        for (const double stick_slip : {0.01, 10.0}) {
            Eigen::Array2d coarse(0, 0), fine(0, 0);  // errors of slope and of its change
            for (int trial = 0; trial < 20; ++trial) {
                Stencil begin;
                const FrictionPair pair = rubbing_pair(random, kind, begin);
                const FrictionPotential friction(0.4, stick_slip);
                const Points x = begin + random.next();
                const Stencil direction = random.next();
                const StencilVector v = direction.reshaped();
                const PairDerivatives at = friction.derivatives(pair, x);
                CHECK(at.energy == Approx(friction.energy(pair, x)));
                const auto errors = [&](double h) {
                    const Points plus = x + h * direction, minus = x - h * direction;
                    const double slope =
                        (friction.energy(pair, plus) - friction.energy(pair, minus)) / (2 * h);
                    const StencilVector change = (friction.derivatives(pair, plus).gradient -
                                                  friction.derivatives(pair, minus).gradient) /
                                                 (2 * h);
                    return Eigen::Array2d(std::abs(slope - at.gradient.dot(v)),
                                          (change - at.hessian * v).norm());
                };
                coarse += errors(2e-3);
                fine += errors(1e-3);
                const Eigen::SelfAdjointEigenSolver<StencilMatrix> eigen(at.hessian);
                CHECK(eigen.eigenvalues()[0] > -1e-12 * eigen.eigenvalues()[11]);
            }
            CAPTURE(int(kind), stick_slip);
            CHECK(coarse[0] / fine[0] == Approx(4).epsilon(0.1));
            CHECK(coarse[1] / fine[1] == Approx(4).epsilon(0.1));
        }
}

TEST_CASE("friction potential: the force is mu lambda in sliding, less in sticking, against slip") {
    RandomStencils random(12);
    for (const StencilKind kind : {StencilKind::vertex_triangle, StencilKind::edge_edge})
        for (int trial = 0; trial < 50; ++trial) {
            Stencil begin;
            const FrictionPair pair = rubbing_pair(random, kind, begin);
            const Stencil motion = random.next();
            const auto force_at = [&](double share, double stick_slip) {
                const Points x = begin + share * motion;
                const PairDerivatives d = FrictionPotential(0.4, stick_slip).derivatives(pair, x);
                const Stencil g = d.gradient.reshaped(3, 4);
                CHECK(g.rowwise().sum().norm() < 1e-12 * pair.normal_force);
                return Eigen::Vector3d(g.leftCols(n_on_first_side(kind)).rowwise().sum());
            };
            CHECK(force_at(0, 1).norm() < 1e-12 * pair.normal_force);
            CHECK(force_at(1, 1e-3).norm() == Approx(0.4 * pair.normal_force));
            CHECK(force_at(1, 100).norm() < 0.1 * pair.normal_force);
            // Square to the normal of the begin.
            CHECK(std::abs(force_at(1, 1e-3).dot(pair.begin)) <
                  1e-12 * pair.normal_force * pair.begin.norm());
        }
}
