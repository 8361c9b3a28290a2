#include <catch2/catch.hpp>
#include <sinew/mechanics/weights/distance_weights.hpp>

using namespace sinew;

TEST_CASE("weights by distance: the nearest bone has all, of equals the first") {
    Eigen::MatrixXd distances(3, 3);
    distances << 1, 5, 2,  //
        2, 3, 2,           //
        3, 4, 9;
    const Eigen::MatrixXd weights = weights_by_distance(distances, 0);
    Eigen::MatrixXd expected(3, 3);
    expected << 1, 0, 0, 0, 1, 0, 1, 0, 0;
    CHECK(weights == expected);
}

TEST_CASE("weights by distance: with a blend they sum to one and are equal where distances are") {
    Eigen::MatrixXd distances(2, 4);
    distances << 1, 1, 1, 1,  //
        1, 1.5, 2, 3;
    const Eigen::MatrixXd weights = weights_by_distance(distances, 1);
    CHECK((weights.rowwise().sum() - Eigen::VectorXd::Ones(4)).norm() < 1e-15);
    CHECK(weights(0, 0) == weights(0, 1));
    CHECK(weights(1, 1) == Approx(0.5 / 1.5));  // s(1/2) = 1/2 beside s(1) = 1
    CHECK(weights(2, 1) == 0);
    CHECK(weights(3, 1) == 0);
}

TEST_CASE("weights on elements are the means over their corners, divided by their sum") {
    VolumeMesh mesh;
    mesh.positions = Points::Random(3, 5);
    mesh.elements.resize(4, 2);
    mesh.elements << 0, 1, 1, 2, 2, 3, 3, 4;
    SkinWeights nodes(5, 2);
    for (int i = 0; i < 5; ++i) {
        nodes.insert(i, 0) = 1 - 0.25 * i;
        if (i > 0) nodes.insert(i, 1) = 0.25 * i;
    }
    const Eigen::MatrixXd elements = averaged_on_elements(mesh, nodes);
    CHECK(elements(0, 1) == Approx(0.25 * 1.5));
    CHECK(elements(1, 1) == Approx(0.25 * 2.5));
    CHECK((elements.rowwise().sum() - Eigen::VectorXd::Ones(2)).norm() < 1e-15);
}
