#include <catch2/catch.hpp>
#include <cmath>
#include <support/two_bones.hpp>

using namespace sinew;
using namespace sinew::test;

TEST_CASE("skeletal rig: a motion that is not finite is refused in the name of rig and bone") {
    GivenRig rig(two_bones());
    rig.provenance = {"rig/wobbly", "/arm", {}};
    CHECK(rig.at(0.5)[1].matrix() == Eigen::Matrix4d::Identity());
    rig.motion[1].translation().y() = std::nan("");
    for (int times = 0; times < 2; ++times) {  // the bad motion is not kept
        try {
            rig.at(1);
            FAIL("nothing was thrown");
        } catch (const ComputationError& error) {
            CHECK(error.diagnostic().message ==
                  "the motion of the bone 'lower' is not finite at 1 s");
            CHECK(error.diagnostic().plugin == "rig/wobbly");
            CHECK(error.diagnostic().node_path == "/arm");
        }
    }
}
