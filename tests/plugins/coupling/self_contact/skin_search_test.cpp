#include <catch2/catch.hpp>

#include "plugins/coupling/self_contact/two_blocks.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("skin search: both ways out agree where nodes are just beneath a skin") {
    const TwoBlocks blocks;
    const PointBodies at = blocks.pressed(0.1);
    std::vector<Body*> bodies{const_cast<Body*>(&blocks.first), const_cast<Body*>(&blocks.second)};
    SkinSearch facing_search(bodies, facing()), rest_search(bodies, by_rest_shape(1, 2, 0.05));
    const auto& facing_hits = facing_search.find(at);
    const auto& rest_hits = rest_search.find(at);
    REQUIRE(facing_hits.size() == 9 + 4);
    REQUIRE(rest_hits.size() == facing_hits.size());
    for (std::size_t i = 0; i < facing_hits.size(); ++i) {
        CHECK(facing_hits[i].key() == rest_hits[i].key());
        CHECK((facing_hits[i].to_target - rest_hits[i].to_target).norm() < 1e-3);
        Eigen::Matrix3d across = Eigen::Matrix3d::Zero();  // z, of horizontal faces
        across(2, 2) = 1;
        CHECK((rest_search.slide(rest_hits[i]) - across).norm() < 1e-2);
    }
}

TEST_CASE("skin search: what lies in no tetrahedron has gone through") {
    const TwoBlocks blocks;
    std::vector<Body*> bodies{const_cast<Body*>(&blocks.first), const_cast<Body*>(&blocks.second)};
    SkinSearch search(bodies, facing());
    search.begin_step();
    const auto n_of_upper = [&](double depth) {
        const std::vector<SkinHit>& hits = search.find(blocks.pressed(depth));
        return std::count_if(hits.begin(), hits.end(), [&](const SkinHit& hit) {
            return hit.body == 1 && std::abs(search.points(hit)(2, 0) - (3 - depth)) < 1e-9;
        });
    };
    // Its first layer, on its way down; in the step that takes it out it is behind its places
    // still, and then no longer.
    for (const double depth : {0.5, 1.5, 2.5, 3.2}) {
        CHECK(n_of_upper(depth) == 9);
        search.commit();
        search.begin_step();
    }
    CHECK(n_of_upper(3.2) == 0);
}

TEST_CASE("skin search: what comes in is not drawn to the far side of what it is in") {
    // The upper block's last layer, just beneath the top of the lower one: what faces it is the
    // bottom, which is not the skin of the flesh that it is in.
    const TwoBlocks blocks;
    std::vector<Body*> bodies{const_cast<Body*>(&blocks.first), const_cast<Body*>(&blocks.second)};
    SkinSearch search(bodies, facing());
    const auto n_of_layer = [&](double depth, double z) {
        const std::vector<SkinHit>& hits = search.find(blocks.pressed(depth));
        return std::count_if(hits.begin(), hits.end(), [&](const SkinHit& hit) {
            return hit.body == 1 && std::abs(search.points(hit)(2, 0) - z) < 1e-9;
        });
    };
    CHECK(n_of_layer(2.2, 2.8) == 0);
    CHECK(n_of_layer(0.2, 2.8) == 9);  // its first layer
}

TEST_CASE("skin search: flesh that is pressed flat still tells its sides apart") {
    // The lower block flattened to a twentieth: as it is now, each node of the upper one goes back
    // by the top; at rest, one that is 0.1 deep is beyond the middle.
    TwoBlocks blocks(facing());
    PointBodies at = blocks.pressed(0);
    for (Index i = 2; i < at.offsets[1]; i += 3) at.x[i] /= 20;
    for (Index i = at.offsets[1]; i < at.size; i += 3) at.x[i + 2] += 0.15 - 3 - 0.1;
    int n = 0;
    for (const SkinHit& hit : blocks.contact.find(at)) {
        if (hit.body == 0) continue;
        CHECK((hit.to_target - Eigen::Vector3d(0, 0, 0.1)).norm() < 1e-9);
        ++n;
    }
    CHECK(n == 9);
    int n_down = 0;
    TwoBlocks at_rest;
    for (const SkinHit& hit : at_rest.contact.find(at))
        n_down += hit.body == 1 && hit.to_target.z() < -0.04;
    CHECK(n_down == 9);
}
