#include <catch2/catch.hpp>
#include <numbers>

#include "surface_rig.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

class Bend {
public:
    explicit Bend(const std::string& more, const std::string& node = "")
        : rig_("type: bend, " + more, node) {}
    const Rig& rig() const { return *rig_; }
    Points bent(const Points& rest, double angle) const {
        return rig_.carried(rest, Vector::Constant(1, angle));
    }

private:
    SurfaceRig rig_;
};

std::string mistake(const std::string& more, const std::string& node = "") {
    try {
        const Bend bend(more, node);
    } catch (const InputError& error) {
        return error.diagnostics().front().message;
    }
    return "";
}

const std::string rod = "along: [2, 0, 0], toward: [1, 0, 3], from: -1, to: 1, angle: 0.5";

}  // namespace

TEST_CASE("bend: a right angle is a quarter of a circle, and beyond its ends straight") {
    const Bend bend(rod);
    CHECK(bend.rig().parameters(0)[0] == 0.5);
    CHECK(bend.rig().skeletal() == nullptr);
    Points X(3, 4);
    X.col(0) << 0, 0, 0;
    X.col(1) << 1, 0.2, 0;
    X.col(2) << 3, 0, 0;
    X.col(3) << 1, 0, 0.1;
    const double angle = std::numbers::pi / 2, radius = 2 / angle, c = std::sqrt(0.5);
    const Points x = bend.bent(X, angle);
    CHECK(x.col(0).norm() < 1e-15);
    CHECK((x.col(1) - Eigen::Vector3d(radius * c, 0.2, radius * (1 - c))).norm() < 1e-14);
    const Eigen::Vector3d end(radius * c, 0, radius * (1 - c));
    CHECK((x.col(2) - end - 2 * Eigen::Vector3d(c, 0, c)).norm() < 1e-14);
    CHECK((x.col(3) - end - 0.1 * Eigen::Vector3d(-c, 0, c)).norm() < 1e-14);
}

TEST_CASE("bend: lengths along the line stay, and no angle leaves everything where it is") {
    const Bend bend(rod);
    const Points X = Points::Random(3, 50);
    CHECK((bend.bent(X, 0) - X).norm() < 1e-14);
    CHECK((bend.bent(X, 1e-9) - X).norm() < 1e-7);
    const int n = 2000;
    Points line = Points::Zero(3, n + 1);
    for (int k = 0; k <= n; ++k) line(0, k) = -1 + 2.0 * k / n;
    const Points x = bend.bent(line, 2.2);
    double length = 0;
    for (int k = 0; k < n; ++k) length += (x.col(k + 1) - x.col(k)).norm();
    CHECK(length == Approx(2).epsilon(1e-6));
}

TEST_CASE("bend: it stands in the frame of its node") {
    const Bend bend(rod, "    transform: {translate: [0, 0, 5], scale: 2}\n");
    const Bend plain(rod);
    const Points X = Points::Random(3, 20);
    const Points world = (2 * X).colwise() + Eigen::Vector3d(0, 0, 5);
    const Points expected = (2 * plain.bent(X, 1.1)).colwise() + Eigen::Vector3d(0, 0, 5);
    CHECK((bend.bent(world, 1.1) - expected).norm() < 1e-13);
}

TEST_CASE("bend: what cannot be bent is reported") {
    CHECK(mistake("along: [0, 0, 0], from: 0, to: 1, angle: 1") ==
          "the line of the bend has no direction");
    CHECK(mistake("along: [1, 0, 0], toward: [2, 0, 0], from: 0, to: 1, angle: 1") ==
          "`toward` has no part at a right angle to `along`");
    CHECK(mistake("from: 1, to: 1, angle: 1") == "the bend ends at 1 m, and begins at 1 m");
    CHECK(mistake(rod, "    transform: {scale: [1, 2, 1]}\n") ==
          "the bend stands on a node that is stretched or mirrored");
}
