#include "skeleton/pose_reader.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "plugins/mesh/reading.hpp"
#include "plugins/rig/rig_scene.hpp"
#include "support/data.hpp"
#include "support/mesh_plugin.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::Vector3d;

namespace {

const std::string two_bones = "1 0 0 0\n2 1 0 0\n3 2 0 0\n#\n1 2\n2 3\n";
/// The bones are counted in the order of edges, and the second carries the first.
const std::string tip_first = "1 0 0 0\n2 1 0 0\n3 2 0 0\n#\n2 3\n1 2\n";

TgfHandles handles_in(const std::string& tgf) {
    std::istringstream in(tgf);
    return read_tgf(in, "a.tgf");
}

SkeletonFile poses(const std::string& tgf, const std::string& dmat) {
    std::istringstream in(dmat);
    return read_poses(in, {"a.dmat", "a.dmat", {}}, handles_in(tgf), 2);
}

std::string mistake_in_poses(const std::string& tgf, const std::string& dmat) {
    return mistake_of([&] { poses(tgf, dmat); });
}

/// The point to which the bone of that name takes x at time t.
Vector3d point_at(const SkeletonFile& file, const std::string& bone, double t, const Vector3d& x) {
    const Skeleton skeleton(file.joints);
    return skeleton.motion(file.clip.at(t))[std::size_t(skeleton.find(bone))] * x;
}

const std::string half = "0.70710678118654752";
/// Quarters of a turn about y and about z.
const std::string about_y = "0\n" + half + "\n0\n" + half + "\n";
const std::string about_z = "0\n0\n" + half + "\n" + half + "\n";
const std::string still = "0\n0\n0\n1\n";

/// Column by column, as libigl keeps T_j below each other in a matrix of 4 n x 3.
std::string transforms(const std::vector<BoneMotion>& of_poses) {
    const std::size_t n = of_poses.front().size();
    std::string text = fmt::format("{} {}\n", of_poses.size(), 12 * n);
    for (const BoneMotion& pose : of_poses)
        for (int axis = 0; axis < 3; ++axis)
            for (const Eigen::Isometry3d& T : pose)
                for (int k = 0; k < 4; ++k) text += fmt::format("{:.17g}\n", T.matrix()(axis, k));
    return text;
}

}  // namespace

TEST_CASE("pose reader: turns of two bones are beside the parent, by the axes of the file") {
    const SkeletonFile file = poses(two_bones, "2 8\n" + still + still + about_z + about_y);
    CHECK(file.clip.end() == 0.5);
    CHECK((point_at(file, "2-3", 0, {2, 1, 1}) - Vector3d(2, 1, 1)).norm() < 1e-14);
    // About z the elbow comes to (0, 1, 0). About y by the axes of the file, then about z, x points
    // to -z: the tip is below the elbow.
    CHECK((point_at(file, "1-2", 0.5, {1, 0, 0}) - Vector3d(0, 1, 0)).norm() < 1e-14);
    CHECK((point_at(file, "2-3", 0.5, {1, 0, 0}) - Vector3d(0, 1, 0)).norm() < 1e-14);
    CHECK((point_at(file, "2-3", 0.5, {2, 0, 0}) - Vector3d(0, 1, -1)).norm() < 1e-14);
}

TEST_CASE("pose reader: bones are counted as the file does, whichever carries the other") {
    const SkeletonFile file = poses(tip_first, "1 8\n" + about_y + about_z);
    CHECK((point_at(file, "1-2", 0, {1, 0, 0}) - Vector3d(0, 1, 0)).norm() < 1e-14);
    CHECK((point_at(file, "2-3", 0, {2, 0, 0}) - Vector3d(0, 1, -1)).norm() < 1e-14);
}

TEST_CASE("pose reader: one pose may have a row for each bone") {
    const SkeletonFile file =
        poses(two_bones, "4 2\n0 0\n0 " + half + "\n" + half + " 0\n" + half + " " + half + "\n");
    CHECK((point_at(file, "2-3", 0, {2, 0, 0}) - Vector3d(0, 1, -1)).norm() < 1e-14);
}

TEST_CASE("pose reader: transforms are of the file's points, each bone's for itself") {
    // The forearm lifted off its elbow by 0.5, and turned about y; the upper arm turned about z.
    const double right = std::acos(0.0);
    BoneMotion motion(2, Eigen::Isometry3d::Identity());
    motion[0].rotate(Eigen::AngleAxisd(right, Vector3d::UnitZ()));
    motion[1] = Eigen::Translation3d(0, 0, 0.5) * motion[1];
    motion[1].rotate(Eigen::AngleAxisd(right, Vector3d::UnitY()));
    const SkeletonFile file =
        poses(two_bones, transforms({BoneMotion(2, Eigen::Isometry3d::Identity()), motion}));
    CHECK((point_at(file, "1-2", 0, {1, 2, 3}) - Vector3d(1, 2, 3)).norm() < 1e-14);
    CHECK((point_at(file, "1-2", 0.5, {1, 0, 0}) - Vector3d(0, 1, 0)).norm() < 1e-14);
    CHECK((point_at(file, "2-3", 0.5, {2, 0, 0}) - Vector3d(0, 0, -1.5)).norm() < 1e-14);
}

TEST_CASE("pose reader: points and bones of one file have poses together, points first") {
    const SkeletonFile file =
        poses("1 0 0 0\n2 1 0 0\n3 0 5 0\n#\n1 2\n", "1 8\n" + about_z + still);
    CHECK((point_at(file, "3", 0, {1, 5, 0}) - Vector3d(0, 6, 0)).norm() < 1e-14);
    CHECK(point_at(file, "1-2", 0, {1, 5, 0}) == Vector3d(1, 5, 0));
}

TEST_CASE("pose reader: a matrix that holds no poses is refused, with the shapes that do") {
    CHECK(mistake_in_poses(two_bones, "1 7\n0\n0\n0\n1\n0\n0\n1\n") ==
          "a.dmat has 7 rows and 1 columns, which are no poses of 2 bones | a column is a pose: of "
          "turns 8 rows, x y z w of each bone; of transforms 24 rows; one pose may have 2 rows of "
          "x y z w instead");
    CHECK(mistake_in_poses(two_bones, "1 8\n" + still + "0\n0\n0\n2\n") ==
          "the turn of bone '2-3' in pose 0 of a.dmat is the quaternion (0, 0, 0, 2) of length 2, "
          "not 1 | write unit quaternions, x y z w, as igl::column_to_quats reads them");
    CHECK_THAT(mistake_in_poses(two_bones, "1 8\n" + still + "0\n0\nnan\n1\n"),
               Contains("a.dmat holds numbers that are not finite"));
    CHECK_THAT(mistake_in_poses(two_bones, "1 8\n0\n"),
               Contains("for which the file is too short"));
    BoneMotion mirrored(2, Eigen::Isometry3d::Identity());
    mirrored[1].matrix()(2, 2) = -1;
    CHECK(mistake_in_poses(two_bones, transforms({mirrored})) ==
          "the transform of bone '2-3' in pose 0 of a.dmat stretches, shears or mirrors | bones "
          "are rigid: write transforms of rotations and translations");
}

TEST_CASE("rig/skeleton: a .dmat of poses is the motion of a .tgf, in its unit and at its rate") {
    const TemporaryFile bones("two.tgf", two_bones);
    const TemporaryFile motion("two.dmat", "2 8\n" + still + still + about_z + about_y);
    const std::string written = "file: '" + bones.path() + "', motion: '" + motion.path() + "'";
    const RigScene rig(written + ", rate: 1, unit: cm");
    CHECK((rig.moved("2-3", 1, {0.02, 0, 0}) - Vector3d(0, 0.01, -0.01)).norm() < 1e-14);
    // A pose alone is blended from the rest, as the tutorials do.
    const TemporaryFile pose("pose.dmat", "1 8\n" + about_z + still);
    const RigScene eased("file: '" + bones.path() + "', motion: '" + pose.path() +
                         "', ease_in: 1 s");
    const double eighth = std::sqrt(0.5);
    CHECK((eased.moved("1-2", 0.5, {1, 0, 0}) - Vector3d(eighth, eighth, 0)).norm() < 1e-14);
    const TemporaryFile short_one("short.dmat", "1 4\n" + still);
    CHECK_THAT(rig_mistake("file: '" + bones.path() + "', motion: '" + short_one.path() + "'"),
               Contains("has 4 rows and 1 columns, which are no poses of 2 bones"));
}

TEST_CASE("rig/skeleton: the elephant's motion, written as transforms, is read as it was") {
    const auto file = data_file("elephant_rigged/elephant.tgf");
    const auto motion = data_file("elephant_rigged/elephant_anim.txt");
    if (!file || !motion) return;
    const std::string bones = "file: '" + file->string() + "', at_end: hold, motion: '";
    const RigScene published(bones + motion->string() + "'");
    const std::vector<int> order = bones_as_counted(published->bones());
    std::vector<BoneMotion> of_poses;
    for (int k = 0; k < 12; ++k) {
        const BoneMotion& now = published->at(k / 30.0);
        BoneMotion counted;
        for (const int bone : order) counted.push_back(now[std::size_t(bone)]);
        of_poses.push_back(counted);
    }
    const TemporaryFile poses_file("elephant.dmat", transforms(of_poses));
    const RigScene read(bones + poses_file.path() + "'");
    for (int k = 0; k < 12; ++k)
        for (const Bone& bone : published->bones()) {
            CAPTURE(k, bone.name);
            const Vector3d tail = bone.segments.at(0).tail;
            CHECK(
                (read.moved(bone.name, k / 30.0, tail) - published.moved(bone.name, k / 30.0, tail))
                    .norm() < 1e-9);
        }
}
