#include <catch2/catch.hpp>

#include "cubes.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("surface contact: what is read off after a step is what acted in it") {
    const CubeBeside scene(box_beside());
    scene.contact->begin_step(scene.at_rest(), 0, 1);
    PointBodies slipped = scene.at_rest();
    for (Index i = 0; i < slipped.size; i += 3)
        slipped.x.segment<3>(i) += 2e-3 * Eigen::Vector3d(0, 1, std::sin(double(i)));
    DenseForces acting(slipped);
    scene.contact->evaluate(slipped, 0, acting);
    scene.contact->commit(slipped, 1);
    ContactForces read(scene.cube.mesh.n_nodes());
    scene.contact->add_contact(scene.cube, read);
    const Index n = scene.cube.mesh.positions.size();
    CHECK(((read.normal + read.friction).reshaped() - acting.f.head(n)).norm() <
          1e-12 * acting.f.norm());
    CHECK(read.friction.norm() > 0);
    CHECK(read.area.sum() == Approx(6));
    CHECK(read.pressure().maxCoeff() > 0);
    CHECK(read.gap.minCoeff() > 0);
    CHECK(read.gap.minCoeff() < 0.05);
    Eigen::Vector3d of_pairs = Eigen::Vector3d::Zero();
    for (const TouchingPair& pair : scene.contact->touching_pairs())
        for (std::size_t i = 0; i < 4 && pair.points[i]; ++i)
            if (pair.points[i]->body == 0)
                of_pairs += pair.weights[Index(i)] * pair.force * pair.direction;
    CHECK((of_pairs - read.normal.rowwise().sum()).norm() < 0.02 * of_pairs.norm());
}
