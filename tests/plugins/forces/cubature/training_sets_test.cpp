#include "cubature/training_sets.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <numeric>

#include "trained_body.hpp"

using namespace sinew;
using namespace sinew::cubature;
using Catch::Contains;
using test::TrainedBody;

TEST_CASE("training sets: all elements are right in every example, and halves by a half") {
    const TrainedBody body("neo_hookean");
    const auto dense = test::make<LinearSolver>("linear/dense");
    TrainingParams params;
    params.poses.count = 50;
    params.test = 0.3;
    std::vector<int> all;
    for (Index k = 0; k < body->size(); ++k) all.push_back(int(k));
    const SubspaceSite site{body->full, body->U, all, {}, {}, {"", 1}};
    Random random(1);
    const TrainingSets sets(params, site, *dense, random, {});
    CHECK(sets.n_test() == std::lround(0.3 * double(sets.n_training() + sets.n_test())));
    CHECK(sets.answers().size() > 0);
    CHECK(sets.answers().size() <= sets.n_test());

    std::vector<int> elements(std::size_t(body->full.body().mesh.n_elements()));
    std::iota(elements.begin(), elements.end(), 0);
    const Vector ones = Vector::Ones(Index(elements.size()));
    CHECK(sets.columns().error(elements, ones) < 1e-12);
    CHECK(sets.test_error(elements, ones) < 1e-12);
    CHECK(sets.test_error(elements, 0.5 * ones) == Approx(0.5).epsilon(1e-10));

    Trained counts;
    add_counts(sets, counts);
    add_counts(sets, counts);
    CHECK(counts.n_training == 2 * sets.n_training());
    CHECK(counts.n_answers == 2 * sets.answers().size());
}

TEST_CASE("training sets: the trainer ends where the error is accepted") {
    const TrainedBody body("neo_hookean");
    const auto dense = test::make<LinearSolver>("linear/dense");
    TrainingParams params;
    params.poses.count = 50;
    params.tolerance = 0.3;
    std::vector<int> all;
    for (Index k = 0; k < body->size(); ++k) all.push_back(int(k));
    const SubspaceSite site{body->full, body->U, all, {}, {}, {"", 1}};
    Random random(1);
    const TrainingSets sets(params, site, *dense, random, {});
    int n_asked = 0;
    const auto error = [&](const Cubature& at) {
        ++n_asked;
        return at.candidates.size() >= 20 ? 0.1 : 1.0;
    };
    forget_reported_activities();
    Activity activity("a training");
    const Cubature found = run_trainer(params, sets.columns(), error, activity, "50 poses");
    CHECK(n_asked > 1);
    CHECK_THAT(news_of_activities(0).back(),
               Contains(fmt::format("50 poses; {} chosen, with a residual of {:.2g}%",
                                    found.candidates.size(), 100 * found.error)));
    CHECK(found.candidates.size() >= 20);
    CHECK(found.candidates.size() < 40);
}
