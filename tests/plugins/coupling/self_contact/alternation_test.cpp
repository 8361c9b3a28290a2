#include "self_contact/alternation.hpp"

#include <catch2/catch.hpp>

using namespace sinew;

namespace {

SkinHit hit_at(int node, double along, double depth) {
    SkinHit hit;
    hit.node = node;
    hit.to_target = {along, depth, 0};
    return hit;
}

std::vector<SkinHit> settled(Alternation& alternation, std::vector<SkinHit> hits) {
    alternation.follow(hits);
    alternation.put_held(hits);
    return hits;
}

}  // namespace

TEST_CASE("alternation: a node that hops between two sheets keeps the nearer place") {
    Alternation alternation(1);
    const SkinHit near = hit_at(7, 0, 0.1), far = hit_at(7, 5, 0.4);
    for (int k = 0; k < 5; ++k)
        CHECK(settled(alternation, {k % 2 ? far : near})[0].to_target.x() == (k % 2 ? 5 : 0));
    // It has come back for the first time in the third iteration, for the fourth in the sixth.
    for (int k = 5; k < 10; ++k) {
        const auto hits = settled(alternation, {k % 2 ? far : near});
        REQUIRE(hits.size() == 1);
        CHECK(hits[0].to_target.x() == 0);
        CHECK(alternation.n_held() == 1);
    }
    alternation.begin();
    CHECK(settled(alternation, {far})[0].to_target.x() == 5);
    CHECK(alternation.n_held() == 0);
}

TEST_CASE("alternation: a node that comes and goes is kept, among the others in their order") {
    Alternation alternation(1);
    const SkinHit first = hit_at(3, 1, 0.1), last = hit_at(9, 2, 0.1), flits = hit_at(5, 4, 0.2);
    for (int k = 0; k < 8; ++k) {
        std::vector<SkinHit> hits{first, last};
        if (k % 2 == 0) hits.insert(hits.begin() + 1, flits);
        const auto kept = settled(alternation, hits);
        if (k < 5) {
            CHECK(kept.size() == hits.size());
        } else {
            REQUIRE(kept.size() == 3);
            CHECK(kept[0].node == 3);
            CHECK(kept[1].node == 5);
            CHECK(kept[2].node == 9);
        }
    }
}

TEST_CASE("alternation: what slides on, or swings less and less, is left alone") {
    Alternation alternation(1);
    double along = 0, swing = 1;
    for (int k = 0; k < 12; ++k) {
        const auto hits = settled(alternation, {hit_at(1, along, 0.1), hit_at(2, swing, 0.1)});
        CHECK(hits[0].to_target.x() == along);
        CHECK(hits[1].to_target.x() == swing);
        along += 0.3;
        swing *= -0.5;
    }
    CHECK(alternation.n_held() == 0);
}

TEST_CASE("alternation: after twenty iterations four more changes are the last") {
    Alternation alternation(1);
    for (int k = 0; k < 23; ++k)
        CHECK(settled(alternation, {hit_at(1, k, 0.1)})[0].to_target.x() == k);
    for (int k = 23; k < 30; ++k)
        CHECK(settled(alternation, {hit_at(1, k, 0.1)})[0].to_target.x() <= 23);
    CHECK(alternation.n_held() == 1);
}
