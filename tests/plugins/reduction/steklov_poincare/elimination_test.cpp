#include <omp.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <steklov_poincare/elimination.hpp>

using namespace sinew;
using namespace sinew::steklov;

namespace {

/// Symmetric and definite, all blocks there that `there` says.
template <class There>
BlockRows matrix(int n, There&& there) {
    BlockRows A;
    A.starts.push_back(0);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            if (!there(i, j)) continue;
            Eigen::Matrix3d block;
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 3; ++c)
                    block(r, c) = std::cos(1.7 * double((3 * i + r) + (3 * j + c)));
            if (i == j) block += 3.0 * n * Eigen::Matrix3d::Identity();
            A.columns.push_back(j);
            A.values.insert(A.values.end(), block.data(), block.data() + 9);
        }
        A.starts.push_back(int(A.columns.size()));
    }
    return A;
}

Eigen::MatrixXd dense(const BlockRows& A) {
    Eigen::MatrixXd D = Eigen::MatrixXd::Zero(3 * A.n_rows(), 3 * A.n_rows());
    for (int i = 0; i < A.n_rows(); ++i)
        for (int k = A.starts[std::size_t(i)]; k < A.starts[std::size_t(i) + 1]; ++k)
            D.block<3, 3>(3 * i, 3 * A.columns[std::size_t(k)]) += A.at(k);
    return D;
}

struct Factor : FactorBlocks {
    Factor(const BlockRows& A, const BlockRows& added, const std::vector<int>& order,
           const std::vector<int>& domains) {
        Elimination elimination(A, added, order, domains);
        REQUIRE(elimination.run(0));
        static_cast<FactorBlocks&>(*this) = elimination.take();
    }

    /// L D L', in the factor's order.
    Eigen::MatrixXd product() const {
        const int n = int(starts.size()) - 1;
        Eigen::MatrixXd L = Eigen::MatrixXd::Identity(3 * n, 3 * n), D = 0 * L;
        for (int i = 0; i < n; ++i) {
            for (int k = starts[std::size_t(i)]; k < starts[std::size_t(i) + 1]; ++k)
                L.block<3, 3>(3 * i, 3 * columns[std::size_t(k)]) =
                    Eigen::Map<const Eigen::Matrix3f>(values.data() + 9 * k).cast<double>();
            D.block<3, 3>(3 * i, 3 * i) =
                Eigen::Map<const Eigen::Matrix3f>(inverses.data() + 9 * i).cast<double>().inverse();
        }
        return L * D * L.transpose();
    }
};

std::vector<int> in_turn(int n) {
    std::vector<int> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

}  // namespace

TEST_CASE("elimination: of a full matrix it is Cholesky's, in any order") {
    const int n = 9;
    const BlockRows A = matrix(n, [](int, int) { return true; });
    std::vector<int> order(n);
    for (int i = 0; i < n; ++i) order[std::size_t(i)] = 4 * i % n;
    const Eigen::MatrixXd product = Factor(A, {}, order, {0, n, n}).product(), whole = dense(A);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            CHECK((product.block<3, 3>(3 * i, 3 * j) -
                   whole.block<3, 3>(3 * order[std::size_t(i)], 3 * order[std::size_t(j)]))
                      .norm() < 1e-6 * whole.norm());
}

TEST_CASE("elimination: without fill it meets the matrix wherever that has blocks") {
    const int n = 14;
    const auto near = [](int i, int j) { return std::abs(i - j) <= 2; };
    const auto far = [](int i, int j) { return std::abs(i - j) % 5 == 0; };
    const BlockRows A = matrix(n, near), added = matrix(n, far);
    const Eigen::MatrixXd whole = dense(A) + dense(added);
    const Eigen::MatrixXd product = Factor(A, added, in_turn(n), {0, n, n}).product();
    double elsewhere = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const double off = (product - whole).block<3, 3>(3 * i, 3 * j).norm() / whole.norm();
            if (near(i, j) || far(i, j))
                CHECK(off < 1e-6);
            else
                elsewhere = std::max(elsewhere, off);
        }
    CHECK(elsewhere > 1e-5);
}

TEST_CASE("elimination: domains and what is put off, to the same bits for all threads") {
    const int n = 40;
    // Two chains that know each other by the last eight rows alone.
    const auto side = [](int i) { return i < 16 ? 0 : i < 32 ? 1 : 2; };
    const BlockRows A = matrix(n, [&](int i, int j) {
        return side(i) == side(j) || side(i) == 2 || side(j) == 2 ? (i + j) % 3 == 0 || i == j
                                                                  : false;
    });
    const Factor one(A, {}, in_turn(n), {0, n, n});
    const int before = omp_get_max_threads();
    for (const int threads : {1, 2, 3}) {
        omp_set_num_threads(threads);
        const Factor split(A, {}, in_turn(n), {0, 16, 32, n});
        CHECK(split.values == one.values);
        CHECK(split.inverses == one.inverses);
    }
    omp_set_num_threads(before);
}

TEST_CASE("elimination: a pivot that is not positive is reported, whichever domain it is in") {
    const BlockRows none;
    const std::vector<int> order = in_turn(12), domains{0, 4, 8, 12, 12};
    const int before = omp_get_max_threads();
    for (const int bad : {0, 3, 5, 11})
        for (const int threads : {1, 2}) {
            BlockRows A = matrix(12, [](int i, int j) { return i == j; });
            A.at(bad)(1, 1) = -1;
            omp_set_num_threads(threads);
            Elimination split(A, none, order, domains);
            CHECK_FALSE(split.run(0));
            A.at(bad).setConstant(std::nan(""));
            Elimination unknown(A, none, order, domains);
            CHECK_FALSE(unknown.run(0));
        }
    omp_set_num_threads(before);
}

TEST_CASE("elimination: a raise by a share of the diagonal's size makes any matrix definite") {
    BlockRows A = matrix(6, [](int i, int j) { return std::abs(i - j) <= 1; });
    A.at(3).diagonal() *= -1;
    const BlockRows none;
    const std::vector<int> order = in_turn(6), domains{0, 6, 6};
    Elimination elimination(A, none, order, domains);
    CHECK_FALSE(elimination.run(0.5));
    CHECK(elimination.run(4));
}
