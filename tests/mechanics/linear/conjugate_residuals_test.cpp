#include <catch2/catch.hpp>
#include <sinew/mechanics/linear/conjugate_residuals.hpp>

using namespace sinew;

namespace {

const auto as_it_is = [](const Vector& r, Vector& z) { z = r; };

/// Differences along a row of n numbers whose ends are free: singular, by the constants.
Eigen::MatrixXd row(Index n) {
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
    for (Index i = 0; i + 1 < n; ++i) {
        A(i, i) += 1;
        A(i + 1, i + 1) += 1;
        A(i, i + 1) -= 1;
        A(i + 1, i) -= 1;
    }
    return A;
}

}  // namespace

TEST_CASE("conjugate residuals: the answer of a direct solver, with and without a preconditioner") {
    const Index n = 30;
    Eigen::MatrixXd A = row(n);
    for (Index i = 0; i < n; ++i) A(i, i) += 0.01 * double(i + 1);
    const Vector b = Vector::LinSpaced(n, -1, 2);
    const Vector exact = A.ldlt().solve(b);
    const auto apply = [&](const Vector& x, Vector& y) { y = A * x; };
    const Vector inverse = A.diagonal().cwiseInverse();
    const auto jacobi = [&](const Vector& r, Vector& z) { z = inverse.cwiseProduct(r); };
    ConjugateResiduals method;
    Vector x = Vector::Zero(n);
    const auto plain = method.solve(apply, as_it_is, b, x, 1e-12, 100);
    CHECK(plain.converged);
    CHECK((x - exact).norm() < 1e-9 * exact.norm());
    x.setOnes(n);
    CHECK(method.solve(apply, jacobi, b, x, 1e-12, 100).converged);
    CHECK((x - exact).norm() < 1e-9 * exact.norm());
    // One in single precision loses no digits of x.
    const auto rounded = [&](const Vector& r, Vector& z) {
        z = inverse.cwiseProduct(r).cast<float>().cast<double>();
    };
    x.setOnes(n);
    CHECK(method.solve(apply, rounded, b, x, 1e-12, 100).converged);
    CHECK((x - exact).norm() < 1e-9 * exact.norm());
    // From the answer it stays there.
    CHECK(method.solve(apply, jacobi, b, x, 1e-10, 100).iterations == 0);
}

TEST_CASE("conjugate residuals: the residual never grows, and a singular matrix does no harm") {
    const Index n = 40;
    const Eigen::MatrixXd A = row(n);
    const auto apply = [&](const Vector& x, Vector& y) { y = A * x; };
    Vector b = Vector::LinSpaced(n, -1, 1).array().cube();
    b.array() -= b.mean();
    double last = 1;
    for (int iterations = 1; iterations < 25; ++iterations) {
        Vector x = Vector::Zero(n);
        const auto outcome = ConjugateResiduals().solve(apply, as_it_is, b, x, 1e-14, iterations);
        CHECK(outcome.residual <= last * (1 + 1e-12));
        CHECK(outcome.residual == Approx((b - A * x).norm() / b.norm()).margin(1e-12));
        last = outcome.residual;
    }
    // What A cannot reach is what is left.
    Vector x = Vector::Zero(n);
    const Vector beside = b.array() + 0.5;
    const auto outcome = ConjugateResiduals().solve(apply, as_it_is, beside, x, 1e-10, 60);
    CHECK_FALSE(outcome.converged);
    CHECK(outcome.residual == Approx(0.5 * std::sqrt(double(n)) / beside.norm()).epsilon(1e-6));
}

TEST_CASE("conjugate residuals: nothing on the right gives nothing") {
    Vector x = Vector::Ones(3);
    const auto apply = [](const Vector& from, Vector& y) { y = from; };
    CHECK(ConjugateResiduals().solve(apply, as_it_is, Vector::Zero(3), x, 0.1, 5).converged);
    CHECK(x == Vector::Zero(3));
}
