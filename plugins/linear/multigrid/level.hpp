/// One level of a hierarchy, and through it those below.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>
#include <optional>

#include "hierarchy.hpp"

namespace sinew::multigrid {

/// The coarsest matrix, factored in double precision; full, unless it is large.
class CoarsestFactor {
public:
    /// False if the matrix is not positive definite on the rows that are not zero.
    template <class Real, int R>
    bool factor(const SquareRows<Real, R>& A);
    /// x := A^-1 b
    template <class Real>
    void solve(const Real* b, Real* x) const;
    std::size_t bytes() const;

private:
    bool is_full() const { return Index(active_.size()) <= most_full; }

    static constexpr Index most_full = 1500;
    Eigen::LLT<Eigen::MatrixXd> full_;
    Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> sparse_;
    std::vector<Index> active_;  ///< rows that are not zero
    Index size_ = 0;
    mutable Vector work_;
};

template <class Real, int R>
class Level {
public:
    explicit Level(const Settings& settings) : settings_(settings) {}

    SquareRows<Real, R> A;

    /// `parts`: the part of each node, which aggregates stay in; empty if there is one.
    /// `known`: aggregates of this level and those below, instead of new ones.
    Event make(const Motions& motions, const std::vector<int>& parts, int depth,
               std::vector<Aggregates>* known);
    Event renew(const Motions& motions, int depth);
    /// x := the cycle's answer to b.
    void cycle(const Real* b, Real* x) const;

    void count(std::vector<LevelCount>& counts) const;
    std::size_t bytes() const;
    void collect(std::vector<Aggregates>& aggregates) const;

private:
    Event invert_diagonal(int depth);
    Event compute(const Motions& motions, int depth, Motions& coarse);
    Aggregates find_aggregates(const std::vector<int>& parts) const;
    bool is_coarsest() const { return below_ == nullptr; }

    Settings settings_;
    DiagonalBlocks<Real, R> inverse_;
    Chebyshev<Real, R> smoother_;
    Interpolation<Real, R> P_;
    std::unique_ptr<Level<Real, n_motions>> below_;
    CoarsestFactor coarsest_;
    mutable Numbers<Real> r_, coarse_b_, coarse_x_;
};

}  // namespace sinew::multigrid
