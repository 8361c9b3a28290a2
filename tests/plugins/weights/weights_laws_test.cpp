// What holds of every weights plugin: asked of the registry, so that none is forgotten.
#include <catch2/catch.hpp>

#include "bar.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

void check_partition(const SkinWeights& weights, Eigen::Index n_points) {
    const Eigen::MatrixXd w = weights;
    REQUIRE(w.rows() == n_points);
    REQUIRE(w.cols() == 2);
    CHECK(w.minCoeff() >= 0);
    CHECK((w.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-14);
}

}  // namespace

TEST_CASE(
    "weights: of every plugin rows sum to one, none is negative, and ends go with their bone") {
    VolumeMesh mesh = bar();
    Eigen::MatrixXd& painted = mesh.node_arrays["painted"];
    painted.resize(2, mesh.n_nodes());
    painted.row(1) = mesh.positions.row(0) / 2;
    painted.row(0).array() = 1 - painted.row(1).array();
    const std::vector<std::string> ids = built_plugins("weights");
    CHECK(ids.size() >= 6);
    for (const std::string& id : ids) {
        INFO(id);
        const auto weights = make<Weights>(id, id == "weights/user" ? "array: painted" : "");
        const SkinWeights nodes = weights->on_nodes(mesh, two_bones());
        check_partition(nodes, mesh.n_nodes());
        check_partition(weights->on_elements(mesh, two_bones(), nodes), mesh.n_elements());
        for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
            if (mesh.positions(0, i) == 0) CHECK(nodes.coeff(i, 0) > 0.97);
            if (mesh.positions(0, i) == 2) CHECK(nodes.coeff(i, 1) > 0.97);
        }
        CHECK(Eigen::MatrixXd(weights->on_nodes(mesh, two_bones())) == Eigen::MatrixXd(nodes));
    }
}
