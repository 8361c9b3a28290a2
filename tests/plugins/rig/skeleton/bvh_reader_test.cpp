#include "skeleton/bvh_reader.hpp"

#include <catch2/catch.hpp>
#include <numbers>

#include "plugins/mesh/reading.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

const std::string hierarchy =
    "HIERARCHY\n"
    "ROOT my:hip\n{\n OFFSET 0 1e+000 0\n"
    " CHANNELS 6 Yrotation Xposition Zposition Zrotation Yposition Xrotation\n"
    " JOINT left knee {\n  OFFSET\t0.5 -5e-001 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "  End Site\n  {\n   OFFSET 0 -0.5 0\n  }\n }\n"
    " JOINT tail\n {\n  OFFSET 0 0 0\n  CHANNELS 1 Yposition\n"
    "  End Site\n  {\n   OFFSET 0 0 0\n  }\n }\n"
    "}\n";
const std::string motion =
    "MOTION\nFrames: 2\nFrame Time: .25\n"
    "0 0 0 0 1 0 0 0 0 0\n"
    "90 1 3 -9e+001 2 45 30 -20 10 0.5\n";

SkeletonFile read(const std::string& text) {
    std::istringstream in(text);
    return read_bvh(in, "a.bvh");
}

std::string mistake(const std::string& text) {
    return mistake_of([&] { read(text); });
}

/// The whole text with the first of these words replaced.
std::string with(const std::string& words, const std::string& others) {
    std::string text = hierarchy + motion;
    REQUIRE(text.find(words) != text.npos);
    return text.replace(text.find(words), words.size(), others);
}

Quaterniond about(const Vector3d& axis, double degrees) {
    return Quaterniond(AngleAxisd(degrees * std::numbers::pi / 180, axis));
}

}  // namespace

TEST_CASE("bvh reader: joints at their offsets, bones to children and end sites") {
    const SkeletonFile file = read(hierarchy + motion);
    REQUIRE(file.joints.size() == 3);
    CHECK(file.joints[0].name == "my:hip");
    CHECK(file.joints[1].name == "left knee");
    CHECK(file.joints[1].parent == 0);
    CHECK(file.joints[2].parent == 0);
    CHECK(file.joints[1].rest.translation() == Vector3d(0.5, 0.5, 0));
    CHECK(file.joints[1].rest.linear().isIdentity(0));
    REQUIRE(file.joints[0].segments.size() == 1);
    CHECK(file.joints[0].segments[0].head == Vector3d(0, 1, 0));
    CHECK(file.joints[0].segments[0].tail == Vector3d(0.5, 0.5, 0));
    CHECK(file.joints[1].segments.at(0).tail == Vector3d(0.5, 0, 0));
}

TEST_CASE("bvh reader: a child at its parent's place has no bone to it, with a warning") {
    const SkeletonFile file = read(hierarchy + motion);
    REQUIRE(file.joints[2].segments.size() == 1);
    CHECK(file.joints[2].segments[0].head == Vector3d(0, 1, 0));
    CHECK(file.joints[2].segments[0].tail == Vector3d(0, 1, 0));
    CHECK(file.warnings == std::vector<std::string>{"a.bvh: no bone reaches to joints that stand "
                                                    "where their parents are: tail"});
}

TEST_CASE("bvh reader: rotations multiply in the order written, positions replace the offset") {
    const SkeletonFile file = read(hierarchy + motion);
    CHECK(file.clip.begin() == 0);
    CHECK(file.clip.end() == 0.25);
    const SkeletonPose rest = file.clip.at(0), pose = file.clip.at(0.25);
    for (const JointPose& joint : rest) {
        CHECK(joint.turn.angularDistance(Quaterniond::Identity()) < 1e-15);
        CHECK(joint.move == Vector3d::Zero());
    }
    const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
    CHECK(pose[0].turn.angularDistance(about(y, 90) * about(z, -90) * about(x, 45)) < 1e-14);
    CHECK(pose[0].move == Vector3d(1, 1, 3));
    CHECK(pose[1].turn.angularDistance(about(z, 30) * about(x, -20) * about(y, 10)) < 1e-14);
    CHECK(pose[1].move == Vector3d::Zero());
    CHECK(pose[2].move == Vector3d(0, 0.5, 0));
    CHECK(file.clip.turns[2].times.empty());
    CHECK(file.clip.moves[1].times.empty());
}

TEST_CASE("bvh reader: line ends of Windows, small letters and a file without frames are fine") {
    std::string text = hierarchy + motion;
    for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2)
        text.replace(at, 1, "\r\n");
    const SkeletonFile file = read(text);
    CHECK(file.joints[1].name == "left knee");
    CHECK(file.clip.at(0.25)[0].move == Vector3d(1, 1, 3));
    CHECK(read(with("End Site", "End site")).joints.size() == 3);
    const SkeletonFile still = read(hierarchy + "MOTION\nFrames: 0\nFrame Time: 0\n");
    CHECK(still.clip.end() == 0);
}

TEST_CASE("bvh reader: mistakes in the hierarchy are shown by their line") {
    CHECK(mistake(with("HIERARCHY", "HIERARCHIE")) ==
          "a.bvh:1: expected HIERARCHY | is this a .bvh file?");
    CHECK(mistake(with(" CHANNELS 6", " CHANNEL 6")) ==
          "a.bvh:5: there is no keyword 'CHANNEL' | allowed: ROOT, JOINT, End Site, OFFSET, "
          "CHANNELS, MOTION");
    CHECK(mistake(with("CHANNELS 3", "CHANNELS 6")) ==
          "a.bvh:8: CHANNELS promises 6 channels and names 3 | correct the number");
    CHECK(mistake(with("3 Zrotation", "3 Wrotation")) ==
          "a.bvh:8: there is no channel 'Wrotation' | allowed: Xposition, Yposition, Zposition, "
          "Xrotation, Yrotation, Zrotation");
    CHECK(mistake(with("3 Zrotation", "3 Yrotation")) ==
          "a.bvh:8: joint 'left knee' has the channel Yrotation twice | name each channel once");
    CHECK(mistake(with("JOINT tail", "JOINT left knee")) ==
          "a.bvh:14: two joints are named 'left knee' | give each a name of its own");
    CHECK(mistake(with("JOINT tail",
                       "JOINT h\xfc"
                       "fte")) ==
          "a.bvh:14: the name 'h?fte' is not UTF-8 | save the file as UTF-8, or write the name in "
          "plain letters");
    CHECK(read(with("JOINT tail", "JOINT h\u00fcfte")).joints[2].name == "h\u00fcfte");
    CHECK(mistake(with("OFFSET 0 1e+000 0", "OFFSET 0 one 0")) ==
          "a.bvh:4: 'one' is no number | write OFFSET and three numbers: where it is, seen from "
          "its parent");
    CHECK(mistake(with("OFFSET 0 1e+000 0", "OFFSET 0 nan 0")) ==
          "a.bvh:4: 'nan' is no number | write OFFSET and three numbers: where it is, seen from "
          "its parent");
    CHECK(mistake(with("OFFSET 0 1e+000 0", "OFFSET 0 1")) ==
          "a.bvh:4: an OFFSET of less than three numbers | write OFFSET and three numbers: where "
          "it is, seen from its parent");
    CHECK(mistake(with(" OFFSET 0 1e+000 0\n", "\n")) ==
          "a.bvh:23: joint 'my:hip' has no OFFSET | write OFFSET and three numbers: where it is, "
          "seen from its parent");
    CHECK(mistake(with("   OFFSET 0 -0.5 0\n", "\n")) ==
          "a.bvh:12: the End Site has no OFFSET | write OFFSET and three numbers: where it is, "
          "seen from its parent");
    CHECK(mistake(with(" }\n}\n", " }\n")) ==
          "a.bvh:23: joint 'my:hip' is not closed | add the missing '}'");
    CHECK(mistake(with(" }\n}\n", " }\n}\n}\n")) ==
          "a.bvh:24: a '}' that closes nothing | take it away");
    CHECK(mistake(with("my:hip\n{", "my:hip\n")) ==
          "a.bvh:4: expected '{' | a '{' follows each ROOT, JOINT and End Site, and nothing else");
    CHECK(mistake(with("ROOT my:hip", "ROOT")) ==
          "a.bvh:2: a joint without a name | write ROOT or JOINT, a name");
    CHECK_THAT(mistake(hierarchy), Contains("the file ends where MOTION was expected"));
}

TEST_CASE("bvh reader: mistakes in the motion are shown by their line") {
    CHECK(mistake(with("Frames: 2", "Frames: 5")) ==
          "a.bvh:28: the file ends after 2 of 5 frames | it may have been cut off: copy or export "
          "it again, or correct Frames");
    CHECK(mistake(with("Frames: 2", "Frames: 1")) ==
          "a.bvh:28: there is more behind the last of 1 frames | correct Frames, or take away what "
          "does not belong there");
    CHECK(mistake(with("10 0.5\n", "10\n")) ==
          "a.bvh:28: frame 2 has 9 numbers, and the joints have 10 channels | a frame is a line "
          "with one number a channel");
    CHECK(mistake(with("10 0.5\n", "1o 0.5\n")) ==
          "a.bvh:28: '1o' in frame 2 is no number | a frame is a line with one number a channel");
    CHECK(mistake(with("10 0.5\n", "inf 0.5\n")) ==
          "a.bvh:28: 'inf' in frame 2 is no number | a frame is a line with one number a channel");
    CHECK(mistake(with(".25", "0")) ==
          "a.bvh:26: '0' is no frame time | it is in seconds, and above zero");
    CHECK(mistake(with("Frames: 2", "Frames: two")) ==
          "a.bvh:25: 'two' is no number of frames | write how many lines of numbers follow, for "
          "example Frames: 75");
    CHECK(mistake(with("Frame Time: .25\n", "")) ==
          "a.bvh:26: expected 'Frame Time:' and a number | behind MOTION come the lines 'Frames: "
          "75' and 'Frame Time: 0.0333', then the frames");
}

TEST_CASE("bvh reader: the word that is wrong is underlined") {
    const auto place = [](const std::string& words, const std::string& others) {
        return underlined([&] { read(with(words, others)); });
    };
    CHECK(place("3 Zrotation", "3 Wrotation") == "8:14: Wrotation");
    CHECK(place("CHANNELS 3", "CHANNELS 6") == "8:12: 6");
    CHECK(place("JOINT tail", "JOINT left knee") == "14:8: left knee");
    CHECK(place("OFFSET 0 1e+000 0", "OFFSET 0 one 0") == "4:11: one");
    CHECK(place("OFFSET 0 1e+000 0", "OFFSET 0 1") == "4:12: ");
    CHECK(place("Frames: 2", "Frames: two") == "25:9: two");
    CHECK(place("10 0.5\n", "1o 0.5\n") == "28:28: 1o");
    // Of a long line, too, and behind letters of several bytes.
    std::string zeros;
    for (int i = 0; i < 300; ++i) zeros += "0 ";
    CHECK(place("90 1 3", "90 1 3 " + zeros + "bad") == "28:608: bad");
    CHECK(place("10 0.5\n", "\u00e9 x\n").starts_with("28:28:"));
    CHECK(place("10 0.5\n", "10 0.5 1 \u00e9\n").starts_with("28:37:"));
}

TEST_CASE("bvh reader: ten thousand joints are read, and two of a name found among them") {
    const int n = 10000;
    std::string text = "HIERARCHY\nROOT r\n{\n OFFSET 0 0 0\n";
    for (int j = 0; j < n; ++j) text += "JOINT j" + std::to_string(j) + "\n{\nOFFSET 0 0 1\n}\n";
    const std::string end = "}\nMOTION\nFrames: 0\nFrame Time: 1\n";
    const SkeletonFile file = read(text + end);
    CHECK(file.joints.size() == std::size_t(n + 1));
    CHECK(file.joints.back().parent == 0);
    CHECK(mistake(text + "JOINT j7\n{\nOFFSET 0 0 1\n}\n" + end) ==
          "a.bvh:40005: two joints are named 'j7' | give each a name of its own");
}
