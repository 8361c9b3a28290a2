#include <omp.h>

#include <catch2/catch.hpp>
#include <cholesky/rounded_factor.hpp>
#include <Eigen/Cholesky>

#include "plugins/linear/linear_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Twenty blocks of four unknowns, each coupled with six that are eliminated last, and its factor.
struct Star {
    static constexpr int n_blocks = 20, in_block = 4, last = 6, size = n_blocks * in_block + last;
    Eigen::MatrixXd A;
    std::vector<int> first_column{0}, first_row{0}, first_entry{0}, rows, order;
    std::vector<double> entries;

    Star() {
        const auto random = [](int m, int n, unsigned seed) {
            return Eigen::MatrixXd(random_vector(Index(m) * n, seed).reshaped(m, n));
        };
        Eigen::MatrixXd L = Eigen::MatrixXd::Zero(size, size);
        for (int k = 0; k <= n_blocks; ++k) {
            const int at = k * in_block, n = k < n_blocks ? in_block : last;
            L.block(at, at, n, n) = random(n, n, unsigned(k) + 1).triangularView<Eigen::Lower>();
            L.block(at, at, n, n).diagonal().array() += 3;
            if (k < n_blocks)
                L.block(size - last, at, last, n) = random(last, n, 100 + unsigned(k));
            take(L, at, n);
        }
        for (int i = 0; i < size; ++i) order.push_back((37 * i + 5) % size);
        A.resize(size, size);
        A(order, order) = L * L.transpose();
    }
    void take(const Eigen::MatrixXd& L, int at, int n) {
        std::vector<int> of;
        for (int i = 0; i < n; ++i) of.push_back(at + i);
        for (int i = size - last; at + n <= size - last && i < size; ++i) of.push_back(i);
        for (int j = 0; j < n; ++j)
            for (const int i : of) entries.push_back(L(i, at + j));
        rows.insert(rows.end(), of.begin(), of.end());
        first_column.push_back(at + n);
        first_row.push_back(int(rows.size()));
        first_entry.push_back(int(entries.size()));
    }
    Supernodes supernodes() const {
        return {
            size,        n_blocks + 1,   first_column.data(), first_row.data(), first_entry.data(),
            rows.data(), entries.data(), order.data()};
    }
};

}  // namespace

TEST_CASE("rounded factor: it solves to single precision, the same for any number of threads") {
    const Star star;
    RoundedFactor factor;
    REQUIRE(factor.take(star.supernodes()));
    const int before = omp_get_max_threads();
    for (const double size : {1e-50, 1.0, 1e50}) {
        CAPTURE(size);
        const Vector b = size * random_vector(Star::size), exact = star.A.ldlt().solve(b);
        Vector x, one;
        omp_set_num_threads(1);
        factor.solve(b, one);
        CHECK((one - exact).norm() < 1e-4 * exact.norm());
        for (const int threads : {2, 3}) {
            omp_set_num_threads(threads);
            factor.solve(b, x);
            CHECK(x == one);
        }
    }
    omp_set_num_threads(before);
    Vector x;
    factor.solve(Vector::Zero(Star::size), x);
    CHECK(x == Vector::Zero(Star::size));
    // What is not a number stays so.
    Vector b = Vector::Zero(Star::size);
    b[40] = std::nan("");
    factor.solve(b, x);
    CHECK_FALSE(x.allFinite());
}

TEST_CASE("rounded factor: pivots that single precision does not bear are refused") {
    // The third of a block's four columns, of ten rows. 1e-7 is too small beside the others.
    for (const double pivot : {0.0, 1e-12, 1e-7, 1e12, std::nan("")}) {
        Star star;
        star.entries[std::size_t(star.first_entry[7] + 2 * (10 + 1))] = pivot;
        CHECK_FALSE(RoundedFactor().take(star.supernodes()));
    }
}
