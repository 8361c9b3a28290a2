#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>
#include <support/meshes.hpp>

using namespace sinew;

namespace {

Points random_points(int n, double low, double high) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(low, high);
    Points points(3, n);
    for (Eigen::Index i = 0; i < points.size(); ++i) points.data()[i] = uniform(random);
    return points;
}

Eigen::Vector3d position(const VolumeMesh& mesh, const Embedding& e) {
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    for (Eigen::Index a = 0; a < e.nodes.size(); ++a)
        x += e.weights[a] * mesh.positions.col(e.nodes[a]);
    return x;
}

/// A smooth map of the cube [0, 3]^3 that curves every edge and keeps orientation.
void bend(VolumeMesh& mesh) {
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
        const Eigen::Vector3d x = mesh.positions.col(i);
        mesh.positions.col(i) +=
            0.1 * Eigen::Vector3d(std::sin(x[1]), std::sin(x[2] + 1), std::sin(x[0] + x[1]));
    }
}

}  // namespace

TEST_CASE("embedding: points inside get weights in their element that give them back") {
    const VolumeMesh tets = test::tet_grid(3, 3, 3);
    for (VolumeMesh mesh : {tets, to_tet10(tets), test::hex_grid(3, 3, 3)})
        for (const bool bent : {false, true}) {
            CAPTURE(name_of(mesh.type), bent);
            if (bent) bend(mesh);
            const Points points = random_points(500, 0.3, 2.7);
            const auto embedded = embed(mesh, points);
            for (Eigen::Index i = 0; i < points.cols(); ++i) {
                const Embedding& e = embedded[static_cast<std::size_t>(i)];
                REQUIRE(e.inside);
                REQUIRE(e.weights.sum() == Approx(1).epsilon(1e-12));
                REQUIRE((position(mesh, e) - points.col(i)).norm() < 1e-11);
                if (mesh.type != ElementType::tet10) REQUIRE(e.weights.minCoeff() > -1e-8);
            }
        }
}

TEST_CASE("embedding: nodes of the mesh are inside and depend on themselves alone") {
    for (VolumeMesh mesh : {test::tet_grid(2, 2, 2), test::hex_grid(2, 2, 2)}) {
        bend(mesh);
        const auto embedded = embed(mesh, mesh.positions);
        for (int i = 0; i < mesh.n_nodes(); ++i) {
            const Embedding& e = embedded[static_cast<std::size_t>(i)];
            REQUIRE(e.inside);
            for (Eigen::Index a = 0; a < e.nodes.size(); ++a)
                REQUIRE(e.weights[a] == Approx(e.nodes[a] == i ? 1 : 0).margin(1e-10));
        }
    }
}

TEST_CASE(
    "embedding: points outside are embedded in the nearest element and follow affine motions") {
    const VolumeMesh tets = test::tet_grid(3, 3, 3);
    Eigen::Matrix3d A;
    A << 1.2, 0.3, 0, -0.1, 0.9, 0.2, 0.4, 0, 1.1;
    for (VolumeMesh mesh : {tets, to_tet10(tets), test::hex_grid(3, 3, 3)})
        for (const bool bent : {false, true}) {
            CAPTURE(name_of(mesh.type), bent);
            if (bent) bend(mesh);
            const Points points = random_points(300, 4, 9);
            VolumeMesh moved = mesh;
            moved.positions = A * mesh.positions;
            const auto embedded = embed(mesh, points);
            for (Eigen::Index i = 0; i < points.cols(); ++i) {
                const Embedding& e = embedded[static_cast<std::size_t>(i)];
                REQUIRE_FALSE(e.inside);
                REQUIRE(e.weights.sum() == Approx(1).epsilon(1e-10));
                REQUIRE((position(mesh, e) - points.col(i)).norm() < 1e-9);
                REQUIRE((position(moved, e) - A * points.col(i)).norm() < 1e-9);
                if (!bent) REQUIRE((mesh.elements.col(e.element).array() == 63).any());
            }
        }
}

TEST_CASE("embedding: a point so far away that no distance is a number hangs somewhere, outside") {
    for (const double far : {1e100, 1e155, 1e300}) {
        const auto embedded = embed(test::tet_grid(1, 1, 1), Eigen::Vector3d(far, 0, -far));
        REQUIRE(embedded.size() == 1);
        CHECK_FALSE(embedded[0].inside);
        CHECK(embedded[0].element >= 0);
    }
}

TEST_CASE("embedding: a point beside overlapping parts takes one that holds it") {
    VolumeMesh mesh;
    const VolumeMesh tet = test::one_tet();
    mesh.positions.resize(3, 8);
    mesh.positions << tet.positions, tet.positions.array() + 0.2;
    mesh.elements.resize(4, 2);
    mesh.elements << 0, 4, 1, 5, 2, 6, 3, 7;
    Points points(3, 3);
    points << 0.05, 0.25, 0.6, 0.05, 0.25, 0.4, 0.05, 0.25, 0.4;
    const auto embedded = embed(mesh, points);
    CHECK(embedded[0].element == 0);
    CHECK(embedded[1].inside);
    CHECK(embedded[2].element == 1);
}

TEST_CASE("box tree: nearest and overlapping agree with looking at everything") {
    const Points points = random_points(300, 0, 1), queries = random_points(50, -0.5, 1.5);
    std::vector<BoxTree::Box> boxes;
    for (Eigen::Index i = 0; i < points.cols(); ++i)
        boxes.emplace_back(points.col(i), points.col(i) + Eigen::Vector3d(0.05, 0.02, 0.1));
    const BoxTree tree(boxes);
    for (Eigen::Index q = 0; q < queries.cols(); ++q) {
        const Eigen::Vector3d x = queries.col(q);
        const auto distance2 = [&](int i) {
            return boxes[static_cast<std::size_t>(i)].squaredExteriorDistance(x);
        };
        int best = 0;
        std::vector<int> all;
        const BoxTree::Box around(x.array() - 0.1, x.array() + 0.1);
        for (int i = 0; i < 300; ++i) {
            if (distance2(i) < distance2(best)) best = i;
            if (boxes[static_cast<std::size_t>(i)].intersects(around)) all.push_back(i);
        }
        CHECK(tree.nearest(x, distance2).first == best);
        std::vector<int> found;
        tree.overlapping(around, [&](int i) { found.push_back(i); });
        std::sort(found.begin(), found.end());
        CHECK(found == all);
    }
    CHECK(BoxTree().nearest({0, 0, 0}, [](int) { return 0.0; }).first == -1);
}

TEST_CASE("triangle: the nearest point is right in each of the seven regions") {
    const Eigen::Vector3d a(0, 0, 0), b(2, 0, 0), c(0, 2, 0);
    const auto nearest = [&](double x, double y) -> Eigen::Vector3d {
        const Eigen::Vector3d w = nearest_in_triangle({x, y, 3}, a, b, c);
        return w[0] * a + w[1] * b + w[2] * c;
    };
    CHECK((nearest(0.5, 0.5) - Eigen::Vector3d(0.5, 0.5, 0)).norm() < 1e-15);
    CHECK((nearest(-1, -1) - a).norm() < 1e-15);
    CHECK((nearest(4, -1) - b).norm() < 1e-15);
    CHECK((nearest(-1, 4) - c).norm() < 1e-15);
    CHECK((nearest(0.5, -1) - Eigen::Vector3d(0.5, 0, 0)).norm() < 1e-15);
    CHECK((nearest(-1, 0.5) - Eigen::Vector3d(0, 0.5, 0)).norm() < 1e-15);
    CHECK((nearest(2, 2) - Eigen::Vector3d(1, 1, 0)).norm() < 1e-15);
    const Eigen::Vector3d line = nearest_in_triangle({1, 1, 0}, a, b, a);
    CHECK((line[0] * a + line[1] * b + line[2] * a - Eigen::Vector3d(1, 0, 0)).norm() < 1e-15);
}
