#include <catch2/catch.hpp>
#include <gltf/influences.hpp>

using namespace sinew;
using gltf_output::Influences;
using gltf_output::largest_influences;

namespace {

/// One row a point.
SkinWeights weights_of_rows(const Eigen::MatrixXd& rows) {
    return rows.sparseView();
}

}  // namespace

TEST_CASE("gltf influences: the largest weights stay, and what others had is reported") {
    Eigen::MatrixXd rows(2, 6);
    rows << 0.1, 0.05, 0.3, 0.3, 0.25, 0,  //
        0, 0, 0, 0, 0, 1;
    const Influences four = largest_influences(weights_of_rows(rows), 4);
    CHECK(four.joints.rows() == 4);
    CHECK(four.joints.col(0) == Eigen::Vector4i(2, 3, 4, 0));
    CHECK((four.weights.col(0) - Eigen::Vector4f(0.3f, 0.3f, 0.25f, 0.1f) / 0.95f).norm() < 1e-7F);
    CHECK(four.joints.col(1) == Eigen::Vector4i(5, 0, 0, 0));
    CHECK(four.weights.col(1) == Eigen::Vector4f(1, 0, 0, 0));
    CHECK(four.most_lost == Approx(0.05));
    CHECK(four.mean_lost == Approx(0.025));
}

TEST_CASE("gltf influences: more than four come in sets of four, and lose nothing") {
    Eigen::MatrixXd rows(1, 5);
    rows << 0.1, 0.2, 0.3, 0.15, 0.25;
    const Influences all = largest_influences(weights_of_rows(rows), 8);
    REQUIRE(all.joints.rows() == 8);
    CHECK(all.joints.col(0).head<5>() == (Eigen::VectorXi(5) << 2, 4, 1, 3, 0).finished());
    CHECK(all.weights(4, 0) == 0.1f);
    CHECK(all.weights(5, 0) == 0);
    CHECK(all.most_lost == 0);
    CHECK(largest_influences(weights_of_rows(rows), 1).weights(0, 0) == 1);
}
