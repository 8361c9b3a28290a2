#include <catch2/catch.hpp>
#include <skeleton/exported_joints.hpp>

using namespace sinew;

TEST_CASE("exported joints: an archive has the tree and its frame, from which motions are found") {
    const Eigen::Isometry3d shoulder(Eigen::Translation3d(0, 1, 2)),
        elbow = shoulder * Eigen::AngleAxisd(0.4, Eigen::Vector3d::UnitY()) *
                Eigen::Translation3d(0.5, 0, 0);
    const JointTree joints({-1, 0}, {shoulder, elbow});
    SimilarFrame frame;
    frame.turn = Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitX()).toRotationMatrix();
    frame.origin = {1, 2, 3};
    frame.scale = 2;
    Archive archive;
    export_joints(joints, frame, 0, archive);
    CHECK(archive.text("rig/type") == "skeleton");
    CHECK(archive.integers("rig/parents") == std::vector<std::int64_t>{0, 1});
    CHECK(archive.integer("rig/root") == 1);
    const Eigen::MatrixXd rest = archive.vector("rig/rest", 24).reshaped(12, 2);
    std::vector<Eigen::Isometry3d> frames(2, Eigen::Isometry3d::Identity());
    for (Index j = 0; j < 2; ++j)
        frames[std::size_t(j)].matrix().topRows<3>() = rest.col(j).reshaped(3, 4);
    const JointTree again({-1, 0}, frames);
    SimilarFrame same;
    same.turn = archive.vector("rig/frame/turn", 9).reshaped(3, 3);
    same.origin = archive.vector("rig/frame/origin", 3);
    same.scale = archive.number("rig/frame/scale");
    Vector p(12);
    p << 0.1, 0.2, -0.3, 0, 0, 0.5, 0.7, 0, 0.1, 0, 0.2, 0;
    std::vector<Eigen::Isometry3d> T, expected;
    find_world_motion(again, same, p, T);
    find_world_motion(joints, frame, p, expected);
    for (std::size_t j = 0; j < 2; ++j) CHECK(T[j].matrix() == expected[j].matrix());
}
