#include "bbw/minimise.hpp"

#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/laplacian.hpp>
#include <support/meshes.hpp>

#include "bbw/bilaplacian.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("bbw: where no bound is met the minimum solves the biharmonic equation") {
    // Held at both ends, with two layers each: the weights between are free of bounds.
    const VolumeMesh mesh = tet_grid(5, 1, 1);
    std::vector<int> holder(std::size_t(mesh.n_nodes()), -1);
    std::vector<Eigen::Index> free;
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
        if (mesh.positions(0, i) < 0.5) holder[std::size_t(i)] = 0;
        if (mesh.positions(0, i) > 4.5) holder[std::size_t(i)] = 1;
        if (holder[std::size_t(i)] < 0) free.push_back(i);
    }
    const bbw::Minimum minimum = bbw::minimise(mesh, holder, {}, 2);
    CHECK(minimum.unended.empty());
    const Eigen::MatrixXd Q = bbw::bilaplacian(volume_laplacian(mesh), bbw::lumped_volumes(mesh));
    for (int j = 0; j < 2; ++j) {
        const Eigen::VectorXd w = minimum.weights.col(j), g = Q * w;
        for (const Eigen::Index i : free) {
            if (w(i) > 0 && w(i) < 1) CHECK(std::abs(g(i)) < 1e-9 * Q(i, i));
            if (w(i) == 0) CHECK(g(i) > -1e-9 * Q(i, i));
            if (w(i) == 1) CHECK(g(i) < 1e-9 * Q(i, i));
        }
        for (std::size_t i = 0; i < holder.size(); ++i)
            if (holder[i] >= 0) CHECK(w(Eigen::Index(i)) == (holder[i] == j ? 1 : 0));
        CHECK(minimum.steps[std::size_t(j)] > 0);
        CHECK(minimum.errors[std::size_t(j)] < 2e-10);
    }
}

TEST_CASE("bbw: nodes on a cage have the shares of its ends, and their sum is one everywhere") {
    const VolumeMesh mesh = tet_grid(4, 1, 1);
    std::vector<int> holder(std::size_t(mesh.n_nodes()), -1);
    std::vector<bbw::OnCage> cage;
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
        const double x = mesh.positions(0, i);
        if (x == 0) holder[std::size_t(i)] = 0;
        if (x == 4) holder[std::size_t(i)] = 1;
        if (holder[std::size_t(i)] < 0 && mesh.positions(2, i) == 0)
            cage.push_back({int(i), 0, 1, 1 - x / 4});
    }
    const bbw::Minimum minimum = bbw::minimise(mesh, holder, cage, 2);
    CHECK(minimum.unended.empty());
    for (const bbw::OnCage& on : cage) {
        CHECK(minimum.weights(on.node, 0) == on.share);
        CHECK(minimum.weights(on.node, 1) == 1 - on.share);
    }
    // No bound is met, so that both minima are of one linear problem, and 1 costs nothing.
    CHECK((minimum.weights.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-9);
    CHECK(minimum.weights.minCoeff() == 0);
}

TEST_CASE("bbw: where every node is held there is nothing to minimise") {
    const VolumeMesh mesh = tet_grid(1, 1, 1);
    const bbw::Minimum minimum =
        bbw::minimise(mesh, std::vector<int>(std::size_t(mesh.n_nodes()), 0), {}, 1);
    CHECK(minimum.weights == Eigen::MatrixXd::Ones(mesh.n_nodes(), 1));
    CHECK(minimum.steps[0] == 0);
}
