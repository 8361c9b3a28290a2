#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/immersed/immersed_body.hpp>
#include <support/bodies.hpp>
#include <support/says.hpp>

using namespace sinew;

namespace {

const Grid grid{{0, 0, 0}, 0.1, {12, 12, 12}};
constexpr std::array<bool, 6> closed{};

/// A box of 0.5 x 0.4 x 0.3 m at (0.33, 0.36, 0.41) m.
Body block(const Material& material) {
    VolumeMesh mesh = test::box(ElementType::hex8, {3, 3, 3}, {0.5, 0.4, 0.3});
    mesh.positions.colwise() += Eigen::Vector3d(0.33, 0.36, 0.41);
    return test::body(std::move(mesh), material);
}

Points spinning(const Points& x) {
    const Eigen::Vector3d omega(0.3, -0.5, 1);
    Points v(3, x.cols());
    for (Index i = 0; i < x.cols(); ++i) v.col(i) = omega.cross(Eigen::Vector3d(x.col(i)));
    return v;
}

}  // namespace

TEST_CASE("immersed body: nodes have its mass, its volume and its momentum") {
    const test::NeoHookean material(1);
    const Body body = block(material);
    ImmersedBody immersed(grid, body, closed);
    const Points v = spinning(body.mesh.positions);
    immersed.move_to(body.mesh.positions, v);
    const double mass = 0.06 * body.density[0];
    CHECK(immersed.masses().sum() == Approx(mass).epsilon(1e-12));
    CHECK(immersed.volumes().sum() == Approx(0.06).epsilon(1e-12));
    const Eigen::Vector3d at_centre = spinning(Points(Eigen::Vector3d(0.58, 0.56, 0.56))).col(0);
    for (int axis = 0; axis < 3; ++axis)
        CHECK(immersed.momenta()[axis].sum() == Approx(mass * at_centre[axis]).epsilon(0.02));
}

TEST_CASE("immersed body: it takes the momentum that its masses at the nodes have got") {
    const test::NeoHookean material(1);
    const Body body = block(material);
    ImmersedBody immersed(grid, body, closed);
    immersed.move_to(body.mesh.positions, spinning(body.mesh.positions));
    VectorField velocity(grid.nodes().size());
    for (int axis = 0; axis < 3; ++axis)
        velocity[axis] = test::noise(grid.nodes().size(), unsigned(axis + 3));
    Eigen::Vector3d got = Eigen::Vector3d::Zero();
    const Lattice box = immersed.box().lattice(grid);
    for (Index node = 0; node < box.size(); ++node) {
        const Index in_grid = immersed.box().in_grid(grid.nodes(), box.indices(node));
        got += immersed.masses()[node] * velocity.at(in_grid) - immersed.momenta().at(node);
    }
    immersed.take(velocity);
    CHECK((immersed.impulses().rowwise().sum() - got).norm() < 1e-10 * got.norm());

    // In velocities of its own nothing changes.
    immersed.move_to(body.mesh.positions, spinning(body.mesh.positions));
    VectorField own(grid.nodes().size());
    each_point(immersed.box().lattice(grid), [&](Index node, const std::array<Index, 3>& at) {
        if (immersed.masses()[node] > 0)
            own.set(immersed.box().in_grid(grid.nodes(), at),
                    immersed.momenta().at(node) / immersed.masses()[node]);
    });
    immersed.take(own);
    CHECK(immersed.impulses().norm() < 1e-12 * got.norm());
}

TEST_CASE("immersed body: what has left by an open side takes no part") {
    const test::NeoHookean material(1);
    Body body = block(material);
    ImmersedBody immersed(grid, body, {false, true});
    const Points v = Points::Zero(3, body.mesh.n_nodes());
    immersed.move_to(body.mesh.positions.colwise() + Eigen::Vector3d(0.62, 0, 0), v);
    CHECK(immersed.is_in_grid());
    CHECK(immersed.masses().sum() == Approx(0.03 * body.density[0]).epsilon(0.1));
    immersed.move_to(body.mesh.positions.colwise() + Eigen::Vector3d(2, 0, 0), v);
    CHECK_FALSE(immersed.is_in_grid());
    CHECK(immersed.cells().empty());
    immersed.take(VectorField(grid.nodes().size()));
    CHECK(immersed.impulses().isZero(0));
    // Beyond a wall it is at the wall, and takes its velocity.
    const Eigen::Vector3d falls(0, -2, 0);
    immersed.move_to(body.mesh.positions.colwise() + Eigen::Vector3d(0, -2, 0),
                     falls.replicate(1, body.mesh.n_nodes()));
    CHECK(immersed.masses().sum() == Approx(immersed.points().masses().sum()));
    immersed.take(VectorField(grid.nodes().size()));
    const Eigen::Vector3d impulse = immersed.impulses().rowwise().sum();
    CHECK(impulse.y() == Approx(2 * immersed.points().masses().sum()));

    body.mesh.positions.row(1).array() += 1;
    try {
        const ImmersedBody outside(grid, body, closed);
        FAIL("it begins outside");
    } catch (const InputError& error) {
        CHECK(test::says(error.what(), "/body reaches from 1.36 to 1.76 m along y"));
    }
}
