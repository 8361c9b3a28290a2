#include "self_contact/facing_skin.hpp"

#include <catch2/catch.hpp>
#include <mechanics/coupling/coupling_support.hpp>

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

/// A block of 4 x 4 x 2 cells, a little out of order.
struct Block {
    Body body = body_of_mesh(tet_grid(4, 4, 2));
    Neighbours near{body.mesh, body.skin.nodes, 2};
    FacingSkin skin{body, 0, near};
    Block() {
        for (Index i = 0; i < body.mesh.positions.size(); ++i)
            body.mesh.positions.data()[i] += 0.02 * std::sin(double(37 * i));
        skin.place_all([&](int node) { return body.mesh.positions.col(node); });
    }
    Vector3d at(const FacingSkin::Place& place) const {
        Vector3d x = Vector3d::Zero();
        for (int c = 0; c < 3; ++c)
            x += place.weights[c] * body.mesh.positions.col(body.skin.triangles(c, place.triangle));
        return x;
    }
};

}  // namespace

TEST_CASE("facing skin: a node leaves by the nearest side that faces it") {
    const Block block;
    // Near the bottom, but what comes from above faces the top.
    const Vector3d x(1.9, 2.1, 0.4);
    for (const double up : {1.0, -1.0}) {
        const FacingSkin::Place out = block.skin.entry({x, {0, 0, up}, -1}, 2);
        REQUIRE(out.triangle >= 0);
        CHECK((block.at(out) - x).norm() == Approx(up < 0 ? 1.6 : 0.4).margin(0.05));
        CHECK(std::abs((block.at(out) - x).normalized().z()) > 0.99);
    }
    // None that is farther away than it may be,
    CHECK(block.skin.entry({x, {0, 0, -1}, -1}, 1.5).triangle == -1);
    // and nothing faces a node that is outside.
    CHECK(block.skin.entry({{1.9, 2.1, 2.3}, {0, 0, -1}, -1}, 9).triangle == -1);
    // Nor one that is on the skin, but for a rounding: it is not drawn to the other side.
    const Vector3d on_top = block.at(block.skin.entry({{1.9, 2.1, 1.8}, {0, 0, -1}, -1}, 1));
    for (const double off : {1e-12, 0.0, -1e-12}) {
        const Vector3d touching = on_top + Vector3d(0, 0, off);
        const FacingSkin::Place out = block.skin.entry({touching, {0.6, 0, -0.8}, -1}, 9);
        if (out.triangle >= 0) CHECK((block.at(out) - touching).norm() < 1e-9);
    }
    // Its own neighbourhood does not count: beneath a node of the top all there is is the bottom,
    // which a node that faces up is behind.
    int n_found = 0;
    for (int k = 0; k < int(block.body.skin.nodes.size()); ++k) {
        FacingSkin::Node node = block.skin.node(k);
        const auto share = [&](const FacingSkin::Place& place) {
            return block.skin.share(node.own, place);
        };
        node.x -= 0.3 * node.normal;
        const FacingSkin::Place out = block.skin.entry(node, 9);
        if (out.triangle < 0) continue;
        CHECK(share(out) > 0);
        ++n_found;
    }
    CHECK(n_found > 0);
}

TEST_CASE("facing skin: a place follows the node along the skin while the node is inside") {
    const Block block;
    const FacingSkin::Node in{{0.6, 0.7, 1.7}, {0, 0, -1}, -1};
    FacingSkin::Place place = block.skin.entry(in, 1);
    for (double way = 0; way < 2.7; way += 0.1) {
        FacingSkin::Node now = in;
        now.x += Vector3d(way, 0.8 * way, -0.4 * way);
        place = block.skin.follow(now, place.triangle);
        REQUIRE(place.triangle >= 0);
        CHECK((block.at(place) - now.x).z() == Approx(0.3 + 0.4 * way).margin(0.06));
    }
    FacingSkin::Node out = in;
    out.x.z() = 2.2;
    CHECK(block.skin.follow(out, place.triangle).triangle == -1);
}
