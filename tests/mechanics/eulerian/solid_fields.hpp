/// Solids on small grids for tests.
#pragma once

#include <sinew/mechanics/eulerian/eulerian_solid.hpp>
#include <support/scene_body.hpp>

namespace sinew::test {

/// A block of 1 x 0.8 x 0.9 m that lies askew to the nodes of a grid of 0.1 m around it.
class SolidBlock {
public:
    explicit SolidBlock(const std::string& material =
                            "{type: neo_hookean, young: 2 kPa, poisson: 0.3, density: 500}",
                        const std::string& more = "")
        : scene(
              "    mesh: {type: box, size: [1, 0.8, 0.9], origin: [0.53, 0.57, 0.49], cells: "
              "[2, 2, 2], element: hex8}\n    material: " +
              material + "\n" + more) {}

    Body& body() { return scene.body(); }
    std::unique_ptr<const PointLaw> law() { return body().material->bind(body().mesh); }
    std::unique_ptr<EulerianSolid> solid() {
        return std::make_unique<EulerianSolid>(grid, body(), law(), 1.8, std::nullopt);
    }

    Grid grid{{0, 0, 0}, 0.1, {20, 20, 20}};
    SceneBody scene;
};

/// Fields u = x - A^-1 x on the nodes of all of a grid: the body deformed by A about the origin.
inline VectorField stretched(const Grid& grid, const Eigen::Matrix3d& A) {
    const Lattice nodes = grid.nodes();
    VectorField u(nodes.size());
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        const Eigen::Vector3d x = nodes.position(at);
        u.set(node, x - A.inverse() * x);
    });
    return u;
}

inline NodeBox whole(const Grid& grid) {
    return {{0, 0, 0}, grid.nodes().count};
}

}  // namespace sinew::test
