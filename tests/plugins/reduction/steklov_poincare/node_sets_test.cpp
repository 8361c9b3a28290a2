#include <catch2/catch.hpp>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("node_sets: skin and constrained nodes are the surface, and both halves make the body") {
    SplitArm arm;
    const Body& body = arm.scene.body();
    const Index n = body.mesh.n_nodes();
    // 13 x 5 x 5 nodes, of which 11 x 3 x 3 lie inside; bones hold some of those.
    CHECK(n == 325);
    CHECK(arm.sets.n_surface() + arm.sets.n_interior() == n);
    CHECK(arm.sets.n_interior() < 99);
    CHECK(arm.sets.n_interior() > 40);
    CHECK(Index(arm.sets.free.size()) < arm.sets.n_surface());
    for (const int node : body.skin.nodes) CHECK(arm.sets.on_surface[std::size_t(node)]);
    Vector u(3 * n), part, whole = Vector::Zero(3 * n);
    for (Index i = 0; i < 3 * n; ++i) u[i] = std::sin(double(i));
    arm.sets.take_surface(u, part);
    arm.sets.put_surface(part, whole);
    arm.sets.take_interior(u, part);
    arm.sets.put_interior(part, whole);
    CHECK(whole == u);
}

TEST_CASE("node_sets: nodes that are constrained in some axes stay free") {
    SplitArm arm;
    FixedMask constrained;
    constrained.fixed.assign(std::size_t(3 * arm.scene.body().mesh.n_nodes()), 0);
    const std::size_t inside = std::size_t(arm.sets.interior.front());
    constrained.fixed[3 * inside + 1] = 1;
    const steklov::NodeSets sets = steklov::split_nodes(arm.scene.body(), constrained, true);
    CHECK(sets.on_surface[inside]);
    CHECK(sets.free_number[inside] >= 0);
    CHECK(sets.n_interior() == 98);
    const steklov::NodeSets all = steklov::split_nodes(arm.scene.body(), constrained, false);
    CHECK(all.interior.empty());
    CHECK(all.n_surface() == 325);
}
