#include <catch2/catch.hpp>
#include <sinew/mechanics/pose_space/column_ranges.hpp>

using namespace sinew;
using sinew::pose_space::ColumnRanges;

TEST_CASE("column ranges: each node has the columns that move it at any of the poses") {
    std::vector<Eigen::MatrixXd> bases(2, Eigen::MatrixXd::Zero(9, 6));
    bases[0](1, 0) = bases[0](2, 1) = 1;  // node 0 by columns 0 and 1
    bases[1](0, 4) = 1;                   // and by 4 at another pose
    bases[1](8, 5) = 1;                   // node 2 by column 5, node 1 by none
    const ColumnRanges ranges(bases);
    REQUIRE(ranges.of(0).size() == 2);
    CHECK(ranges.of(0)[0].first == 0);
    CHECK(ranges.of(0)[0].count == 2);
    CHECK(ranges.of(0)[1].first == 4);
    CHECK(ranges.of(0)[1].count == 1);
    CHECK(ranges.of(1).empty());
    REQUIRE(ranges.of(2).size() == 1);
    CHECK(ranges.of(2)[0].first == 5);
}
