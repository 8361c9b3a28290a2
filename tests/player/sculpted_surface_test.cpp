/// The player takes the steps of a body on a rig whose surface is sculpted at poses.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <Eigen/Geometry>

#include "damaged_file.hpp"
#include "played_clip.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// A box about the arm, turned and lifted as its shoulder is, and larger: what rig/psd may take
/// for shapes of the arm's surface.
std::string box_obj(double turn, double lift) {
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(turn, Eigen::Vector3d(0, 1, 1).normalized()).toRotationMatrix();
    const Eigen::Vector3d joint(0, 0.1, 0.1);
    std::string text;
    for (int k = 0; k < 8; ++k) {
        const Eigen::Vector3d corner(k & 1, 0.2 * (k >> 1 & 1), 0.2 * (k >> 2));
        const Eigen::Vector3d x =
            joint + R * ((lift > 0 ? 1.1 : 1) * (corner - joint)) + Eigen::Vector3d(0, 0, lift);
        text += fmt::format("v {} {} {}\n", x[0], x[1], x[2]);
    }
    for (const char* face : {"1 2 4", "1 4 3", "5 8 6", "5 7 8", "1 6 2", "1 5 6", "3 4 8", "3 8 7",
                             "1 3 7", "1 7 5", "2 8 4", "2 6 8"})
        text += std::string("f ") + face + "\n";
    return text;
}

/// An arm whose surface is corrected at two poses.
struct SculptedArm {
    WorkFolder folder;
    ArmScene scene;

    explicit SculptedArm(const std::string& kernel = "distance") {
        scene.formulation = "{type: posed, poses: [{time: 0.2 s}, {time: 0.3 s}]}";
        const auto file = [&](const std::string& name, double turn, double lift) {
            return "{type: file, file: " + folder.write(name, box_obj(turn, lift)) + "}";
        };
        scene.sculpted =
            "kernel: " + kernel +
            "\n      blend: linear\n      at_rest: " + file("rest.obj", 0, 0) +
            "\n      poses:\n        - {time: 0.2 s, shape: " + file("first.obj", 0.6, 0.13) +
            "}\n        - {time: 0.3 s, shape: " + file("second.obj", 0.87, 0.2) + "}";
    }
};

}  // namespace

TEST_CASE("player: a body on a sculpted surface moves as in its run, bit by bit") {
    SculptedArm sculpted(GENERATE("distance", "multiquadric"));
    ArmScene& arm = sculpted.scene;
    SECTION("inertia by few nodes") {}
    SECTION("dual quaternions") {
        arm.sculpted.erase(arm.sculpted.find("blend: linear\n      "), 20);
    }
    SECTION("inertia in closed form") {
        arm.options = "";
    }
    SECTION("one pose, and no corrections of the elements") {
        arm.formulation = "{type: posed}";
        arm.options = "";
    }
    Exported exported(arm.scene());
    const OpenPlayer player(exported.file());
    CHECK(exported.model().text("rig/type") == "sculpted_skeleton");
    CHECK(n_different_on_clip(exported, player, 27) == 0);
    const Points sculpted_nodes = player.node_positions();
    arm.sculpted.clear();
    arm.options = ", inertia: {tolerance: 0.2, count: 20}";
    Exported bare(arm.scene());
    const OpenPlayer without(bare.file());
    CHECK(n_different_on_clip(bare, without, 27) == 0);
    CHECK((without.node_positions() - sculpted_nodes).colwise().norm().maxCoeff() > 0.05);
}

TEST_CASE("player: files of sculpted surfaces whose parts do not fit are refused, with the part") {
    const SculptedArm arm;
    const Exported exported(arm.scene.scene());
    for (const std::string key :
         {"shape/sculpted", "sculpted/features", "sculpted/kernel", "sculpted/poses"}) {
        Archive changed = exported.model();
        Archive::Entry entry = changed.entries().at(key);
        if (auto* numbers = std::get_if<std::vector<double>>(&entry)) numbers->pop_back();
        if (std::get_if<std::string>(&entry)) entry = std::string("gauss");
        if (auto* integers = std::get_if<std::vector<std::int64_t>>(&entry)) integers->front() = 0;
        changed.put_entry(key, std::move(entry));
        expect_damaged(changed, key);
    }
}
