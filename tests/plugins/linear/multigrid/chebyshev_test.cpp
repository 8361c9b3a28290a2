#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>
#include <multigrid/chebyshev.hpp>

#include "level_parts.hpp"
#include "plugins/linear/linear_support.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::multigrid;

TEST_CASE("multigrid: Chebyshev's polynomial is small where the smoother has to smooth") {
    HeldBlock block({.cells = "[5, 5, 5]"});
    const Parts parts(block);
    const Index n = 3 * parts.A.n_rows();
    for (const int degree : {1, 2, 3}) {
        CAPTURE(degree);
        Chebyshev<double, 3> smoother;
        smoother.set(parts.greatest, degree);
        // x after smoothing from 0 and from x: the operator S, and the error's I - S A twice.
        const Vector b = dense_rows<3>(parts.A) * random_vector(n, 2), start = random_vector(n, 3);
        std::vector<double> right(b.begin(), b.end()), x(right.size() + 8), r(right.size() + 8);
        right.resize(right.size() + 8);
        smoother.smooth_zero(parts.A, parts.inverse, right.data(), x.data(), r.data());
        const Eigen::MatrixXd A = dense_rows<3>(parts.A);
        const Vector from_zero = Eigen::Map<Vector>(x.data(), n);
        CHECK((Eigen::Map<Vector>(r.data(), n) - (b - A * from_zero)).norm() < 1e-12 * b.norm());
        std::copy_n(start.data(), n, x.data());
        smoother.smooth(parts.A, parts.inverse, right.data(), x.data(), r.data());
        const Vector from_start = Eigen::Map<Vector>(x.data(), n);
        // Linear: from start = start + S (b - A start).
        const Vector defect = b - A * start;
        std::copy_n(defect.data(), n, right.data());
        smoother.smooth_zero(parts.A, parts.inverse, right.data(), x.data(), r.data());
        CHECK((from_start - start - Eigen::Map<Vector>(x.data(), n)).norm() < 1e-12 * b.norm());
        // Of an eigenvector to lambda the error becomes T_m((mid - lambda) / half) / T_m(mid/half).
        Eigen::MatrixXd D = Eigen::MatrixXd::Identity(n, n);
        for (int i = 0; i < parts.A.n_rows(); ++i)
            if (!block.fixed.fixed[std::size_t(3 * i)])
                D.block<3, 3>(3 * i, 3 * i) =
                    Eigen::Map<const Eigen::Matrix3d>(parts.inverse.block(i)).inverse();
        const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(A, D);
        const double middle = parts.greatest * (1 + 1 / 20.0) / 2,
                     half = parts.greatest * (1 - 1 / 20.0) / 2;
        const auto polynomial = [&](double s) {
            return degree == 1 ? s : degree == 2 ? 2 * s * s - 1 : 4 * s * s * s - 3 * s;
        };
        for (const Index k : {n - 1, n - 50, n - 150}) {
            const Vector v = eigen.eigenvectors().col(k), Av = A * v;
            std::copy_n(Av.data(), n, right.data());
            smoother.smooth_zero(parts.A, parts.inverse, right.data(), x.data(), r.data());
            const double left_over =
                polynomial((middle - eigen.eigenvalues()[k]) / half) / polynomial(middle / half);
            CHECK((v - Eigen::Map<Vector>(x.data(), n) - left_over * v).norm() < 1e-9 * v.norm());
        }
    }
}
