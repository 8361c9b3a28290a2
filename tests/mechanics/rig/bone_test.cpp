#include <catch2/catch.hpp>

#include "support/two_bones.hpp"

using namespace sinew;
using Eigen::Vector3d;

TEST_CASE(
    "bone: the nearest point of a segment is at an end beyond it, and beside it at a right angle") {
    const BoneSegment segment{Vector3d(0, 0, 0), Vector3d(2, 0, 0)};
    CHECK(nearest_on(segment, Vector3d(-1, 3, 0)) == Vector3d(0, 0, 0));
    CHECK(nearest_on(segment, Vector3d(5, 0, 1)) == Vector3d(2, 0, 0));
    CHECK(nearest_on(segment, Vector3d(0.5, 4, 3)) == Vector3d(0.5, 0, 0));
    const BoneSegment point{Vector3d(1, 1, 1), Vector3d(1, 1, 1)};
    CHECK(nearest_on(point, Vector3d(4, 1, 1)) == Vector3d(1, 1, 1));
}

TEST_CASE("bone: the nearest of several segments counts, and of equal bones the first") {
    std::vector<Bone> bones = test::two_bones();
    CHECK(nearest_bone(bones, Vector3d(0.4, 1, 0)) == 0);
    CHECK(nearest_bone(bones, Vector3d(1.6, 1, 0)) == 1);
    CHECK(nearest_bone(bones, Vector3d(1, 2, 0)) == 0);
    bones[1].segments.push_back({Vector3d(0, 3, 0), Vector3d(1, 3, 0)});
    CHECK(distance_to(bones[1], Vector3d(0.5, 2.5, 0)) == Approx(0.5));
    CHECK(nearest_bone(bones, Vector3d(0.5, 2.5, 0)) == 1);
}
