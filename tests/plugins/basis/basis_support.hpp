/// Bodies in full space and bases computed on them, for tests of `basis/` plugins.
#pragma once

#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <string>
#include <support/bodies.hpp>
#include <support/plugins.hpp>
#include <support/scene_body.hpp>

namespace sinew::test {

/// A scene's body with what a basis sees of it.
struct FullScene {
    explicit FullScene(const std::string& node)
        : scene(node),
          full(full_body(*scene.system().elastic_body(),
                         {"formulation/displacement", "/body", {}, {}})) {}

    Basis::Vectors compute(const std::string& id, const std::string& parameters) {
        return make<Basis>(id, parameters)->compute(full);
    }
    Eigen::MatrixXd stiffness_times(const Eigen::MatrixXd& X, const Vector& u) const {
        const BlockTangent K = full.matrix(u, 1, 0);
        Eigen::MatrixXd Y =
            product_by_columns(X, [&](const Vector& x, Vector& y) { K.apply(x, y); });
        full.zero_constrained(Y);
        return Y;
    }

    SceneBody scene;
    FullBody full;
};

/// A bar along x, 1000 kg/m^3; `cells` like "[8, 2, 2]", `size` like "[4, 1, 1]".
inline std::string bar(const std::string& size, const std::string& cells,
                       const std::string& element = "hex8",
                       const std::string& material = "stvk, young: 1 MPa, poisson: 0.3") {
    return "    mesh: {type: box, size: " + size + ", cells: " + cells + ", element: " + element +
           "}\n    material: {type: " + material + ", density: 1000}\n";
}
inline std::string clamped(const std::string& node) {
    return node +
           "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n";
}

/// Displacements of some 1 cm, 3 x n, that leave constrained nodes at rest.
inline Points shaken(const FullScene& scene, unsigned seed) {
    Vector u = 0.01 * noise(scene.full.size(), seed);
    for (Index i = 0; i < u.size(); ++i)
        if (scene.full.constrained.fixed[std::size_t(i)]) u(i) = 0;
    return u.reshaped(3, u.size() / 3);
}

/// Largest departure of U'MU from the identity.
inline double orthonormality_error(const FullScene& scene, const Eigen::MatrixXd& U) {
    return (U.transpose() * scene.full.mass().times(U) -
            Eigen::MatrixXd::Identity(U.cols(), U.cols()))
        .cwiseAbs()
        .maxCoeff();
}

}  // namespace sinew::test
