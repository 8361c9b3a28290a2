#include <catch2/catch.hpp>
#include <support/gltf/changed_gltf.hpp>
#include <support/program.hpp>
#include <support/says.hpp>

using namespace sinew::test;
using Catch::Contains;

TEST_CASE("sinew info: a glTF file's meshes, skins, joints and animations") {
    const std::string told = call("info " + stalk_file()).text;
    CHECK_THAT(told, Contains("glTF 2.0 by make_gltf.py of Sinew") &&
                         Contains("scenes    garden") && Contains("skin 'armature': 3 joints"));
    CHECK(says(told, "stalk +402 +800 +up to 4 +swell"));
    CHECK(says(told, "top +middle +0.0000 0.8000 0.0000"));
    CHECK(says(told, "sway +0 +2 +up to 5 +2"));
    CHECK(says(told, "breathe +0 +2 +up to 3 +1"));
    const ChangedGltf cut(".glb", as_glb(stalk_file()).substr(0, 999));
    const Outcome bad = call("info " + cut.path());
    CHECK(bad.code == 2);
    CHECK_THAT(bad.text, Contains("no glTF file that can be read"));
}

TEST_CASE("sinew info: joints, channels and frames of a .bvh; bones and motion of a .tgf") {
    const std::string bvh = call("info " SINEW_SOURCE_DIR "/scenes/rig/wave.bvh").text;
    CHECK_THAT(bvh, Contains("joints    2") && Contains("channels  6") &&
                        Contains("5 frames, 0.25 s each (4 a second), 1 s long"));
    CHECK(says(bvh, "lower +upper +50 0 0 +50"));
    const WorkFolder folder;
    const std::string tgf = folder.write("arm.tgf", "1 0 0 0\n2 1 0 0\n3 1 2 0\n#\n1 2 1\n2 3 1\n");
    folder.write("arm_anim.txt", "2 31\n");
    const std::string told = call("info " + tgf).text;
    CHECK_THAT(told, Contains("joints    2") &&
                         Contains("arm_anim.txt: 31 frames of 2 bones (1 s at 30 a second)"));
    CHECK(says(told, "2-3 +1-2 +1 0 0 +2"));
    CHECK(call("info " + folder.write("bad.bvh", "HIERARCHY\nROOT a\n")).code == 2);
}

TEST_CASE("sinew info: points and frames of MDD and PC2 point caches") {
    const WorkFolder folder;
    // Two frames of one point, at 0 s and 0.5 s (0x3f000000).
    const std::string points(24, '\0');
    const std::string mdd =
        folder.write("a.mdd", std::string("\0\0\0\2\0\0\0\1\0\0\0\0\x3f\0\0\0", 16) + points);
    CHECK_THAT(call("info " + mdd).text, Contains("MDD point cache") && Contains("points    1") &&
                                             Contains("frames    2, 0 s to 0.5 s"));
    const std::string head("POINTCACHE2\0\1\0\0\0\1\0\0\0\0\0\0\0\0\0\x80\x3f\2\0\0\0", 32);
    CHECK_THAT(call("info " + folder.write("a.pc2", head + points)).text,
               Contains("PC2 point cache, version 1") &&
                   Contains("samples   2, one every 1 frames from frame 0"));
    const Outcome cut = call("info " + folder.write("b.pc2", head + points.substr(1)));
    CHECK(cut.code == 2);
    CHECK_THAT(cut.text, Contains("promises 2 frames of 1 points, and has 55 bytes"));
}
