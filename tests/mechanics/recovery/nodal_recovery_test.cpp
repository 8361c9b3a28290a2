// Fields of the recovered degree are recovered exactly, also at the boundary and on both sides of
// an interface.
#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/recovery/nodal_recovery.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

/// Corners moved at random, straight edges.
VolumeMesh shaken(ElementType type, const Eigen::Vector3i& cells) {
    VolumeMesh mesh = test::box(type, cells, {1, 1, 1}, 0);
    const Points shake = (0.04 * test::noise(mesh.positions.size(), 3)).reshaped(3, mesh.n_nodes());
    if (type != ElementType::tet10) {
        mesh.positions += shake;
        return mesh;
    }
    std::vector<char> moved(std::size_t(mesh.n_nodes()), 0);
    for (Index e = 0; e < mesh.n_elements(); ++e)
        for (Index a = 0; a < 4; ++a) {
            const int i = mesh.elements(a, e);
            if (!moved[std::size_t(i)]++) mesh.positions.col(i) += shake.col(i);
        }
    const int edges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
    for (Index e = 0; e < mesh.n_elements(); ++e)
        for (Index k = 0; k < 6; ++k)
            mesh.positions.col(mesh.elements(4 + k, e)) =
                0.5 * (mesh.positions.col(mesh.elements(edges[k][0], e)) +
                       mesh.positions.col(mesh.elements(edges[k][1], e)));
    return mesh;
}

/// Where the integration points are, and their shares of the volume.
PointFields points_of(const VolumeMesh& mesh, Points& positions) {
    const Quadrature rule = quadrature(mesh.type, force_degree(mesh.type));
    PointFields points;
    points.n_points = int(rule.weights.size());
    points.xi = rule.points;
    const Index n = rule.weights.size() * mesh.n_elements();
    points.volume.resize(n);
    positions.resize(3, n);
    for (Index i = 0; i < n; ++i) {
        const Eigen::Vector3d xi = rule.points.col(i % points.n_points);
        const Points x =
            mesh.positions(Eigen::all, Eigen::VectorXi(mesh.elements.col(i / points.n_points)));
        positions.col(i) = x * shape(mesh.type, xi);
        points.volume[i] =
            rule.weights[i % points.n_points] * (x * shape_gradient(mesh.type, xi)).determinant();
    }
    return points;
}

/// Two fields: linear, or quadratic where `degree` is 2.
Eigen::Vector2d field_at(const Eigen::Vector3d& x, int degree) {
    const double more = degree == 2 ? x.x() * x.y() - 2 * x.z() * x.z() + 0.5 * x.y() * x.z() : 0;
    return {1 + 2 * x.x() - x.y() + 3 * x.z() + more, x.z() - x.x() - 3 * more};
}

Eigen::MatrixXd fields_at(const Points& x, int degree) {
    Eigen::MatrixXd values(2, x.cols());
    for (Index i = 0; i < x.cols(); ++i) values.col(i) = field_at(x.col(i), degree);
    return values;
}

}  // namespace

TEST_CASE("nodal recovery: polynomials of the displacements' degree are recovered exactly") {
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        INFO(name_of(type));
        const test::NeoHookean material;
        Body body = test::body(shaken(type, {3, 4, 3}), material);
        Points x;
        const PointFields points = points_of(body.mesh, x);
        // The mean of a warped hexahedron is at its centroid: of a linear field exactly.
        const int degree = type == ElementType::tet10 ? 2 : 1;
        const NodalRecovery recovery(body);
        CHECK(recovery.patches().n_corners() == body.mesh.n_nodes());
        const Eigen::MatrixXd recovered = recovery.at_nodes(points, fields_at(x, degree));
        CHECK((recovered - fields_at(body.mesh.positions, degree)).cwiseAbs().maxCoeff() < 1e-10);
    }
}

TEST_CASE("nodal recovery: one layer or one row of hexahedra has what varies in it, and no more") {
    const test::NeoHookean material;
    for (const Eigen::Vector3i& cells : {Eigen::Vector3i(4, 4, 1), Eigen::Vector3i(6, 1, 1)}) {
        INFO(cells.transpose());
        Body body = test::body(test::box(ElementType::hex8, cells, {4, 4, 3}, 0), material);
        Points x;
        const PointFields points = points_of(body.mesh, x);
        const auto values = [&](const Points& at) {
            Eigen::MatrixXd all(2, at.cols());
            all.row(0).setConstant(95);
            all.row(1) = Eigen::RowVectorXd::Constant(at.cols(), 7) + 2 * at.row(0);
            return all;
        };
        const Eigen::MatrixXd recovered = NodalRecovery(body).at_nodes(points, values(x));
        CHECK((recovered - values(body.mesh.positions)).cwiseAbs().maxCoeff() < 1e-10);
    }
}

TEST_CASE("nodal recovery: some corners have what they have among all, at the same bits") {
    const test::NeoHookean material;
    Body body = test::body(shaken(ElementType::tet10, {2, 2, 2}), material);
    Points x;
    const PointFields points = points_of(body.mesh, x);
    const Eigen::MatrixXd values = test::noise(2 * x.cols(), 8).reshaped(2, x.cols());
    const NodalRecovery recovery(body);
    const Eigen::MatrixXd all = recovery.at_nodes(points, values);
    const std::vector<int> some{3, 0, int(body.mesh.n_nodes()) - 1};  // the last is mid-edge
    const Eigen::MatrixXd at_some = recovery.at_corners(points, values, some);
    for (Index i = 0; i < 3; ++i) CHECK(at_some.col(i) == all.col(some[std::size_t(i)]));
}

TEST_CASE("nodal recovery: what jumps at an interface of materials jumps at its nodes") {
    VolumeMesh mesh = test::box(ElementType::tet4, {4, 2, 2}, {2, 1, 1}, 0);
    Points x;
    const PointFields points = points_of(mesh, x);
    const auto alike = [&](int one, int other) { return (x(0, one) < 1) == (x(0, other) < 1); };
    const MaterialPatches patches(mesh, alike);
    Index n_on_interface = 0;
    for (int node = 0; node < mesh.n_nodes(); ++node) {
        const auto [first, end] = patches.corners_of(node);
        const bool on_interface = std::abs(mesh.positions(0, node) - 1) < 1e-9;
        n_on_interface += on_interface;
        REQUIRE(end - first == (on_interface ? 2 : 1));
        for (int c = first; c < end; ++c) {
            const bool left = x(0, patches.elements(c).front()) < 1;
            for (const int e : patches.grown(patches.elements(c))) CHECK((x(0, e) < 1) == left);
        }
    }
    CHECK(n_on_interface == 9);
}

TEST_CASE("nodal recovery: a single element of ten nodes extrapolates linearly, one of four not") {
    const test::NeoHookean material;
    for (const ElementType type : {ElementType::tet4, ElementType::tet10}) {
        INFO(name_of(type));
        VolumeMesh mesh = test::box(type, {1, 1, 1}, {1, 1, 1}, 0);
        const Eigen::VectorXi nodes = mesh.elements.col(0);
        VolumeMesh one;
        one.type = type;
        one.positions = mesh.positions(Eigen::all, nodes);
        one.elements = Eigen::VectorXi::LinSpaced(nodes.size(), 0, int(nodes.size()) - 1);
        Body body = test::body(one, material);
        Points x;
        const PointFields points = points_of(one, x);
        const Eigen::MatrixXd recovered = NodalRecovery(body).at_nodes(points, fields_at(x, 1));
        const Eigen::MatrixXd expected = type == ElementType::tet10
                                             ? fields_at(one.positions, 1)
                                             : fields_at(x.replicate(1, 4), 1);
        CHECK((recovered - expected).cwiseAbs().maxCoeff() < 1e-11);
    }
}
