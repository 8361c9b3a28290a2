#include "displacement/small_strain_moduli.hpp"

#include <catch2/catch.hpp>
#include <support/bodies.hpp>

using namespace sinew;

TEST_CASE("small strain moduli: Poisson's ratio of each element is that of its Lame constants") {
    const VolumeMesh mesh = test::box(ElementType::tet4, {2, 1, 1}, {2, 1, 1}, 0);
    const double lambda = 900, mu = 400;  // of test::NeoHookean
    const Eigen::VectorXd ratios =
        poisson_ratios(*test::NeoHookean().bind(mesh), mesh.n_elements());
    REQUIRE(ratios.size() == mesh.n_elements());
    CHECK(ratios.minCoeff() == Approx(lambda / (2 * (lambda + mu))).epsilon(1e-12));
    CHECK(ratios.maxCoeff() == Approx(lambda / (2 * (lambda + mu))).epsilon(1e-12));
}
