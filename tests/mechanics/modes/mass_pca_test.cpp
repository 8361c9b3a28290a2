#include <catch2/catch.hpp>
#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <sinew/mechanics/modes/mass_pca.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

Eigen::MatrixXd random_matrix(Index rows, Index cols, unsigned seed) {
    return test::noise(rows * cols, seed).reshaped(rows, cols);
}

/// A mass matrix M and products with it.
struct Mass {
    Eigen::MatrixXd M;
    explicit Mass(Index n) {
        const Eigen::MatrixXd A = random_matrix(n, n, 3);
        M = A * A.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
    }
    MassProduct product() const {
        return [this](const Eigen::MatrixXd& X) -> Eigen::MatrixXd { return M * X; };
    }
    double orthonormality_error(const Eigen::MatrixXd& U) const {
        return (U.transpose() * M * U - Eigen::MatrixXd::Identity(U.cols(), U.cols()))
            .cwiseAbs()
            .maxCoeff();
    }
};

}  // namespace

TEST_CASE("mass_pca is the Euclidean one of L'S, where M = LL'") {
    const Mass mass(40);
    const Eigen::MatrixXd S = random_matrix(40, 23, 5);
    const MassPca pca = mass_pca(S, mass.product());
    const Eigen::MatrixXd Lt = Eigen::LLT<Eigen::MatrixXd>(mass.M).matrixU();
    const Eigen::JacobiSVD<Eigen::MatrixXd> expected(Lt * S, Eigen::ComputeThinU);
    REQUIRE(pca.vectors.cols() == 23);
    CHECK((pca.singular_values - expected.singularValues()).norm() <
          1e-12 * expected.singularValues()(0));
    const Eigen::MatrixXd overlap =
        (expected.matrixU().transpose() * (Lt * pca.vectors)).cwiseAbs();
    CHECK((overlap - Eigen::MatrixXd::Identity(23, 23)).cwiseAbs().maxCoeff() < 1e-9);
    CHECK(mass.orthonormality_error(pca.vectors) < 1e-12);
}

TEST_CASE(
    "mass_pca leaves out what the other singular values say, and no "
    "hyperplane less") {
    const Mass mass(30);
    const Eigen::MatrixXd S = random_matrix(30, 12, 8);
    const MassPca pca = mass_pca(S, mass.product());
    const auto left_out = [&](const Eigen::MatrixXd& U) {
        const Eigen::MatrixXd rest = S - U * (U.transpose() * mass.M * S);
        return rest.cwiseProduct(mass.M * rest).sum();
    };
    for (const Index r : {1, 4, 9}) {
        const double tail = pca.singular_values.tail(12 - r).squaredNorm();
        CHECK(left_out(pca.vectors.leftCols(r)) == Approx(tail).epsilon(1e-10));
        // Turned a little out of the way, the plane leaves more.
        Eigen::MatrixXd turned = pca.vectors.leftCols(r);
        turned.col(r - 1) =
            std::cos(0.05) * pca.vectors.col(r - 1) + std::sin(0.05) * pca.vectors.col(r);
        CHECK(left_out(turned) > tail);
    }
    CHECK(size_within(pca.singular_values, 0) == 12);
    CHECK(size_within(pca.singular_values, 1) == 0);
    const Vector values = (Vector(3) << 4, 3, 0.1).finished();
    CHECK(size_within(values, 0.03) == 2);
    CHECK(size_within(values, 0.61) == 1);
}

TEST_CASE("mass_pca: snapshots of very different size, and repeated ones") {
    const Mass mass(60);
    Eigen::MatrixXd S = random_matrix(60, 40, 11);
    for (Index j = 0; j < 40; ++j) S.col(j) *= std::pow(10.0, -0.25 * double(j));
    const MassPca pca = mass_pca(S, mass.product());
    CHECK(pca.vectors.cols() == 40);
    CHECK(mass.orthonormality_error(pca.vectors) < 1e-12);
    const Eigen::MatrixXd Lt = Eigen::LLT<Eigen::MatrixXd>(mass.M).matrixU();
    const Vector expected = Eigen::JacobiSVD<Eigen::MatrixXd>(Lt * S).singularValues();
    CHECK((pca.singular_values - expected).cwiseAbs().maxCoeff() < 1e-14 * expected(0));

    Eigen::MatrixXd twice(60, 6);
    twice << S.leftCols(3), -2 * S.leftCols(2), Vector::Zero(60);
    CHECK(mass_pca(twice, mass.product()).vectors.cols() == 3);
    CHECK(mass_pca(Eigen::MatrixXd::Zero(60, 2), mass.product()).vectors.cols() == 0);
    // The larger of two pairs of entries decides the sign.
    const Eigen::MatrixXd U = pca.vectors;
    for (Index j = 0; j < U.cols(); ++j) CHECK(U.col(j).maxCoeff() >= -U.col(j).minCoeff());
}
