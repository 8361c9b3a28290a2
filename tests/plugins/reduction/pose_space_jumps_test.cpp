// Rigs that jump: a clip begins anew, a character is put elsewhere.
#include <Eigen/Geometry>
#include <numbers>

#include "rigged_bar.hpp"

using namespace sinew::test;

namespace {

const std::vector<Eigen::Vector3d> probed{{0.5, 0, 0}, {-0.5, 0.1, 0.1}, {0.4, -0.1, 0}};

/// Where points of a table of displacements are, moved back by this [m].
Table positions(const Table& displacements, const Eigen::Isometry3d& back, std::size_t from) {
    Table x;
    for (std::size_t row = from; row < displacements.size(); ++row) {
        std::vector<double>& to = x.emplace_back(1, displacements[row][0]);
        for (std::size_t k = 0; k < probed.size(); ++k) {
            const double* u = displacements[row].data() + 1 + 3 * k;
            const Eigen::Vector3d at = back * (probed[k] + Eigen::Vector3d(u[0], u[1], u[2]));
            to.insert(to.end(), at.data(), at.data() + 3);
        }
    }
    return x;
}

/// A bar that its root shakes once, and puts elsewhere at 0.5 s, or not.
Bar shaken(bool is_put_elsewhere) {
    Bar bar = small_bar();
    bar.loads.clear();
    bar.rig =
        "type: skeleton, at_end: hold, joints: [{name: a, at: [0, 0, 0], tail: [1, 0, 0], "
        "keyframes: [{time: 0.1 s}, {time: 0.15 s, move: [0, 0, 0.05]}, {time: 0.2 s}, "
        "{time: 0.5 s}" +
        std::string(is_put_elsewhere
                        ? ", {time: 0.501 s, turn: {axis: [0, 1, 0], angle: 120 deg}, move: [3, "
                          "-2, 1]}"
                        : "") +
        "]}]";
    bar.poses = is_put_elsewhere ? "jumps: [0.501 s]" : "";
    bar.more = "    weights: {type: closest_bone}\n";
    return bar;
}

}  // namespace

TEST_CASE("jumps: a body that is put elsewhere swings on there, as seen from its root") {
    const EmptyCache cache;
    const std::string reduction = GENERATE(std::string(), all_modes);
    Bar still = shaken(false), put = shaken(true);
    still.reduction = put.reduction = reduction;
    const Table stays = probe_of(still), jumps = probe_of(put);
    const std::size_t from = 26;  // the first row after 0.5 s
    REQUIRE(stays.at(from)[0] == Approx(0.52));
    Eigen::Isometry3d moved = Eigen::Isometry3d::Identity();
    moved.rotate(Eigen::AngleAxisd(2 * std::numbers::pi / 3, Eigen::Vector3d::UnitY()));
    moved.pretranslate(Eigen::Vector3d(3, -2, 1));
    const Eigen::Isometry3d none = Eigen::Isometry3d::Identity();
    const Table there = positions(jumps, moved.inverse(), from),
                here = positions(stays, none, from);
    CHECK(largest_difference(here, Table(here.size(), here.back())) > 1e-3);  // it swings
    CHECK(largest_difference(there, here) < 1e-8);
}

TEST_CASE("jumps: a jump that nobody tells is a blow") {
    const EmptyCache cache;
    Bar put = shaken(true);
    const Table told = probe_of(put);
    put.poses.clear();
    CHECK(largest_difference(probe_of(put), told) > 0.05);
}

TEST_CASE("jumps: a time at the end of a step is of that step, whatever round-off says") {
    const EmptyCache cache;
    Bar bar = shaken(true);
    const Table between = probe_of(bar);
    for (const char* time : {"0.52 s", "0.5199999999999 s", "0.5200000000001 s"}) {
        bar.poses = std::string("jumps: [") + time + "]";
        CHECK(largest_difference(probe_of(bar), between) == 0);
    }
}

TEST_CASE("jumps: contact is no matter of the way, which nobody goes") {
    const EmptyCache cache;
    Bar bar = shaken(true);
    bar.reduction = GENERATE(std::string(), all_modes);
    const Table alone = probe_of(bar);
    bar.more +=
        "    couplings: [{type: contact, friction: 0.5, obstacles: [{sphere: {center: [1.5, -1, "
        "0.5], radius: 0.2}}]}]\n";  // half-way
    CHECK(largest_difference(probe_of(bar), alone) < 1e-6);
}

TEST_CASE("jumps: where a body jumps into an obstacle, contact says so") {
    const EmptyCache cache;
    Bar bar = shaken(true);
    bar.reduction = GENERATE(std::string(), all_modes);
    const auto message = [&](const char* radius) {
        Bar other = bar;
        // About the free end of the bar, where it jumps to.
        other.more +=
            std::string(
                "    couplings: [{type: contact, obstacles: [{sphere: {center: [2.79, -2, "
                "0.636], radius: ") +
            radius + "}}]}]\n";
        return report_of(other, 1)["errors"].at(0)["message"].get<std::string>();
    };
    CHECK(message("0.2").find(" intersect at 0.5 s, in the step in which a rig jumps") !=
          std::string::npos);
    CHECK(message("0.01") ==
          "/bar/sphere (obstacles[0]) is inside /bar at 0.5 s, in the step in which a rig jumps");
}

TEST_CASE("jumps: by Newmark's rule, too, there is no kick") {
    const EmptyCache cache;
    Bar still = shaken(false), put = shaken(true);
    const std::string newmark = "type: implicit_newmark, newton: {tolerance: 1e-11}";
    still.solver = put.solver = newmark;
    still.reduction = put.reduction = GENERATE(std::string(), all_modes);
    const Table stays = probe_of(still), jumps = probe_of(put);
    Eigen::Isometry3d moved = Eigen::Isometry3d::Identity();
    moved.rotate(Eigen::AngleAxisd(2 * std::numbers::pi / 3, Eigen::Vector3d::UnitY()));
    moved.pretranslate(Eigen::Vector3d(3, -2, 1));
    CHECK(largest_difference(positions(jumps, moved.inverse(), 26),
                             positions(stays, Eigen::Isometry3d::Identity(), 26)) < 1e-6);
}

TEST_CASE("jumps: a clip that begins anew elsewhere does not kick what it carries") {
    const EmptyCache cache;
    Bar bar = small_bar();
    bar.loads.clear();
    bar.rig = "type: skeleton, at_end: repeat, smooth: " + GENERATE(std::string("0"), "0.05") +
              " s, joints: [{name: a, at: [0, 0, 0], tail: [1, 0, 0], keyframes: [{time: 0}, "
              "{time: 0.4 s, move: [0.8, 0, 0.4]}]}]";
    bar.poses.clear();
    bar.more = "    weights: {type: closest_bone}\n";
    bar.reduction = GENERATE(std::string(), all_modes);
    const Table table = probe_of(bar);
    const bool is_smooth = bar.rig.find("0.05") != std::string::npos;
    double most = 0;
    for (const auto& row : table) {
        // All points have the same displacement: the root's.
        for (std::size_t k = 4; k < row.size(); ++k)
            most = std::max(most, std::abs(row[k] - row[k - 3]));
    }
    CHECK(most < (is_smooth ? 0.02 : 1e-9));
    CHECK(table.at(19)[1] == Approx(0.38 * 2).margin(is_smooth ? 0.1 : 1e-9));
    CHECK(table.at(21)[1] == Approx(0.02 * 2).margin(is_smooth ? 0.1 : 1e-9));
}

TEST_CASE("jumps: with all modes of all poses, a body that jumps is that of full space") {
    const EmptyCache cache;
    Bar bar = small_bar();
    bar.rig =
        "type: skeleton, at_end: repeat, joints: [{name: a, at: [-0.5, 0, 0], keyframes: [{time: "
        "0}, {time: 0.39 s, turn: {axis: [0, 1, 2], angle: 100 deg}, move: [0.4, 0, 0.3]}]}, "
        "{name: b, parent: a, at: [0, 0, 0], tail: [0.5, 0, 0], keyframes: [{time: 0}, {time: "
        "0.39 s, turn: {axis: [0, 0, 1], angle: 30 deg}}]}]";
    bar.poses = "blend: linear, poses: [{time: 0.38 s}]";
    bar.more = "    weights: {type: closest_bone, blend: 0.3}\n";
    const Table full = probe_of_continued(bar);  // from the end of the step that jumps
    bar.reduction = all_modes;
    CHECK(largest_difference(probe_of_continued(bar), full) < 1e-8);
}
