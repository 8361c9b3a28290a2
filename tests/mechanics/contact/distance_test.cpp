#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>
#include <sinew/mechanics/contact/distance.hpp>

#include "random_stencils.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const StencilKind both_kinds[] = {StencilKind::vertex_triangle, StencilKind::edge_edge};

/// f(d) = 1/d^2 with its derivatives, which falls and is convex, as a barrier.
struct Falling {
    double value, first, second;
    explicit Falling(double d)
        : value(1 / (d * d)), first(-2 / std::pow(d, 3)), second(6 / std::pow(d, 4)) {}
};

StencilVector gradient_of(StencilKind kind, const Stencil& x) {
    const Distance d = distance_and_gradient(closest_points(kind, x), x);
    return Falling(d.value).first * d.gradient;
}

StencilMatrix hessian_of(StencilKind kind, const Stencil& x, double sign,
                         Definiteness definiteness) {
    const ClosestPoints closest = closest_points(kind, x);
    const Falling f(closest.difference(x).norm());
    return distance_hessian(closest, x, sign * f.first, sign * f.second, definiteness);
}

double least_eigenvalue(const StencilMatrix& M) {
    return Eigen::SelfAdjointEigenSolver<StencilMatrix>(M, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

}  // namespace

TEST_CASE("distance: gradient and Hessian are derivatives on every pair of features") {
    RandomStencils stencils;
    for (const StencilKind kind : both_kinds)
        for (int n_free = 0; n_free <= 2; ++n_free)
            for (int trial = 0; trial < 20; ++trial) {
                CAPTURE(int(kind), n_free, trial);
                const Stencil x = stencils.next(kind, n_free), direction = stencils.next();
                const StencilVector v = direction.reshaped(), g = gradient_of(kind, x);
                const StencilMatrix H = hessian_of(kind, x, 1, Definiteness::exact);
                CHECK((H - H.transpose()).norm() < 1e-12 * H.norm());
                const auto errors = [&](double h) {
                    const Stencil plus = x + h * direction, minus = x - h * direction;
                    const double slope = (Falling(distance(kind, plus)).value -
                                          Falling(distance(kind, minus)).value) /
                                         (2 * h);
                    const StencilVector change =
                        (gradient_of(kind, plus) - gradient_of(kind, minus)) / (2 * h);
                    return std::pair(std::abs(slope - g.dot(v)), (change - H * v).norm());
                };
                const auto [e1, f1] = errors(1e-3);
                const auto [e2, f2] = errors(5e-4);
                CHECK(e1 / e2 == Approx(4).epsilon(0.1));
                CHECK(f1 / f2 == Approx(4).epsilon(0.1));
            }
}

TEST_CASE("distance: forces of a pair sum to zero, and so do their moments") {
    RandomStencils stencils;
    for (const StencilKind kind : both_kinds)
        for (int trial = 0; trial < 1000; ++trial) {
            const Stencil x = stencils.next();
            const Distance d = distance_and_gradient(closest_points(kind, x), x);
            const Stencil force = d.gradient.reshaped(3, 4);
            Eigen::Vector3d moment = Eigen::Vector3d::Zero();
            for (int i = 0; i < 4; ++i) moment += x.col(i).cross(force.col(i));
            CHECK(force.rowwise().sum().norm() < 1e-15);
            CHECK(moment.norm() < 1e-14);
        }
}

TEST_CASE("distance: projected Hessians are semidefinite and not below the exact ones") {
    RandomStencils stencils;
    for (const StencilKind kind : both_kinds)
        for (const double sign : {1.0, -1.0})
            for (int n_free = 0; n_free <= 2; ++n_free)
                for (int trial = 0; trial < 50; ++trial) {
                    CAPTURE(int(kind), sign, n_free, trial);
                    const Stencil x = stencils.next(kind, n_free);
                    const StencilMatrix exact = hessian_of(kind, x, sign, Definiteness::exact);
                    const StencilMatrix projected =
                        hessian_of(kind, x, sign, Definiteness::psd_projected);
                    const double scale = exact.norm();
                    CHECK(least_eigenvalue(projected) > -1e-13 * scale);
                    CHECK(least_eigenvalue(projected - exact) > -1e-13 * scale);
                    // Nor needlessly above: by no more than twice what the nearest one adds.
                    const Eigen::SelfAdjointEigenSolver<StencilMatrix> eigen(exact);
                    const double least = eigen.eigenvalues().cwiseMin(0).norm();
                    CHECK((projected - exact).norm() <= 2 * least + 1e-13 * scale);
                }
}
