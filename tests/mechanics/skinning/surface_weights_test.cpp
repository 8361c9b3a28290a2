#include <catch2/catch.hpp>
#include <sinew/mechanics/skinning/surface_weights.hpp>

using namespace sinew;

namespace {

/// Of four nodes: two with the first bone, one with the second, one with half of each.
SkinWeights weights_of_four() {
    Eigen::MatrixXd rows(4, 2);
    rows << 1, 0, 1, 0, 0, 1, 0.5, 0.5;
    return rows.sparseView();
}

}  // namespace

TEST_CASE("surface weights: a point of the skin has those of its node") {
    const Eigen::MatrixXd weights = skin_weights({3, 2}, weights_of_four());
    CHECK(weights.row(0) == Eigen::RowVector2d(0.5, 0.5));
    CHECK(weights.row(1) == Eigen::RowVector2d(0, 1));
}

TEST_CASE("surface weights: a point that is carried has those around it, none of them negative") {
    VisualSurface surface;
    const Eigen::Vector4i nodes(0, 1, 2, 3);
    surface.embeddings = {{0, nodes, Eigen::Vector4d(0.25, 0.25, 0.25, 0.25)},
                          {0, nodes, Eigen::Vector4d(-0.5, 0, 1.5, 0)}};
    const Eigen::MatrixXd weights = carried_weights(surface, weights_of_four());
    CHECK((weights.row(0) - Eigen::RowVector2d(0.625, 0.375)).norm() < 1e-15);
    CHECK((weights.row(1) - Eigen::RowVector2d(0, 1)).norm() < 1e-15);
}
