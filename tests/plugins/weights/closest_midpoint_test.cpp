#include <catch2/catch.hpp>

#include "bar.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("closest_midpoint: of equal bones in line the border is the plane through the joint") {
    const VolumeMesh mesh = bar();
    const auto sharp = make<Weights>("weights/closest_midpoint");
    const auto smooth = make<Weights>("weights/closest_midpoint", "blend: 30 cm");
    const SkinWeights w = sharp->on_nodes(mesh, two_bones());
    const SkinWeights v = smooth->on_nodes(mesh, two_bones());
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
        const double x = mesh.positions(0, i);
        if (x != 1) CHECK(w.coeff(i, 0) == (x < 1 ? 1 : 0));
        if (x == 1) CHECK(v.coeff(i, 0) == Approx(0.5).epsilon(1e-14));
    }
}

TEST_CASE("closest_midpoint: beside a bone three times as long the border is half way between") {
    std::vector<Bone> bones = two_bones();
    bones[1].segments[0].tail.x() = 4;  // midpoints at 0.5 and 2.5
    const SkinWeights w =
        make<Weights>("weights/closest_midpoint")
            ->on_nodes(nodes_at({{1.49, 0.2, 0}, {1.51, -3, 1}, {0, 0, 0}, {4, 0, 0}}), bones);
    CHECK(w.coeff(0, 0) == 1);
    CHECK(w.coeff(1, 1) == 1);
    CHECK(w.coeff(2, 0) == 1);
    CHECK(w.coeff(3, 1) == 1);
}

TEST_CASE("closest_midpoint: of several segments of a bone the nearest middle counts") {
    std::vector<Bone> bones = two_bones();
    bones[0].segments.push_back({{0, 0, 0}, {0, 2, 0}});
    const SkinWeights w = make<Weights>("weights/closest_midpoint")
                              ->on_nodes(nodes_at({{0.5, 1, 0}, {1.3, 0.2, 0}}), bones);
    CHECK(w.coeff(0, 0) == 1);
    CHECK(w.coeff(1, 1) == 1);
}

TEST_CASE("closest_midpoint: a blend is a length, and not negative") {
    CHECK_THROWS_WITH(make<Weights>("weights/closest_midpoint", "blend: -1 m"),
                      Catch::Contains("blend is -1 m, must be >= 0"));
}
