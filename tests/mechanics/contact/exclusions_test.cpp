#include <array>
#include <catch2/catch.hpp>
#include <sinew/mechanics/contact/exclusions.hpp>

using namespace sinew;

namespace {

bool touch(const Exclusions& exclusions, std::vector<int> first, std::vector<int> second) {
    CHECK(exclusions.touch(first, second) == exclusions.touch(second, first));
    return exclusions.touch(first, second);
}

}  // namespace

TEST_CASE("exclusions: a tie holds its two sides to each other, and no side to itself") {
    Exclusions exclusions;
    CHECK(touch(exclusions, {0}, {1, 2, 3}));
    // Two ties that share vertex 2: of 0 and 1 to 2 and 3, and of 2 to 4.
    exclusions.ties = {{1, 1, 2, 2, 0, 0}, {0, 0, 1, 0, 2, 0}};
    CHECK_FALSE(touch(exclusions, {0}, {2}));
    CHECK_FALSE(touch(exclusions, {0, 5}, {4, 3, 5}));
    CHECK_FALSE(touch(exclusions, {2}, {4}));
    CHECK(touch(exclusions, {0}, {1}));
    CHECK(touch(exclusions, {2}, {3}));
    CHECK(touch(exclusions, {0}, {4}));
    CHECK(touch(exclusions, {5}, {0, 2, 4}));
}

TEST_CASE("exclusions: what is prescribed does not touch what is prescribed") {
    Exclusions exclusions;
    exclusions.is_prescribed = {1, 1, 1, 0};
    CHECK_FALSE(touch(exclusions, {0}, {1, 2}));
    CHECK(touch(exclusions, {0}, {1, 3}));
    CHECK(touch(exclusions, {3}, {1, 2}));
}

TEST_CASE("exclusions: what has intersected does not touch") {
    Exclusions exclusions;
    exclusions.tangles = Tangles({0, -1, 0, 1});
    CHECK_FALSE(touch(exclusions, {0}, {1, 2}));
    CHECK(touch(exclusions, {0}, {1, 3}));
}
