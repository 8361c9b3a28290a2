#include <catch2/catch.hpp>

#include "bar.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("closest_joint: the border is half way between the joints, however long the bones are") {
    std::vector<Bone> bones = two_bones();
    bones[1].segments[0].tail.x() = 7;
    const VolumeMesh mesh = bar({10, 2, 2});
    const SkinWeights w = make<Weights>("weights/closest_joint")->on_nodes(mesh, bones);
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i)
        CHECK(w.coeff(i, 0) == (mesh.positions(0, i) < 0.5 ? 1 : 0));
}

TEST_CASE("closest_joint: with a blend the joint that is farther shares") {
    const auto weights = make<Weights>("weights/closest_joint", "blend: 40 cm");
    const SkinWeights w =
        weights->on_nodes(nodes_at({{0.5, 0.3, 0}, {0.6, 0, 0}, {0.75, 0, 0}}), two_bones());
    CHECK(w.coeff(0, 0) == 0.5);
    // Distances 0.6 and 0.4: s(1/2) = 1/2 beside s(1) = 1.
    CHECK(w.coeff(1, 0) == Approx(1.0 / 3));
    CHECK(w.coeff(2, 0) == 0);
}

TEST_CASE("closest_joint: elements go by their centres") {
    const VolumeMesh mesh = bar();
    const auto weights = make<Weights>("weights/closest_joint");
    const SkinWeights w =
        weights->on_elements(mesh, two_bones(), weights->on_nodes(mesh, two_bones()));
    const Points centres = element_centres(mesh);
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        CHECK(w.coeff(e, 0) == (centres(0, e) < 0.5 ? 1 : 0));
}

TEST_CASE("closest_joint: a blend is a length, and not negative") {
    CHECK_THROWS_WITH(make<Weights>("weights/closest_joint", "blend: -1 m"),
                      Catch::Contains("blend is -1 m, must be >= 0"));
}
