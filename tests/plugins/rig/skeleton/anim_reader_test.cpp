#include "skeleton/anim_reader.hpp"

#include <catch2/catch.hpp>
#include <numbers>

#include "plugins/mesh/reading.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::AngleAxisd;
using Eigen::Vector3d;

namespace {

TgfHandles handles(const std::string& tgf) {
    std::istringstream in(tgf);
    return read_tgf(in, "a.tgf");
}

const std::string chain = "1 0 0 0\n2 1 0 0\n3 2 0 0\n#\n1 2\n2 3\n";
const std::string two_roots = "1 1 0 0\n2 2 0 0\n3 1 1 0\n#\n1 2\n1 3\n";
const std::string two_points = "1 1 0 0\n2 0 2 0\n#\n";

/// Rest of two bones whose root stands at x = 1 and whose second has a rest frame with y along -x.
const std::string rest = "1 0 0\n0 0 0\n0 0 0\n0 0 90\n";

SkeletonFile read(const std::string& tgf, const std::string& text) {
    std::istringstream in(text);
    return read_anim(in, "a_anim.txt", handles(tgf), 10);
}

std::string mistake(const std::string& tgf, const std::string& text) {
    return mistake_of([&] { read(tgf, text); });
}

/// Where the joint takes x at time t.
Vector3d moved(const SkeletonFile& file, std::size_t joint, double t, const Vector3d& x) {
    return Skeleton(file.joints).motion(file.clip.at(t))[joint] * x;
}

Eigen::Matrix3d about(const Vector3d& axis, double degrees) {
    return AngleAxisd(degrees * std::numbers::pi / 180, axis).toRotationMatrix();
}

}  // namespace

TEST_CASE("anim reader: bones turn by z after y after x, about the axes of their rest frames") {
    const SkeletonFile file = read(chain, "2 2\n" + rest +  //
                                              "0 0 0  1 0 0  0 0 0  0 0 0\n"
                                              "0 0 50  1.5 0 2  10 20 30  90 0 0\n");
    CHECK(file.clip.end() == 0.1);
    CHECK((moved(file, 0, 0, {1, 2, 3}) - Vector3d(1, 2, 3)).norm() < 1e-14);
    const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
    const Eigen::Matrix3d first = about(z, 30) * about(y, 20) * about(x, 10);
    // Where one bone alone has no parent, the root's own rotation is not used.
    const Vector3d end = first * x + Vector3d(0.5, 0, 2);
    CHECK((moved(file, 0, 0.1, {1, 0, 0}) - end).norm() < 1e-14);
    // The second turns about its x axis, which is y of the file.
    CHECK((moved(file, 1, 0.1, {2, 0, 0}) - (end + first * about(y, 90) * x)).norm() < 1e-14);
}

TEST_CASE("anim reader: several bones without a parent turn with the root") {
    const SkeletonFile file = read(two_roots, "2 1\n" + rest + "0 0 90  1 0 3  0 0 0  90 0 0\n");
    const Vector3d joint(1, 0, 0), move(0, 0, 3);
    const Eigen::Matrix3d root = about(Vector3d::UnitZ(), 90);
    CHECK((moved(file, 0, 0, {2, 0, 0}) - (joint + move + root * Vector3d(1, 0, 0))).norm() <
          1e-14);
    const Eigen::Matrix3d own = about(Vector3d::UnitY(), 90);
    CHECK((moved(file, 1, 0, {1, 1, 0}) - (joint + move + own * root * Vector3d(0, 1, 0))).norm() <
          1e-14);
}

TEST_CASE("anim reader: bones that the file writes before their parents keep their numbers") {
    const std::string backwards = "1 0 0 0\n2 1 0 0\n3 2 0 0\n#\n2 3\n1 2\n";
    const SkeletonFile file =
        read(backwards, "2 1\n0 0 0 0 0 0  0 0 0  0 0 0\n0 0 0  0 0 0  0 0 0  0 0 90\n");
    CHECK(file.joints[0].name == "1-2");
    CHECK((moved(file, 0, 0, {1, 0, 0}) - Vector3d(0, 1, 0)).norm() < 1e-14);
    CHECK((moved(file, 1, 0, {2, 0, 0}) - Vector3d(0, 2, 0)).norm() < 1e-14);
}

TEST_CASE("anim reader: points turn about the origin and are moved by their own way") {
    const SkeletonFile file = read(two_points,
                                   "2 2\n1 0 0 0 0 90  0 2 0 0 0 0\n"
                                   "1 0 0 0 0 0  0 2 0 0 0 0\n"
                                   "1 0 5 90 0 0  0 2 1 0 0 90\n");
    for (const std::size_t j : {0u, 1u})
        CHECK((moved(file, j, 0, {1, 2, 3}) - Vector3d(1, 2, 3)).norm() < 1e-14);
    // The first point's frame has its x axis along y.
    const Vector3d x(1, 2, 3);
    CHECK((moved(file, 0, 0.1, x) - (about(Vector3d::UnitY(), 90) * x + Vector3d(0, 0, 5))).norm() <
          1e-14);
    CHECK((moved(file, 1, 0.1, x) - (about(Vector3d::UnitZ(), 90) * x + Vector3d(0, 0, 1))).norm() <
          1e-14);
}

TEST_CASE("anim reader: a point that a pseudo edge leads to still goes where the file says") {
    const SkeletonFile file = read(two_points + "1 2 0 1 0\n",
                                   "2 1\n1 0 0 0 0 90  0 2 0 0 0 0\n"
                                   "1 0 5 90 0 0  0 2 1 0 0 90\n");
    CHECK(file.joints[1].parent == 0);
    const Vector3d x(1, 2, 3);
    CHECK((moved(file, 1, 0, x) - (about(Vector3d::UnitZ(), 90) * x + Vector3d(0, 0, 1))).norm() <
          1e-14);
}

TEST_CASE("anim reader: mistakes are shown by their line") {
    CHECK(mistake(chain, "3 2\n" + rest) ==
          "a_anim.txt:1: a motion of 3 bones, and the skeleton has 2 | the motion belongs to "
          "another .tgf file");
    CHECK(mistake(chain, "two 2\n") ==
          "a_anim.txt:1: expected the number of bones and of frames | for example 24 457");
    CHECK(mistake(chain, "2 1\n1 0 0\n0 0 O\n") ==
          "a_anim.txt:3: 'O' is no number | behind the first line stand numbers alone: the rest "
          "pose, then the frames");
    CHECK(mistake(chain, "2 1\n1 0 0\n0 0 nan\n") ==
          "a_anim.txt:3: 'nan' is no number | behind the first line stand numbers alone: the rest "
          "pose, then the frames");
    CHECK_THAT(mistake(chain, "2 1\n1 0 0\n"),
               Contains("a_anim.txt:2: the file ends in the rest pose | it may have been cut off"));
    CHECK(mistake(chain, "2 3\n" + rest + "0 0 0  1 0 0  0 0 0  0 0 0\n0 0 0 1\n") ==
          "a_anim.txt:7: the file ends after 1 of 3 frames | it may have been cut off: copy or "
          "export it again, or correct the number of frames in the first line");
    CHECK(mistake(chain, "2 1\n" + rest + "0 0 0  1 0 0  0 0 0  0 0 0\n0 0 0\n") ==
          "a_anim.txt:7: there is more behind the last of 1 frames | correct their number in the "
          "first line");
    CHECK_THAT(mistake(chain, ""), Contains("the file ends where the number of bones"));
}
