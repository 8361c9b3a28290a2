#include <catch2/catch.hpp>
#include <set>

#include "level_parts.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::multigrid;

TEST_CASE("multigrid: every node that is coupled belongs to one connected aggregate") {
    HeldBlock block;
    const Parts parts(block);
    const Aggregates& aggregates = parts.P.aggregates();
    CHECK(aggregates.count > 4);
    CHECK(aggregates.count < parts.A.n_rows() / 8);
    std::vector<std::set<int>> members(std::size_t(aggregates.count));
    for (int i = 0; i < parts.A.n_rows(); ++i) {
        const bool is_held = block.fixed.fixed[std::size_t(3 * i)];
        CHECK((aggregates.of_node[std::size_t(i)] < 0) == is_held);
        if (!is_held) members[std::size_t(aggregates.of_node[std::size_t(i)])].insert(i);
    }
    for (const std::set<int>& of_one : members) {
        REQUIRE(of_one.size() > 1);
        std::set<int> reached{*of_one.begin()}, front = reached;
        while (!front.empty()) {
            std::set<int> next;
            for (const int i : front)
                for (int b = parts.A.begin(i); b < parts.A.end(i); ++b)
                    if (of_one.count(parts.A.column(b)) && !reached.count(parts.A.column(b)))
                        next.insert(parts.A.column(b));
            reached.insert(next.begin(), next.end());
            front = std::move(next);
        }
        CHECK(reached == of_one);
    }
}

TEST_CASE("multigrid: strong couplings of stretched cells run along their short edges") {
    HeldBlock block({.size = "[10, 1, 1]", .cells = "[10, 10, 10]", .constraints = "[]"});
    const Parts parts(block);
    const Points& x = block.system().body().mesh.positions;
    const Aggregates& aggregates = parts.P.aggregates();
    std::vector<Eigen::AlignedBox3d> boxes(std::size_t(aggregates.count));
    for (int i = 0; i < parts.A.n_rows(); ++i)
        boxes[std::size_t(aggregates.of_node[std::size_t(i)])].extend(x.col(i));
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    for (const Eigen::AlignedBox3d& box : boxes) mean += box.sizes() / double(boxes.size());
    CHECK(mean.x() < 1.1);  // cells of 1 x 0.1 x 0.1
    CHECK(mean.y() > 0.2);
    CHECK(mean.z() > 0.2);
}
