#include "cubature/posed_training.hpp"

#include <catch2/catch.hpp>

#include "cubature/stacked_columns.hpp"
#include "cubature/training_sets.hpp"
#include "trained_body.hpp"

using namespace sinew;
using namespace sinew::cubature;
using test::TrainedBody;

namespace {

/// Two laws stand for two poses: the elements have the same numbers, and other forces.
struct TwoPoses {
    TrainedBody one{"neo_hookean"}, other{"stvk"};
    std::vector<SubspaceSite> sites{site(one), site(other)};
    test::Made<LinearSolver> dense = test::make<LinearSolver>("linear/dense");
    TrainingParams params;
    Origin origin{"forces/cubature", "/body", {}, {}};

    TwoPoses() {
        params.tolerance = 0.02;
        params.poses.count = 60;
    }
    static SubspaceSite site(const TrainedBody& body) {
        std::vector<int> all;
        for (Index k = 0; k < body->size(); ++k) all.push_back(int(k));
        return {body->full, body->U, all, {}, {}, {"", 1}};
    }
    PosedTrained trained() { return train_poses(params, sites, *dense, origin); }
};

}  // namespace

TEST_CASE("posed training: one set of elements serves all poses, with weights of each") {
    TwoPoses poses;
    const PosedTrained trained = poses.trained();
    REQUIRE(trained.weights.cols() == 2);
    REQUIRE(trained.weights.rows() == Index(trained.all.elements.size()));
    CHECK(trained.weights.minCoeff() >= 0);
    CHECK(trained.all.displacement_error <= 0.02);
    CHECK(trained.all.elements.size() < 60);  // of 120
    // Weights of its own fit a pose better than those of both together, and than the other's.
    Random random(1);
    for (std::size_t pose = 0; pose < 2; ++pose) {
        const TrainingSets sets(poses.params, poses.sites[pose], *poses.dense, random,
                                poses.origin);
        const auto error = [&](const Vector& weights) {
            return sets.columns().error(trained.all.elements, weights);
        };
        const double own = error(trained.weights.col(Index(pose)));
        CHECK(own <= error(trained.all.weights));
        CHECK(own < error(trained.weights.col(1 - Index(pose))));
    }
}

TEST_CASE("posed training: equal poses have weights that fit alike, and the archive keeps them") {
    TwoPoses poses;
    poses.sites.pop_back();
    poses.sites.push_back(poses.sites.front());
    const PosedTrained trained = poses.trained();
    // Examples of each are drawn anew: weights of one pose fit those of the other nearly as well.
    Random random(7);
    const TrainingSets others(poses.params, poses.sites[0], *poses.dense, random, poses.origin);
    const double own = others.columns().error(trained.all.elements, trained.weights.col(0)),
                 same = others.columns().error(trained.all.elements, trained.weights.col(1));
    CHECK(same < 1.5 * own);
    CHECK(own < 1.5 * same);
    const PosedTrained again = PosedTrained::from(trained.archive());
    CHECK(again.weights == trained.weights);
    CHECK(again.test_errors == trained.test_errors);
    CHECK(again.all.elements == trained.all.elements);
    CHECK(again.identity() == trained.identity());
    CHECK(poses.trained().identity() == trained.identity());
}

TEST_CASE("posed training: elements that the basis of a pose does not move have no weight there") {
    TwoPoses poses;
    // The second basis moves the front half of the bar alone, but for round-off.
    Eigen::MatrixXd U = poses.other->U;
    const Points& X = poses.other->full.body().mesh.positions;
    for (Index i = 0; i < X.cols(); ++i)
        if (X(0, i) < 0.55) U.middleRows<3>(3 * i) *= 1e-15;
    poses.sites.pop_back();
    poses.sites.push_back({poses.other->full, U, poses.sites[0].kept, {}, {}, {"", 1}});
    poses.params.tolerance = 0.1;
    const PosedTrained trained = poses.trained();
    CHECK(trained.weights.col(0).minCoeff() >= 0);
    CHECK(trained.weights.col(1).maxCoeff() < 1000);  // it was 1e25
    bool has_none = false;
    for (std::size_t k = 0; k < trained.all.elements.size(); ++k) {
        const auto nodes = poses.other->full.body().mesh.elements.col(trained.all.elements[k]);
        double front = 0;
        for (const int node : nodes) front = std::max(front, X(0, node));
        if (front > 0.55) continue;
        has_none = true;
        CHECK(trained.weights(Index(k), 1) == 0);
    }
    CHECK(has_none);
}

TEST_CASE("posed training: columns of several bodies stand one below the other") {
    TwoPoses poses;
    Random random(1);
    const TrainingSets one(poses.params, poses.sites[0], *poses.dense, random, poses.origin),
        other(poses.params, poses.sites[1], *poses.dense, random, poses.origin);
    const StackedColumns both({&one.columns(), &other.columns()});
    const Index n = one.columns().target().size(), m = other.columns().target().size();
    REQUIRE(both.target().size() == n + m);
    CHECK(both.target().head(n) == one.columns().target());
    CHECK(both.target().tail(m) == other.columns().target());
    const std::vector<int> elements{3, 17};
    Eigen::MatrixXd columns(n + m, 2), above(n, 2), below(m, 2);
    const auto places = [](Eigen::MatrixXd& X) {
        return std::vector<double*>{X.col(0).data(), X.col(1).data()};
    };
    both.compute(elements, places(columns));
    one.columns().compute(elements, places(above));
    other.columns().compute(elements, places(below));
    CHECK(columns.topRows(n) == above);
    CHECK(columns.bottomRows(m) == below);
}
