#include <catch2/catch.hpp>
#include <sinew/mechanics/full_space/skew_rows.hpp>

using namespace sinew;

namespace {

const Eigen::Vector3d a = Eigen::Vector3d(1, 2, 2) / 3, b = Eigen::Vector3d(3, 0, 4) / 5;

}  // namespace

TEST_CASE("skew rows: axes are orthonormal and begin with the span of the rows") {
    for (const auto& rows :
         {std::vector<SkewRow>{{a}}, {{a}, {b}}, {{a}, {b}, {a}, {Eigen::Vector3d::UnitX()}}, {}}) {
        const Eigen::Matrix3d axes = axes_of(rows);
        CHECK((axes.transpose() * axes).isIdentity(1e-14));
        for (std::size_t k = 0; k < std::min<std::size_t>(rows.size(), 2); ++k)
            CHECK((rows[k].direction.transpose() * axes.rightCols(2 - Index(k))).norm() < 1e-14);
    }
}

TEST_CASE(
    "skew rows: what is constrained fulfils all rows, in displacement, velocity, acceleration") {
    const std::vector<SkewRow> rows{{a, 0.3, -1, 5, 0}, {b, 0.1, 2, 7, 1}};
    const Eigen::Matrix3d axes = axes_of(rows);
    ConstrainedAxes found;
    REQUIRE(constrain_axes(rows, axes, 1e-12, found));
    CHECK((found.axes == std::array{true, true, false}));
    CHECK(found.unfulfilled == nullptr);
    for (const SkewRow& row : rows) {
        CHECK(row.direction.dot(axes * found.q) == Approx(row.q).epsilon(1e-14));
        CHECK(row.direction.dot(axes * found.v) == Approx(row.v).epsilon(1e-14));
        CHECK(row.direction.dot(axes * found.a) == Approx(row.a).epsilon(1e-14));
    }
}

TEST_CASE("skew rows: of rows that disagree the later holds, and the earlier is reported") {
    const std::vector<SkewRow> rows{{a, 0.3, 0, 0, 0}, {a, 0.2, 0, 0, 1}};
    ConstrainedAxes found;
    REQUIRE(constrain_axes(rows, axes_of(rows), 1e-12, found));
    CHECK(found.q[0] == Approx(0.2).epsilon(1e-14));
    CHECK(found.by == 1);
    REQUIRE(found.unfulfilled != nullptr);
    CHECK(found.unfulfilled->by == 0);
}

TEST_CASE("skew rows: a row of zero agrees with others of which it is a combination") {
    // A turn in the plane of normal a: its components, and none along a.
    const Eigen::Vector3d u = 0.5 * a.cross(b);
    std::vector<SkewRow> rows{{a, 0, 0, 0, 0}};
    for (Index k = 0; k < 3; ++k) rows.push_back({Eigen::Vector3d::Unit(k), u[k], 0, 0, 1});
    ConstrainedAxes found;
    REQUIRE(constrain_axes(rows, axes_of(rows), 1e-12, found));
    CHECK(found.unfulfilled == nullptr);
    CHECK((axes_of(rows) * found.q - u).norm() < 1e-15);
}

TEST_CASE("skew rows: directions that are one but for round-off leave the others free") {
    const std::vector<SkewRow> rows{{Eigen::Vector3d(5e-5, 1, 0).normalized()},
                                    {Eigen::Vector3d::UnitY()}};
    ConstrainedAxes found;
    REQUIRE(constrain_axes(rows, axes_of(rows), 1e-12, found));
    CHECK((found.axes == std::array{true, false, false}));
}

TEST_CASE("skew rows: directions between the axes cannot be constrained alone") {
    ConstrainedAxes found;
    const Eigen::Matrix3d axes = axes_of({{a}, {b}});
    CHECK(constrain_axes({{a, 0.1}}, axes, 1e-12, found));
    CHECK(!constrain_axes({{b, 0.1}}, axes, 1e-12, found));
    CHECK(constrain_axes({}, axes, 1e-12, found));
    CHECK((found.axes == std::array{false, false, false}));
}
