#include <catch2/catch.hpp>

#include "bar.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

/// The bone that each point goes with.
std::vector<int> bones_at(const std::vector<Vector3d>& places, const std::vector<Bone>& bones) {
    const SkinWeights w = make<Weights>("weights/hierarchy")->on_nodes(nodes_at(places), bones);
    std::vector<int> result;
    for (Eigen::Index i = 0; i < w.rows(); ++i) {
        SkinWeights::InnerIterator entry(w, i);
        CHECK(entry.value() == 1);
        result.push_back(int(entry.col()));
    }
    return result;
}

using Ints = std::vector<int>;

}  // namespace

TEST_CASE("hierarchy: along a straight chain each bone has the slab between its joints") {
    std::vector<Bone> bones;
    const std::vector<double> joints{0, 1, 3, 3.5, 6};
    for (int j = 0; j < 4; ++j)
        bones.push_back(
            bone(j - 1, {joints[std::size_t(j)], 0, 0}, {joints[std::size_t(j) + 1], 0, 0}));
    CHECK(bones_at({{-2, 1, 0},
                    {0.99, 5, 0},
                    {1.01, -5, 2},
                    {2.99, 0, 9},
                    {3.01, 0, 9},
                    {3.49, 4, 0},
                    {3.51, 4, 0},
                    {50, 0, 0}},
                   bones) == Ints{0, 0, 1, 1, 2, 2, 3, 3});
    CHECK(bones_at({{1, 0.3, 0}, {3, -0.3, 0}}, bones) == Ints{0, 1});  // on a plane: not across
}

TEST_CASE("hierarchy: at a bend the border halves the angle between the bones") {
    const std::vector<Bone> bones{bone(-1, {0, 0, 0}, {1, 0, 0}), bone(0, {1, 0, 0}, {1, 3, 0})};
    CHECK(bones_at({{1.2, -0.1, 0}, {1.1, -0.2, 0}, {0.8, 0.3, 7}, {0.7, 0.2, 7}}, bones) ==
          Ints{1, 0, 1, 0});
}

TEST_CASE("hierarchy: of two children that claim a place the nearer one has it") {
    const std::vector<Bone> bones{bone(-1, {0, 0, 0}, {1, 0, 0}), bone(0, {1, 0, 0}, {3, 2, 0}),
                                  bone(0, {1, 0, 0}, {3, -2, 0})};
    CHECK(bones_at({{2, 0.1, 0}, {2, -0.1, 0}, {0.9, 0.1, 0}}, bones) == Ints{1, 2, 0});
    // And the nearest of all bones may be one whose parents do not claim the point.
    CHECK(bones_at({{0.95, 0.06, 0}}, bones) == Ints{0});
}

TEST_CASE("hierarchy: the descent begins at the nearest root") {
    const std::vector<Bone> bones{bone(-1, {0, 0, 0}, {0, 0, 1}), bone(-1, {5, 0, 0}, {5, 0, 1}),
                                  bone(0, {0, 0, 1}, {0, 0, 2}), bone(1, {5, 0, 1}, {5, 0, 2})};
    CHECK(bones_at({{2, 0, 0.5}, {3, 0, 0.5}, {2, 0, 1.5}, {3, 0, 1.5}}, bones) ==
          Ints{0, 1, 2, 3});
}

TEST_CASE("hierarchy: a joint without a bone continues the bone above it; a fold is cut across") {
    const std::vector<Bone> pointed{bone(-1, {0, 0, 0}, {1, 0, 0}), bone(0, {1, 0, 0}, {1, 0, 0})};
    CHECK(bones_at({{0.9, 1, 0}, {1.1, 1, 0}}, pointed) == Ints{0, 1});
    const std::vector<Bone> folded{bone(-1, {0, 0, 0}, {1, 0, 0}), bone(0, {1, 0, 0}, {0, 0, 0})};
    CHECK(bones_at({{0.9, 1, 0}, {1.1, 1, 0}}, folded) == Ints{1, 0});
    const std::vector<Bone> together{bone(-1, {0, 0, 0}, {1, 0, 0}), bone(0, {0, 0, 0}, {0, 1, 0})};
    CHECK(bones_at({{0, 0.5, 0}, {0, -0.5, 0}}, together) == Ints{1, 0});
}

TEST_CASE("hierarchy: about the end of a chain that turns back places stay with its beginning") {
    const std::vector<Bone> bones{bone(-1, {0, 0, 0}, {2, 0, 0}), bone(0, {2, 0, 0}, {2, 1, 0}),
                                  bone(1, {2, 1, 0}, {0, 1, 0})};
    const Vector3d beside(0.2, 0.9, 0);
    CHECK(nearest_bone(bones, beside) == 2);
    CHECK(bones_at({beside, {1.8, 1.1, 0}}, bones) == Ints{0, 2});
}

TEST_CASE("hierarchy: elements go by their centres") {
    const VolumeMesh mesh = bar();
    const auto weights = make<Weights>("weights/hierarchy");
    const SkinWeights w =
        weights->on_elements(mesh, two_bones(), weights->on_nodes(mesh, two_bones()));
    const Points centres = element_centres(mesh);
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        CHECK(w.coeff(e, 0) == (centres(0, e) <= 1 ? 1 : 0));
}

TEST_CASE("hierarchy: with a blend both bones have half in the plane between them") {
    const auto weights = make<Weights>("weights/hierarchy", "blend: 20 cm");
    const SkinWeights w = weights->on_nodes(
        nodes_at({{1, 3, 0}, {1.05, 0, -2}, {0.95, 0, 0}, {1.1, 0, 0}, {0.89, 0, 0}}), two_bones());
    // s(1/2), s(3/4) and s(1/4) of the layer of 0.2 m about x = 1.
    const double upper[] = {0.5, 0.15625, 0.84375, 0, 1};
    for (int i = 0; i < 5; ++i) {
        CHECK(w.coeff(i, 0) == Approx(upper[i]).margin(1e-12));
        CHECK(w.coeff(i, 1) == Approx(1 - upper[i]).margin(1e-12));
    }
}

TEST_CASE("hierarchy: with a blend weights are continuous, and sum to one, in a branching tree") {
    const std::vector<Bone> bones{bone(-1, {0, 0, 0}, {1, 0, 0}), bone(0, {1, 0, 0}, {3, 2, 0}),
                                  bone(0, {1, 0, 0}, {3, -2, 0}), bone(1, {3, 2, 0}, {2, 4, 1}),
                                  bone(-1, {0, 2, 0}, {0, 4, 0}), bone(0, {1, 0, 0}, {1, 0, 0})};
    const auto weights = make<Weights>("weights/hierarchy", "blend: 0.3 m");
    const auto along = [&](int n) {
        std::vector<Vector3d> places;
        for (int line = 0; line < 40; ++line)
            for (int k = 0; k <= n; ++k)
                places.emplace_back(-1 + 5.0 * k / n, -3 + 0.2 * line + 0.7 * k / n,
                                    0.1 * line - 1);
        const SkinWeights w = weights->on_nodes(nodes_at(places), bones);
        double most = 0;
        for (Eigen::Index i = 0; i < w.rows(); ++i) {
            const Eigen::VectorXd row = w.row(i).transpose();
            CHECK(row.sum() == Approx(1));
            CHECK(row.minCoeff() >= 0);
            if (i % (n + 1) == 0) continue;
            const Eigen::VectorXd before = w.row(i - 1).transpose();
            most = std::max(most, (row - before).cwiseAbs().maxCoeff());
        }
        return most;
    };
    // No jumps: differences go down with the steps.
    const double coarse = along(800), fine = along(3200);
    CHECK(coarse < 0.2);
    CHECK(fine < 0.35 * coarse);
}

TEST_CASE("hierarchy: a thin blend comes to the clusters without one") {
    const std::vector<Bone> bones{bone(-1, {0, 0, 0}, {1, 0, 0}), bone(0, {1, 0, 0}, {3, 2, 0}),
                                  bone(0, {1, 0, 0}, {3, -2, 0})};
    const std::vector<Vector3d> places{{2, 0.1, 0}, {2, -0.1, 0}, {0.9, 0.1, 0}, {5, 7, 1}};
    const Eigen::MatrixXd sharp =
                              make<Weights>("weights/hierarchy")->on_nodes(nodes_at(places), bones),
                          thin = make<Weights>("weights/hierarchy", "blend: 1 um")
                                     ->on_nodes(nodes_at(places), bones);
    CHECK(sharp == thin);
}
