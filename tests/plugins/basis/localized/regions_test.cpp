#include <catch2/catch.hpp>
#include <cmath>
#include <localized/regions.hpp>

#include "basis_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("regions: weights are 1 at the handle, fall to 0 at the border, and stay 0 beyond") {
    const Eigen::VectorXd W = (Eigen::VectorXd(5) << 1, 0.55, 0.1001, 0.1, 0).finished();
    const Vector root = localized::region_weights(W, {0.1, 0.5});
    CHECK(root[0] == 1);
    CHECK(root[1] == Approx(std::sqrt(0.5)));
    CHECK(root[2] == Approx(std::sqrt(0.0001 / 0.9)));
    CHECK(root[3] == 0);
    CHECK(root[4] == 0);
    CHECK(localized::region_weights(W, {0.1, 2})[1] == Approx(0.25));
}

TEST_CASE("regions: nodes without weight are held beside those that were held before") {
    FullScene scene(clamped(bar("[2, 0.5, 0.6]", "[4, 1, 1]")));
    Vector weights = Vector::Zero(scene.full.body().mesh.n_nodes());
    const Points& X = scene.full.body().mesh.positions;
    Index n_free = 0;
    for (Index i = 0; i < X.cols(); ++i) {
        if (X(0, i) < 1.25) weights[i] = 0.5;
        if (X(0, i) < 1.25 && X(0, i) > 0) n_free += 3;
    }
    const FullBody region = localized::constrained_outside(scene.full, weights);
    CHECK(region.constrained.n_free == n_free);
    for (Index i = 0; i < X.cols(); ++i)
        CHECK(bool(region.constrained.fixed[std::size_t(3 * i)]) ==
              (X(0, i) == 0 || X(0, i) > 1.25));
    CHECK(region.constrained.revision != scene.full.constrained.revision);
    CHECK(scene.full.constrained.n_free == 3 * X.cols() - 12);
}
