#include "rest_shape_contact/moving_tets.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "plugins/coupling/fingers.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

using Holders = std::map<int, Eigen::Vector4d>;  ///< weights by element

/// What holds each place, by the hierarchy.
std::vector<Holders> holders(const MovingTets& tets, const std::vector<MovingTets::Query>& places) {
    std::vector<Holders> found(places.size());
    for (std::size_t first = 0; first < places.size(); first += MovingTets::most_queries) {
        const std::size_t n = std::min(MovingTets::most_queries, places.size() - first);
        tets.locate(std::span(places).subspan(first, n),
                    [&](std::size_t i, const MovingTets::Location& at) {
                        CHECK(found[first + i].emplace(at.element, at.weights).second);
                    });
    }
    return found;
}

/// The same by a look at each.
Holders look_at_all_tets(const VolumeMesh& mesh, const PointBodies& at,
                         const MovingTets::Query& place) {
    Holders found;
    for (int e = 0; e < mesh.n_elements(); ++e) {
        Eigen::Matrix4d corners = Eigen::Matrix4d::Ones();
        bool counts = true;
        for (int c = 0; c < 4; ++c) {
            corners.col(c).head<3>() = at.x.segment<3>(3 * mesh.elements(c, e));
            counts = counts && mesh.elements(c, e) != place.but;
        }
        const Eigen::Vector4d weights = corners.inverse() * place.x.homogeneous();
        if (counts && weights.minCoeff() > 0) found.emplace(e, weights);
    }
    return found;
}

std::vector<MovingTets::Query> places_around(const VolumeMesh& mesh, const PointBodies& at, int n) {
    std::mt19937 random(11);
    std::uniform_int_distribution<int> node(0, int(mesh.n_nodes()) - 1);
    std::uniform_real_distribution<double> off(-0.9, 0.9);
    std::vector<MovingTets::Query> places;
    for (int k = 0; k < n; ++k) {
        const int i = node(random);
        const Vector3d x =
            Vector3d(at.x.segment<3>(3 * i)) + Vector3d(off(random), off(random), off(random));
        places.push_back({x, k % 3 == 0 ? i : -1});
    }
    return places;
}

}  // namespace

TEST_CASE("moving tets: they find what a look at each tetrahedron finds, with its weights") {
    const Body body = body_of_mesh(fingers());
    MovingTets tets(body.mesh, 0);
    for (const double bend : {0.0, 0.8, 2.0}) {
        CAPTURE(bend);
        PointBodies at({&body});
        bend_fingers(at, bend);
        CHECK(tets.move_to(tets.nodes_of(at)));
        const std::vector<MovingTets::Query> places = places_around(body.mesh, at, 400);
        const std::vector<Holders> found = holders(tets, places);
        int n = 0;
        for (std::size_t k = 0; k < places.size(); ++k) {
            const Holders expected = look_at_all_tets(body.mesh, at, places[k]);
            REQUIRE(found[k].size() == expected.size());
            for (const auto& [element, weights] : expected) {
                REQUIRE(found[k].count(element) == 1);
                CHECK((found[k].at(element) - weights).norm() < 1e-10);
            }
            n += int(expected.size());
        }
        CHECK(n > 100);
    }
}

TEST_CASE("moving tets: they say whether anything has moved, and where nodes are") {
    const Body body = body_of_mesh(tet_grid(2, 2, 1));
    MovingTets tets(body.mesh, 0);
    PointBodies at({&body});
    CHECK_FALSE(tets.move_to(tets.nodes_of(at)));
    at.x[7] += 1e-12;
    CHECK(tets.move_to(tets.nodes_of(at)));
    CHECK_FALSE(tets.move_to(tets.nodes_of(at)));
    at.x = 2 * at.x + 0.1 * Vector::Random(at.size);
    CHECK(tets.move_to(tets.nodes_of(at)));
    for (int node = 0; node < body.mesh.n_nodes(); ++node)
        CHECK(tets.position(node) == at.x.segment<3>(3 * node));
}

TEST_CASE("moving tets: faces, edges and nodes between them leave no gaps") {
    const Body body = body_of_mesh(tet_grid(3, 3, 3));
    MovingTets tets(body.mesh, 0);
    PointBodies at({&body});
    at.x += 0.1 * Vector::Random(at.size);
    tets.move_to(tets.nodes_of(at));
    const auto& elements = body.mesh.elements;
    const int inner = grid_node(3, 3, 1, 1, 1);
    for (Index e = 0; e < elements.cols(); ++e)
        for (int corner = 0; corner < 4; ++corner) {
            // Its node, the middle of an edge and that of the face across.
            Vector3d x[4];
            for (int a = 0; a < 4; ++a) x[a] = at.x.segment<3>(3 * elements((corner + a) % 4, e));
            const std::vector<Holders> found =
                holders(tets, {{x[0]}, {(x[0] + x[1]) / 2}, {(x[1] + x[2] + x[3]) / 3}});
            for (const Holders& of_place : found) CHECK(of_place.count(int(e)) == 1);
        }
    const auto with_node = (elements.array() == inner).cast<int>().sum();
    const Vector3d x = at.x.segment<3>(3 * inner);
    CHECK(holders(tets, {{x}})[0].size() == std::size_t(with_node));
    CHECK(holders(tets, {{x, inner}})[0].empty());
}

TEST_CASE("moving tets: inverted ones contain points too, flat ones none") {
    const Body body = body_of_mesh(one_tet());
    MovingTets tets(body.mesh, 0);
    PointBodies at({&body});
    const Vector3d x(0.2, 0.3, -0.1);
    CHECK(holders(tets, {{x}})[0].empty());
    at.x[11] = -1;
    tets.move_to(tets.nodes_of(at));
    const Holders inverted = holders(tets, {{x}})[0];
    REQUIRE(inverted.size() == 1);
    CHECK((inverted.at(0) - Eigen::Vector4d(0.4, 0.2, 0.3, 0.1)).norm() < 1e-15);
    at.x[11] = 0;
    tets.move_to(tets.nodes_of(at));
    CHECK(holders(tets, {{Vector3d(0.2, 0.3, 0)}})[0].empty());
}
