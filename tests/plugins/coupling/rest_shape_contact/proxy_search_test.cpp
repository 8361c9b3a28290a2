#include "rest_shape_contact/proxy_search.hpp"

#include <catch2/catch.hpp>

#include "plugins/coupling/fingers.hpp"
#include "plugins/coupling/rest_shape_contact/two_blocks.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

using Inside = std::vector<std::array<int, 3>>;  // body, what it is in, vertex

Inside inside(ProxySearch& search, const PointMotion& motion) {
    Inside found;
    for (const ProxyPair& pair : search.find(motion, 0))
        found.push_back({pair.body, pair.other, pair.vertex});
    return found;
}

/// By a look at each tetrahedron for each vertex.
Inside look_at_all(const std::vector<const Body*>& bodies, const PointBodies& at) {
    Inside found;
    const auto position = [&](int body, int node) {
        return at.position(MaterialPoint::at_node(body, node));
    };
    for (int a = 0; a < int(bodies.size()); ++a)
        for (int b = 0; b < int(bodies.size()); ++b) {
            const Body &from = *bodies[std::size_t(a)], &to = *bodies[std::size_t(b)];
            for (int k = 0; k < int(from.skin.nodes.size()); ++k) {
                const int node = from.skin.nodes[std::size_t(k)];
                bool is_inside = false;
                for (int e = 0; e < to.mesh.n_elements(); ++e) {
                    Eigen::Matrix4d corners = Eigen::Matrix4d::Ones();
                    bool counts = true;
                    for (int c = 0; c < 4; ++c) {
                        corners.col(c).head<3>() = position(b, to.mesh.elements(c, e));
                        counts = counts && (a != b || to.mesh.elements(c, e) != node);
                    }
                    const Eigen::Vector4d weights =
                        corners.inverse() * position(a, node).homogeneous();
                    is_inside = is_inside || (counts && weights.minCoeff() > 0);
                }
                if (is_inside) found.push_back({a, b, k});
            }
        }
    return found;
}

}  // namespace

TEST_CASE("proxy search: the hierarchy finds what a look at everything finds") {
    Body body = body_of_mesh(fingers(), "/body"), other = body_of_mesh(tet_grid(3, 3, 3), "/other");
    ProxySearch search({&body, &other}, {}, {});
    for (const double bend : {0.0, 0.6, 0.9, 1.6, -0.4}) {
        CAPTURE(bend);
        PointBodies at({&body, &other});
        bend_fingers(at, bend);
        for (Index i = at.offsets[1]; i < at.size; i += 3)
            at.x.segment<3>(i) += Vector3d(1.1, -1.3, 7.2);
        const Inside found = inside(search, at);
        CHECK(found == look_at_all({&body, &other}, at));
        CHECK(found.size() > 3);
    }
}

TEST_CASE("proxy search: at rest nothing is inside anything") {
    Body body = body_of_mesh(fingers());
    ProxySearch search({&body}, {}, {});
    CHECK(search.find(PointBodies({&body}), 0).empty());
}

TEST_CASE("proxy search: a vertex is drawn straight out of a flat face") {
    TwoBlocks blocks;
    ProxySearch search({&blocks.first, &blocks.second}, 0.05, {});
    const PointBodies at = blocks.pressed(0.2);
    const std::vector<ProxyPair> pairs = search.find(at, 0);
    for (const ProxyPair& pair : pairs) {
        const Vector3d out(0, 0, pair.body == 0 ? -0.2 : 0.2);
        CHECK((pair.to_target - out).norm() < 1e-3);
    }
    CHECK(pairs.size() == 9 + 4);
}

TEST_CASE("proxy search: the target follows the deformation of what the vertex is in") {
    // The lower block is sheared: the way out of its shape at rest leans as the block does.
    TwoBlocks blocks;
    ProxySearch search({&blocks.first, &blocks.second}, 0.05, {});
    PointBodies at = blocks.pressed(0.3);
    for (Index i = 0; i < at.size; i += 3) at.x[i] += 0.5 * at.x[i + 2];
    int n = 0;
    for (const ProxyPair& pair : search.find(at, 0)) {
        if (pair.body != 1) continue;
        CHECK((pair.to_target - Vector3d(0.15, 0, 0.3)).norm() < 2e-3);
        ++n;
    }
    CHECK(n == 9);
}

TEST_CASE("proxy search: a search is repeated only where something has moved") {
    TwoBlocks blocks;
    ProxySearch search({&blocks.first, &blocks.second}, 0.05, {});
    PointBodies at = blocks.pressed();
    search.find(at, 0);
    search.find(at, 1);
    CHECK(search.n_searches() == 1);
    at.x[5] += 1e-9;
    search.find(at, 1);
    CHECK(search.n_searches() == 2);
}
