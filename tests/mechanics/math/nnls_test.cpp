#include <catch2/catch.hpp>
#include <sinew/mechanics/math/nnls.hpp>
#include <sinew/mechanics/math/random.hpp>
#include <support/lawson_hanson.hpp>

using namespace sinew;

namespace {

struct Problem {
    Eigen::MatrixXd A;
    Vector b;

    NnlsSolution solve(const Vector& start = {}) const {
        return nnls(A.transpose() * A, A.transpose() * b, start);
    }
    double residual(const Vector& x) const { return (A * x - b).norm(); }
    /// How far x is from the conditions of Karush, Kuhn and Tucker: gradients a'(b - A x), relative
    /// to lengths of columns, are zero where x > 0 and nowhere positive.
    double kkt_error(const Vector& x) const {
        const Vector w = A.transpose() * (b - A * x);
        double worst = std::max(0.0, -x.minCoeff());
        for (Index j = 0; j < x.size(); ++j) {
            const double length = A.col(j).norm() * b.norm() + 1e-300;
            worst = std::max(worst, (x[j] > 0 ? std::abs(w[j]) : std::max(w[j], 0.0)) / length);
        }
        return worst;
    }
};

Problem random_problem(Random& random, int k) {
    const Index rows = 1 + random.below(60), cols = 1 + random.below(40);
    Problem problem{Eigen::MatrixXd(rows, cols), Vector(rows)};
    for (double& entry : problem.A.reshaped()) entry = random.normal();
    for (double& entry : problem.b) entry = random.normal();
    switch (k % 4) {
        case 1: {  // columns of rank three at most
            Eigen::MatrixXd mix(std::min<Index>(cols, 3), cols);
            for (double& entry : mix.reshaped()) entry = random.normal();
            problem.A = (problem.A.leftCols(mix.rows()) * mix).eval();
            break;
        }
        case 2:  // many unknowns at their bound: b lies among few columns, from the wrong side
            problem.b -= 3 * problem.A.rowwise().sum();
            break;
        case 3:  // columns of very different lengths, one twice and one zero
            for (Index j = 0; j < cols; ++j)
                problem.A.col(j) *= std::pow(10.0, random.below(7) - 3);
            problem.A.col(0) = problem.A.col(cols - 1);
            if (cols > 2) problem.A.col(1).setZero();
            break;
        default:
            break;
    }
    return problem;
}

}  // namespace

TEST_CASE("nnls: 200 random problems meet the optimality conditions, and Lawson and Hanson agree") {
    Random random(11);
    for (int k = 0; k < 200; ++k) {
        const Problem problem = random_problem(random, k);
        CAPTURE(k, problem.A.rows(), problem.A.cols());
        const NnlsSolution found = problem.solve();
        REQUIRE(found.converged);
        CHECK(problem.kkt_error(found.x) < 1e-10);
        const double best = problem.residual(test::lawson_hanson(problem.A, problem.b));
        CHECK(problem.residual(found.x) == Approx(best).epsilon(1e-10).margin(1e-9));
    }
}

TEST_CASE("nnls: a problem whose free solution is positive is plain least squares") {
    Random random(3);
    Problem problem{Eigen::MatrixXd(30, 12), {}};
    for (double& entry : problem.A.reshaped()) entry = random.normal();
    const Vector x = Vector::LinSpaced(12, 0.5, 2);
    problem.b = problem.A * x;
    CHECK((problem.solve().x - x).norm() < 1e-12);
}

TEST_CASE("nnls: a start from the solution with one column less needs few further columns") {
    Random random(5);
    Problem problem{Eigen::MatrixXd(50, 30), Vector(50)};
    for (double& entry : problem.A.reshaped()) entry = random.uniform();
    for (double& entry : problem.b) entry = random.uniform();
    const Problem smaller{problem.A.leftCols(29), problem.b};
    Vector start = Vector::Zero(30);
    start.head(29) = smaller.solve().x;
    const NnlsSolution cold = problem.solve(), warm = problem.solve(start);
    CHECK((cold.x - warm.x).norm() < 1e-12);
    CHECK(warm.iterations < cold.iterations / 2);
    CHECK(problem.solve(cold.x).iterations == 0);
    // A start that is far from feasible for the optimum is left in the same way.
    CHECK((problem.solve(Vector::Ones(30)).x - cold.x).norm() < 1e-12);
}

TEST_CASE("nnls: nothing to gain gives zero") {
    CHECK(nnls(Eigen::Matrix2d::Identity(), Eigen::Vector2d(-1, -2)).x == Vector::Zero(2));
    CHECK(nnls(Eigen::Matrix2d::Zero(), Eigen::Vector2d(0, 0)).x == Vector::Zero(2));
    CHECK(nnls(Eigen::MatrixXd(0, 0), Vector(0)).x.size() == 0);
}

TEST_CASE("nnls: what ends at its bound says so, and leaves no more than the start did") {
    Random random(5);
    Problem problem{Eigen::MatrixXd(50, 30), Vector(50)};
    for (double& entry : problem.A.reshaped()) entry = random.uniform();
    for (double& entry : problem.b) entry = random.uniform();
    const NnlsSolution best = problem.solve();
    REQUIRE(best.converged);
    REQUIRE(best.iterations > 3);
    const Eigen::MatrixXd gram = problem.A.transpose() * problem.A;
    const Vector rhs = problem.A.transpose() * problem.b;
    double last = problem.b.norm();
    for (int most = 1; most < best.iterations; ++most) {
        const NnlsSolution found = nnls(gram, rhs, {}, most);
        CHECK_FALSE(found.converged);
        CHECK(found.iterations == most);
        CHECK(found.x.minCoeff() >= 0);
        CHECK(problem.residual(found.x) <= last);
        last = problem.residual(found.x);
    }
    const NnlsSolution enough = nnls(gram, rhs, {}, best.iterations);
    CHECK(enough.converged);
    CHECK(enough.x == best.x);
}
