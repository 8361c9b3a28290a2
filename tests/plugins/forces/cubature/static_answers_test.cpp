#include "cubature/static_answers.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "trained_body.hpp"

using namespace sinew;
using cubature::StaticAnswers;
using test::TrainedBody;

namespace {

Cubature all_elements(const TrainedBody& body, double weight) {
    Cubature cubature;
    cubature.candidates.resize(std::size_t(body->full.body().mesh.n_elements()));
    std::iota(cubature.candidates.begin(), cubature.candidates.end(), 0);
    cubature.weights = Vector::Constant(Index(cubature.candidates.size()), weight);
    return cubature;
}

StaticAnswers answers(const TrainedBody& body, double size) {
    Eigen::MatrixXd q = size * test::noise(5 * body->size(), 1).reshaped(body->size(), 5), f = q;
    for (Index t = 0; t < q.cols(); ++t) f.col(t) = body.forces(q.col(t));
    return {*body, q, f};
}

}  // namespace

TEST_CASE("static answers: with all elements the body stays where it is") {
    const TrainedBody body("neo_hookean");
    CHECK(answers(body, 0.05).error(all_elements(body, 1)) < 1e-6);
}

TEST_CASE("static answers: a linear body that is too soft by a tenth goes a ninth too far") {
    const TrainedBody body("linear");
    CHECK(answers(body, 0.05).error(all_elements(body, 0.9)) == Approx(1.0 / 9).epsilon(1e-5));
    CHECK(answers(body, 0.05).error(all_elements(body, 1.25)) == Approx(0.2).epsilon(1e-5));
}

TEST_CASE("static answers: a body that its elements do not hold is as wrong as can be") {
    const TrainedBody body("linear");
    Cubature one;
    one.candidates = {0};
    one.weights = Vector::Ones(1);
    CHECK(answers(body, 0.05).error(one) >= 1);
}
