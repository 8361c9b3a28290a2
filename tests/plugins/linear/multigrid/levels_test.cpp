/// Aggregates, interpolation, the matrix of the next level and the smoother, each beside a dense
/// reference.

#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>
#include <set>

#include "held_block.hpp"
#include "plugins/linear/linear_support.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::multigrid;

namespace {

const BlockScene free_block{.constraints = "[]"};

/// What a level is made of, in double precision.
struct Parts {
    explicit Parts(HeldBlock& block)
        : A(masked_rows<double>(block.tangent(), block.fixed)),
          motions(masked_motions(block.tangent(), block.fixed)) {
        REQUIRE(inverse.invert(A) == -1);
        greatest = greatest_eigenvalue(A, inverse);
        P.set_structure(A, aggregate(A.starts, A.columns, strengths(A, inverse), 0.08));
        coarse_motions = P.compute(A, inverse, 4 / (3 * greatest), motions);
    }
    SquareRows<double, 3> A;
    Motions motions, coarse_motions;
    DiagonalBlocks<double, 3> inverse;
    double greatest = 0;
    Interpolation<double, 3> P;
};

}  // namespace

TEST_CASE("multigrid: every node that is coupled belongs to one connected aggregate") {
    HeldBlock block;
    const Parts parts(block);
    const Aggregates& aggregates = parts.P.aggregates();
    CHECK(aggregates.count > 4);
    CHECK(aggregates.count < parts.A.n_rows() / 8);
    std::vector<std::set<int>> members(std::size_t(aggregates.count));
    for (int i = 0; i < parts.A.n_rows(); ++i) {
        const bool is_held = block.fixed.fixed[std::size_t(3 * i)];
        CHECK((aggregates.of_node[std::size_t(i)] < 0) == is_held);
        if (!is_held) members[std::size_t(aggregates.of_node[std::size_t(i)])].insert(i);
    }
    for (const std::set<int>& of_one : members) {
        REQUIRE(of_one.size() > 1);
        std::set<int> reached{*of_one.begin()}, front = reached;
        while (!front.empty()) {
            std::set<int> next;
            for (const int i : front)
                for (int b = parts.A.begin(i); b < parts.A.end(i); ++b)
                    if (of_one.count(parts.A.column(b)) && !reached.count(parts.A.column(b)))
                        next.insert(parts.A.column(b));
            reached.insert(next.begin(), next.end());
            front = std::move(next);
        }
        CHECK(reached == of_one);
    }
}

TEST_CASE("multigrid: strong couplings of stretched cells run along their short edges") {
    HeldBlock block({.size = "[10, 1, 1]", .cells = "[10, 10, 10]", .constraints = "[]"});
    const Parts parts(block);
    const Points& x = block.system().body().mesh.positions;
    const Aggregates& aggregates = parts.P.aggregates();
    std::vector<Eigen::AlignedBox3d> boxes(std::size_t(aggregates.count));
    for (int i = 0; i < parts.A.n_rows(); ++i)
        boxes[std::size_t(aggregates.of_node[std::size_t(i)])].extend(x.col(i));
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    for (const Eigen::AlignedBox3d& box : boxes) mean += box.sizes() / double(boxes.size());
    CHECK(mean.x() < 1.1);  // cells of 1 x 0.1 x 0.1
    CHECK(mean.y() > 0.2);
    CHECK(mean.z() > 0.2);
}

TEST_CASE("multigrid: rigid motions are interpolated exactly on every level") {
    HeldBlock block(free_block);
    const Parts parts(block);
    const Eigen::MatrixXd P = dense_interpolation(parts.P);
    CHECK((P * parts.coarse_motions - parts.motions).norm() < 1e-12 * parts.motions.norm());

    GalerkinProduct<double, 3> product;
    SquareRows<double, n_motions> coarse;
    product.set_structure(parts.A, parts.P, coarse);
    product.compute(parts.A, parts.P, coarse);
    DiagonalBlocks<double, n_motions> inverse;
    REQUIRE(inverse.invert(coarse) == -1);
    Interpolation<double, n_motions> next;
    next.set_structure(coarse,
                       aggregate(coarse.starts, coarse.columns, strengths(coarse, inverse), 0.08));
    const Motions below = next.compute(
        coarse, inverse, 4 / (3 * greatest_eigenvalue(coarse, inverse)), parts.coarse_motions);
    CHECK((dense_interpolation(next) * below - parts.coarse_motions).norm() <
          1e-12 * parts.coarse_motions.norm());
}

TEST_CASE("multigrid: P = (I - omega D^-1 A) T, and the next level's matrix is P' A P") {
    HeldBlock block;
    const Parts parts(block);
    const Eigen::MatrixXd A = dense_rows<3>(parts.A), P = dense_interpolation(parts.P);
    // T: the motions of each aggregate, orthonormal.
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(P.rows(), P.cols());
    for (int i = 0; i < parts.A.n_rows(); ++i) {
        const int aggregate = parts.P.aggregates().of_node[std::size_t(i)];
        if (aggregate >= 0)
            T.block<3, 6>(3 * i, 6 * aggregate) =
                parts.motions.middleRows<3>(3 * i) *
                parts.coarse_motions.middleRows<6>(6 * aggregate).inverse();
    }
    CHECK((T.transpose() * T).isIdentity(1e-10));
    Eigen::MatrixXd D_inverse = Eigen::MatrixXd::Zero(A.rows(), A.cols());
    for (int i = 0; i < parts.A.n_rows(); ++i)
        D_inverse.block<3, 3>(3 * i, 3 * i) =
            Eigen::Map<const Eigen::Matrix3d>(parts.inverse.block(i));
    const double omega = 4 / (3 * parts.greatest);
    CHECK((P - (T - omega * (D_inverse * (A * T)))).norm() < 1e-10 * P.norm());

    GalerkinProduct<double, 3> product;
    SquareRows<double, n_motions> coarse;
    product.set_structure(parts.A, parts.P, coarse);
    product.compute(parts.A, parts.P, coarse);
    const Eigen::MatrixXd expected = P.transpose() * A * P;
    CHECK((dense_rows<6>(coarse) - expected).norm() < 1e-13 * expected.norm());

    const Vector fine = random_vector(P.rows()), few = random_vector(P.cols());
    std::vector<double> below(std::size_t(P.cols()) + 8), above(fine.begin(), fine.end());
    parts.P.restrict_to(fine.data(), below.data());
    CHECK((Eigen::Map<Vector>(below.data(), P.cols()) - P.transpose() * fine).norm() < 1e-12);
    parts.P.add_to(few.data(), above.data());
    CHECK((Eigen::Map<Vector>(above.data(), P.rows()) - fine - P * few).norm() < 1e-12);
}

TEST_CASE("multigrid: the bound of the eigenvalues holds, and is not far above them") {
    for (const BlockScene& scene :
         {BlockScene{.cells = "[5, 5, 5]"}, BlockScene{.size = "[10, 1, 1]", .cells = "[5, 5, 5]"},
          BlockScene{.cells = "[5, 5, 5]",
          .material = "{type: neo_hookean, young: 1 MPa, poisson: 0.49}"}}) {
        HeldBlock block(scene);
        const Parts parts(block);
        const Eigen::MatrixXd A = dense_rows<3>(parts.A);
        Eigen::MatrixXd D_inverse = Eigen::MatrixXd::Zero(A.rows(), A.cols());
        for (int i = 0; i < parts.A.n_rows(); ++i)
            D_inverse.block<3, 3>(3 * i, 3 * i) =
                Eigen::Map<const Eigen::Matrix3d>(parts.inverse.block(i));
        const double greatest = (D_inverse * A).eigenvalues().real().maxCoeff();
        CAPTURE(scene.size, scene.material);
        CHECK(parts.greatest > greatest);
        CHECK(parts.greatest < 1.15 * greatest);
    }
}

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
