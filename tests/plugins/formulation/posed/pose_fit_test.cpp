#include "posed/pose_fit.hpp"

#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <support/bodies.hpp>
#include <support/small_systems.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

/// A block with its skin as the surface.
template <class OfMaterial = NeoHookean>
struct FittedBlock {
    OfMaterial material;
    Body body = test::body(box(ElementType::tet4, {3, 2, 2}, {1.5, 1, 1}, 0.1), material);
    SurfaceMesh surface = skin_surface(body.skin, body.mesh.positions);
    std::vector<Embedding> embeddings = embed(body.mesh, surface.positions);

    Points fitted(const std::function<Points(double)>& target, double gamma = 1e-3) const {
        DenseSolver linear;
        return fitted_pose({body, surface, embeddings, gamma}, target, linear);
    }
};

}  // namespace

TEST_CASE("pose fit: a rigid motion of the surface is one of all nodes, whatever gamma is") {
    const FittedBlock<> block;
    const auto motion = [](double s) {
        return Eigen::Affine3d(Eigen::Translation3d(0, s, 0) *
                               Eigen::AngleAxisd(2 * s, Eigen::Vector3d(1, 2, 2) / 3));
    };
    const auto target = [&](double s) { return Points(motion(s) * block.surface.positions); };
    for (const double gamma : {1e-3, 10.0}) {
        const Points x = block.fitted(target, gamma);
        CHECK((x - motion(1) * block.body.mesh.positions).norm() < 1e-6);
    }
}

TEST_CASE("pose fit: a small gamma fits the surface, a large one keeps the body as it is") {
    const FittedBlock<> block;
    const auto target = [&](double s) {
        Points x = block.surface.positions;
        x.row(0) = (0.75 + (1 + 0.2 * s) * (x.row(0).array() - 0.75)).matrix();
        return x;
    };
    const auto distance = [&](const Points& x) {
        return (x(Eigen::all, block.body.skin.nodes) - target(1)).norm();
    };
    const double all = distance(block.body.mesh.positions);
    CHECK(distance(block.fitted(target, 1e-4)) < 1e-3 * all);
    CHECK(distance(block.fitted(target, 1e4)) > 0.9 * all);
    // Inside, nodes are in equilibrium: of a stretched block, stretched.
    const Points x = block.fitted(target, 1e-6);
    Points stretched = block.body.mesh.positions;
    stretched.row(0) = (0.75 + 1.2 * (stretched.row(0).array() - 0.75)).matrix();
    CHECK((x - stretched).cwiseAbs().maxCoeff() < 1e-4);
}

TEST_CASE("pose fit: a surface that is turned inside out is an error that names an element") {
    const FittedBlock<> block;
    const auto target = [&](double s) {
        Points x = block.surface.positions;
        x.row(0) *= 1 - 2 * s;
        return x;
    };
    CHECK_THROWS_WITH(block.fitted(target, 1e-6),
                      Catch::Contains("of /body keeps ") && Catch::Contains("of its volume"));
}
