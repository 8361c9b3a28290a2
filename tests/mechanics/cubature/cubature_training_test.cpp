#include <catch2/catch.hpp>
#include <sinew/mechanics/cubature/cubature_fit.hpp>
#include <sinew/mechanics/math/random.hpp>

using namespace sinew;

namespace {

/// Columns that are stored. b is their sum, as the forces of a body are that of its elements.
class StoredColumns final : public CubatureColumns {
public:
    StoredColumns(Index rows, Index cols, std::uint64_t seed) : A_(rows, cols) {
        Random random(seed);
        // Few patterns and some noise: neighbours in a body behave alike.
        Eigen::MatrixXd patterns(rows, 12), mix(12, cols);
        for (double& entry : patterns.reshaped()) entry = random.normal();
        for (double& entry : mix.reshaped()) entry = random.uniform();
        for (double& entry : A_.reshaped()) entry = 0.02 * random.normal();
        A_ += patterns * mix;
        b_ = A_.rowwise().sum();
    }
    int n_candidates() const override { return int(A_.cols()); }
    const Vector& target() const override { return b_; }
    void compute(std::span<const int> candidates, std::span<double* const> to) const override {
        for (std::size_t k = 0; k < candidates.size(); ++k)
            Eigen::Map<Vector>(to[k], A_.rows()) = A_.col(candidates[k]);
        n_computed += int(candidates.size());
    }
    double error(const Cubature& found) const {
        return (A_(Eigen::all, found.candidates) * found.weights - b_).norm() / b_.norm();
    }
    mutable int n_computed = 0;

private:
    Eigen::MatrixXd A_;
    Vector b_;
};

using Trainer = Cubature (*)(const CubatureColumns&, const CubatureGoal&);
constexpr Trainer trainers[] = {greedy_cubature, importance_cubature, nn_htp_cubature};

CubatureGoal goal(double tolerance, int size, std::uint64_t seed = 1) {
    CubatureGoal goal;
    goal.tolerance = tolerance;
    goal.size = size;
    goal.seed = seed;
    goal.per_step = 8;
    return goal;
}

}  // namespace

TEST_CASE(
    "cubature: every trainer reaches a tolerance, with positive weights, and says its error") {
    const StoredColumns columns(80, 300, 2);
    for (const Trainer train : trainers)
        for (const double tolerance : {0.1, 0.03, 0.01}) {
            CAPTURE(std::find(trainers, trainers + 3, train) - trainers, tolerance);
            const Cubature found = train(columns, goal(tolerance, 300));
            CHECK(found.error <= tolerance);
            CHECK(found.error == Approx(columns.error(found)).epsilon(1e-9));
            REQUIRE(found.candidates.size() == std::size_t(found.weights.size()));
            CHECK(found.weights.minCoeff() > 0);
            CHECK(std::is_sorted(found.candidates.begin(), found.candidates.end()));
            CHECK(found.candidates.size() < 150);
        }
}

TEST_CASE("cubature: no trainer takes more points than allowed") {
    const StoredColumns columns(80, 300, 2);
    for (const Trainer train : trainers) {
        const Cubature found = train(columns, goal(1e-9, 13));
        CHECK(found.candidates.size() <= 13);
        CHECK(found.candidates.size() >= 10);
        CHECK(found.error < 0.5);
    }
}

TEST_CASE("cubature: training ends where no further point helps") {
    // One column of three is opposite to what is wanted of it.
    class Opposed final : public CubatureColumns {
    public:
        int n_candidates() const override { return 3; }
        const Vector& target() const override { return b_; }
        void compute(std::span<const int> candidates, std::span<double* const> to) const override {
            for (std::size_t k = 0; k < candidates.size(); ++k)
                for (int i = 0; i < 3; ++i)
                    to[k][i] = candidates[k] == i ? (i == 2 ? -1.0 : 1.0) : 0.0;
        }

    private:
        Vector b_ = Eigen::Vector3d(1, 2, 2);
    };
    const Opposed columns;
    for (const Trainer train : trainers) {
        const Cubature found = train(columns, goal(0.01, 3));
        CHECK(found.candidates == std::vector<int>{0, 1});
        CHECK((found.weights - Eigen::Vector2d(1, 2)).norm() < 1e-12);
        CHECK(found.error == Approx(2.0 / 3).epsilon(1e-12));
    }
}

TEST_CASE("cubature: solves for weights that end at their bound are counted, their error is true") {
    const StoredColumns columns(80, 300, 2);
    const Cubature free = importance_cubature(columns, goal(0.05, 300));
    CHECK(free.unfinished == 0);
    CubatureGoal bounded = goal(0.05, 300);
    bounded.most_exchanges = 1;
    const Cubature found = importance_cubature(columns, bounded);
    CHECK(found.unfinished > 0);
    CHECK(found.unfinished <= found.iterations);
    CHECK(found.weights.minCoeff() > 0);
    CHECK(found.error == Approx(columns.error(found)).epsilon(1e-9));
}

TEST_CASE("cubature: the same seed gives the same points, another one others") {
    const StoredColumns columns(60, 200, 4);
    for (const Trainer train : trainers) {
        const Cubature a = train(columns, goal(0.05, 100)), b = train(columns, goal(0.05, 100));
        CHECK(a.candidates == b.candidates);
        CHECK(a.weights == b.weights);
        CHECK(train(columns, goal(0.05, 100, 2)).candidates != a.candidates);
    }
}

TEST_CASE("cubature: results do not depend on how many columns are kept in memory") {
    const StoredColumns columns(60, 200, 4);
    for (const Trainer train : trainers) {
        CubatureGoal much = goal(0.02, 100), little = much;
        little.memory = 5 * 60 * sizeof(double);
        columns.n_computed = 0;
        const Cubature a = train(columns, much);
        const int with_much = columns.n_computed;
        const Cubature b = train(columns, little);
        CHECK(a.candidates == b.candidates);
        CHECK(a.weights == b.weights);
        CHECK(with_much <= 200);
        CHECK(columns.n_computed - with_much > with_much);
    }
}

TEST_CASE("cubature: training goes on until what is found is accepted, and asks of points alone") {
    const StoredColumns columns(80, 300, 2);
    for (const Trainer train : trainers) {
        std::vector<double> errors;
        CubatureGoal demanding = goal(2, 300);  // which no points at all would reach
        demanding.accept = [&](const Cubature& found) {
            CHECK(!found.candidates.empty());
            errors.push_back(found.error);
            return found.error < 0.02;
        };
        const Cubature found = train(columns, demanding);
        CHECK(found.error < 0.02);
        CHECK(found.error == errors.back());
        for (std::size_t k = 1; k < errors.size(); ++k) CHECK(errors[k] <= 0.8 * errors[k - 1]);
    }
}
