#include <catch2/catch.hpp>
#include <cmath>
#include <Eigen/Geometry>
#include <steklov_poincare/coupled_rows.hpp>

using namespace sinew;
using namespace sinew::steklov;

TEST_CASE(
    "coupled_rows: sums a place's blocks, leaves out constrained nodes, and turns back to rest") {
    // Nodes 2, 5, 7 and 9 are on the surface; 5 is held.
    NodeSets sets;
    sets.surface = {2, 5, 7, 9};
    sets.free = {0, 2, 3};
    sets.free_number.assign(10, -1);
    sets.free_number[2] = 0;
    sets.free_number[7] = 1;
    sets.free_number[9] = 2;
    const Eigen::Matrix3d A = (Eigen::Matrix3d() << 1, 2, 3, 4, 5, 6, 7, 8, 9).finished();
    const Eigen::Matrix3d B = (Eigen::Matrix3d() << 2, 0, 1, 0, 3, 0, 1, 1, 1).finished();
    const std::vector<CouplingBlock> blocks{
        {9, 0, A}, {0, 9, A.transpose()}, {9, 0, B}, {3, 3, A}, {3, 9, A}, {9, 3, B}, {6, 6, B}};
    const BlockRows plain = coupled_rows(blocks, sets, {});
    REQUIRE(plain.starts == std::vector<int>{0, 1, 2, 3});
    REQUIRE(plain.columns == std::vector<int>{2, 1, 0});
    CHECK(Eigen::Matrix3d(plain.at(0)) == A.transpose());
    CHECK(Eigen::Matrix3d(plain.at(1)) == B);
    CHECK(Eigen::Matrix3d(plain.at(2)) == A + B);

    NodeRotations turns;
    for (const double angle : {0.3, 1.1, -0.7})
        turns.push_back(Eigen::AngleAxisd(angle, Eigen::Vector3d(1, 2, 2) / 3).toRotationMatrix());
    const BlockRows turned = coupled_rows(blocks, sets, turns);
    CHECK((turned.at(2) - turns[2].transpose() * (A + B) * turns[0]).norm() < 1e-14);
    CHECK(coupled_rows({{3, 3, A}}, sets, turns).empty());
}

TEST_CASE("coupled_rows: the change from one matrix to another, on all their blocks") {
    NodeSets sets;
    sets.surface = {0, 1};
    sets.free = {0, 1};
    sets.free_number = {0, 1};
    const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
    const BlockRows a = coupled_rows({{0, 0, 4 * I}, {0, 3, 2 * I}, {3, 0, 2 * I}}, sets, {});
    const BlockRows b = coupled_rows({{0, 0, 4 * I}, {0, 3, 5 * I}, {3, 3, 2 * I}}, sets, {});
    CHECK(relative_change(a, a) == 0);
    CHECK(relative_change(a, b) == Approx(std::sqrt((9.0 + 4 + 4) / (16 + 4 + 4))));
    CHECK(relative_change(b, a) == Approx(std::sqrt((9.0 + 4 + 4) / (16 + 25 + 4))));
    CHECK(relative_change(a, coupled_rows({}, sets, {})) == Approx(1));
}
