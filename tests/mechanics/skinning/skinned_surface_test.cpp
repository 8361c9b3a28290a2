#include <catch2/catch.hpp>
#include <numeric>
#include <sinew/mechanics/skinning/skinned_surface.hpp>

#include "support/two_bones.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("skinned surface: mixed linearly it is a sum of the bones' columns with factors") {
    GivenRig rig(two_bones());
    rig.motion = bent(1.1, Eigen::Vector3d(1, 2, -1).normalized());
    rig.motion[0] = Eigen::Translation3d(1, 2, 3) * rig.motion[1];
    const Points rest = Points::Random(3, 12);
    SkinWeights weights(12, 2);
    for (Eigen::Index i = 0; i < 12; ++i) {
        weights.insert(i, 0) = double(i) / 12;
        weights.insert(i, 1) = 1 - double(i) / 12;
    }
    std::vector<int> all(12);
    std::iota(all.begin(), all.end(), 0);
    const auto surface = skinned_surface(rig, rest, weights, Blend::linear);
    const Vector p = Vector::Zero(1);
    Points x;
    surface->positions(p, all, x);
    CHECK((surface->linear_vectors(p) * surface->linear_factors().transpose() - x).norm() < 1e-13);
    CHECK(skinned_surface(rig, rest, weights, Blend::dual_quaternion)->linear_factors().size() ==
          0);
}
