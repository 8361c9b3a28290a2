#include "greatest_eigenvalue.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <Eigen/Eigenvalues>
#include <sinew/mechanics/math/types.hpp>

namespace sinew::multigrid {

namespace {

/// A number between -1 and 1 that looks like chance (Steele, Lea & Flood, Fast splittable
/// pseudorandom number generators, 2014).
double mixed(std::uint64_t i) {
    i = (i + 1) * 0x9e3779b97f4a7c15u;
    i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9u;
    i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
    return double(i >> 11) / double(std::uint64_t(1) << 52) - 1;
}

/// Lanczos vectors v, orthonormal by D, which is never multiplied: q = D v goes with each.
template <class Real, int R>
class Lanczos {
public:
    Lanczos(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse)
        : A_(A), inverse_(inverse) {
        const std::size_t size = std::size_t(R) * std::size_t(A.n_rows());
        for (Numbers<Real>* numbers : {&v_, &q_, &next_}) make_room(*numbers, size);
        make_zero(last_, size);
        beta_ = std::sqrt(sum_over_nodes([&](int i, Real* v, Real* q) {
            for (int k = 0; k < R; ++k) q[k] = Real(mixed(std::uint64_t(R) * std::uint64_t(i) + k));
            return from_q(i, q, v);
        }));
    }

    /// Length, by D, of what the next vector is made of, before it is made one long.
    double beta() const { return beta_; }

    /// One step; v' A v of the vector that it begins with.
    double step() {
        const Real to_unit = Real(1 / beta_), beta = Real(beta_);
        parallel_for(std::ptrdiff_t(v_.size()) - 8, [&](std::ptrdiff_t k) {
            v_[std::size_t(k)] *= to_unit;
            q_[std::size_t(k)] *= to_unit;
        });
        const double alpha = sum_over_nodes([&](int i, Real* v, Real*) {
            const std::ptrdiff_t at = std::ptrdiff_t(R) * i;
            store_node<R, Real>(product_of_row<R>(A_, i, v_.data()), next_.data() + at);
            double sum = 0;
            for (int k = 0; k < R; ++k) sum += double(v[k]) * double(next_[std::size_t(at + k)]);
            return sum;
        });
        const bool is_first = n_steps_++ == 0;
        beta_ = std::sqrt(sum_over_nodes([&](int i, Real* v, Real* q) {
            const std::ptrdiff_t at = std::ptrdiff_t(R) * i;
            for (int k = 0; k < R; ++k) {
                const Real before = is_first ? Real(0) : beta * last_[std::size_t(at + k)];
                last_[std::size_t(at + k)] = q[k];
                q[k] = next_[std::size_t(at + k)] - Real(alpha) * q[k] - before;
            }
            return from_q(i, q, v);
        }));
        return alpha;
    }

private:
    /// v = D^-1 q of a node; v' q.
    double from_q(int i, const Real* q, Real* v) const {
        Column<Real, R> sum{};
        add_product<R>(inverse_.block(i), q, sum);
        store_node<R, Real>(sum, v);
        double length = 0;
        for (int k = 0; k < R; ++k) length += double(v[k]) * double(q[k]);
        return length;
    }
    /// The sum of function(i, v_i, q_i), in the same order for any number of threads.
    template <class Function>
    double sum_over_nodes(Function&& function) {
        constexpr int block = 256;
        const int n = A_.n_rows(), n_blocks = (n + block - 1) / block;
        std::vector<double> sums(std::size_t(n_blocks), 0.0);
        parallel_for(n_blocks, [&](int k) {
            for (int i = block * k; i < std::min(n, block * (k + 1)); ++i)
                sums[std::size_t(k)] += function(i, v_.data() + std::ptrdiff_t(R) * i,
                                                 q_.data() + std::ptrdiff_t(R) * i);
        });
        double sum = 0;
        for (const double of_block : sums) sum += of_block;
        return sum;
    }

    const SquareRows<Real, R>& A_;
    const DiagonalBlocks<Real, R>& inverse_;
    Numbers<Real> v_, q_, last_, next_;
    double beta_ = 0;
    int n_steps_ = 0;
};

}  // namespace

template <class Real, int R>
double greatest_eigenvalue(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse) {
    constexpr int most_steps = 10;
    constexpr double nothing = 1e-4;  // in single precision, of the eigenvalue
    constexpr double raised = 1.05;   // a residual tells of the eigenvalues that were met
    Lanczos<Real, R> lanczos(A, inverse);
    Vector diagonal(most_steps), beside(most_steps);
    double bound = 1;
    for (int k = 0; k < most_steps; ++k) {
        if (lanczos.beta() == 0) return bound;
        diagonal[k] = lanczos.step();
        beside[k] = lanczos.beta();
        if (!std::isfinite(diagonal[k]) || !std::isfinite(beside[k]))
            return diagonal[k] + beside[k];
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen;
        eigen.computeFromTridiagonal(diagonal.head(k + 1), beside.head(k));
        const double missing = beside[k] * std::abs(eigen.eigenvectors()(k, k));
        bound = raised * (eigen.eigenvalues()[k] + missing);
        if (missing < nothing * bound) return bound;
    }
    return bound;
}

template double greatest_eigenvalue(const SquareRows<float, 3>&, const DiagonalBlocks<float, 3>&);
template double greatest_eigenvalue(const SquareRows<float, n_motions>&,
                                    const DiagonalBlocks<float, n_motions>&);
template double greatest_eigenvalue(const SquareRows<double, 3>&, const DiagonalBlocks<double, 3>&);
template double greatest_eigenvalue(const SquareRows<double, n_motions>&,
                                    const DiagonalBlocks<double, n_motions>&);

}  // namespace sinew::multigrid
