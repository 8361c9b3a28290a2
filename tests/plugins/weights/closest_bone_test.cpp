#include <catch2/catch.hpp>

#include "bar.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("closest_bone: the border between two bones in line is the plane through the joint") {
    const VolumeMesh mesh = bar();
    const SkinWeights w = make<Weights>("weights/closest_bone")->on_nodes(mesh, two_bones());
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i)
        CHECK(w.coeff(i, 0) == (mesh.positions(0, i) <= 1 ? 1 : 0));
}

TEST_CASE("closest_bone: with a blend both have half in the plane, and shares fall smoothly") {
    const auto weights = make<Weights>("weights/closest_bone", "blend: 20 cm");
    const SkinWeights w = weights->on_nodes(
        nodes_at({{1, 0.1, 0}, {1, 0, -0.2}, {1.1, 0, 0}, {0.9, 0, 0}, {1.3, 0, 0}}), two_bones());
    CHECK(w.coeff(0, 0) == 0.5);
    CHECK(w.coeff(1, 0) == 0.5);
    // On the axis the other bone is 0.1 m away: s(1/2) = 1/2 beside s(1) = 1.
    CHECK(w.coeff(2, 0) == Approx(1.0 / 3));
    CHECK(w.coeff(3, 1) == Approx(1.0 / 3));
    CHECK(w.coeff(4, 0) == 0);
}

TEST_CASE("closest_bone: elements go by their centres") {
    const VolumeMesh mesh = bar({5, 2, 2});  // the middle plane cuts cells
    const auto weights = make<Weights>("weights/closest_bone");
    const SkinWeights w =
        weights->on_elements(mesh, two_bones(), weights->on_nodes(mesh, two_bones()));
    const Points centres = element_centres(mesh);
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        if (std::abs(centres(0, e) - 1) > 1e-12)
            CHECK(w.coeff(e, 0) == (centres(0, e) < 1 ? 1 : 0));
}

TEST_CASE("closest_bone: a blend is a length, and not negative") {
    CHECK_THROWS_WITH(make<Weights>("weights/closest_bone", "blend: -1 m"),
                      Catch::Contains("blend is -1 m, must be >= 0"));
    CHECK_THROWS_WITH(make<Weights>("weights/closest_bone", "blend: 3 kg"), Catch::Contains("kg"));
}
