#include <catch2/catch.hpp>
#include <sinew/mechanics/eulerian/immersed_contact.hpp>

#include "solid_fields.hpp"

using namespace sinew;
using test::SceneBody;
using test::SolidBlock;

TEST_CASE("immersed contact: a solid gets the impulse that the body gets, the other way round") {
    SolidBlock block;
    // Above the block, half a cell from it, moving down and across.
    SceneBody other(
        "    mesh: {type: box, size: [0.4, 0.3, 0.2], origin: [0.8, 0.8, 1.44], cells: [2, 2, 2], "
        "element: hex8}\n    material: {type: neo_hookean, young: 2 kPa, poisson: 0.3, density: "
        "300}\n    initial: {velocity: [0.5, 0, -1]}\n");
    std::vector<std::unique_ptr<EulerianSolid>> solids;
    solids.push_back(block.solid());
    EulerianSolid& solid = *solids.front();
    solid.evaluate(false);
    ImmersedBody body(block.grid, other.body(), {});
    const VectorField still(block.grid.nodes().size());
    solid.take(still, NodeConditions(block.grid.nodes().size()));
    // As nodes see it.
    const auto momentum_of_solid = [&] {
        FlipParticles particles = solid.particles();
        VectorField velocity;
        Vector weights;
        particles.rasterize(solid.box(), velocity, weights);
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (Index node = 0; node < velocity.size(); ++node)
            sum += solid.cells().masses()[node] * velocity.at(node);
        return sum;
    };
    const Eigen::Vector3d before = momentum_of_solid();
    Walls walls;
    walls.fill({WallKind::outflow, Eigen::Vector3d::Zero()});
    add_repulsion({4000, 0.2, 0.1}, {&body}, solids, block.grid, walls, {}, 0.01);
    const Eigen::Vector3d on_body = body.impulses().rowwise().sum(),
                          on_solid = momentum_of_solid() - before;
    INFO(on_body.transpose() << ", " << on_solid.transpose());
    CHECK(on_body.z() > 0.01 * 0.024 * 300);
    // Friction: mu times the normal impulse, against the motion.
    CHECK(on_body.x() == Approx(-0.2 * on_body.z()).epsilon(0.02));
    CHECK((on_body + on_solid).norm() < 1e-10 * on_body.norm());
}
