#include "contact/small_strain.hpp"

#include <catch2/catch.hpp>
#include <support/bodies.hpp>

using namespace sinew;

TEST_CASE("small strain: Young's modulus of a law at rest is that of its Lame constants") {
    const VolumeMesh mesh = test::box(ElementType::tet4, {2, 1, 1}, {2, 1, 1}, 0);
    const double lambda = 900, mu = 400;  // of test::NeoHookean
    CHECK(youngs_modulus(*test::NeoHookean().bind(mesh), mesh.n_elements()) ==
          Approx(mu * (3 * lambda + 2 * mu) / (lambda + mu)).epsilon(1e-12));
}
