/// What the trainers of cubatures share: columns at hand, the fit of weights, random choices.
#pragma once

#include <sinew/mechanics/cubature/cubature_training.hpp>
#include <sinew/mechanics/math/random.hpp>

namespace sinew {

/// Columns as they are asked for, the latest kept as memory allows.
class ColumnCache {
public:
    ColumnCache(const CubatureColumns& source, std::size_t bytes);

    /// Columns of different candidates; they stay where they are until the next call.
    std::vector<const double*> columns(const std::vector<int>& candidates);
    /// Dot products of such columns with r, and their squared lengths.
    struct Products {
        Vector with_r, squares;
    };
    Products products(const std::vector<int>& candidates, const Vector& r);

private:
    double* slot(std::size_t k) { return numbers_.data() + k * rows_; }

    const CubatureColumns& source_;
    std::size_t rows_, most_;
    std::vector<double> numbers_;
    std::vector<int> slot_of_;  ///< of each candidate, or -1
    std::vector<int> held_by_;  ///< candidate of each slot
    std::vector<long> wanted_;  ///< last call that wanted each slot
    std::size_t next_ = 0;      ///< slot to be given away next
    long call_ = 0;
};

/// The points so far, with the best weights for them.
class CubatureFit {
public:
    CubatureFit(const CubatureColumns& source, const CubatureGoal& goal)
        : b_(&source.target()),
          residual_(*b_),
          is_in_(std::size_t(source.n_candidates()), 0),
          most_exchanges_(goal.most_exchanges) {}

    void add(int candidate, const double* column);
    /// Keeps the points whose flag is set, in order.
    void keep(const std::vector<char>& flags);
    /// Weights >= 0 by least squares; points of weight zero go.
    void solve();

    int size() const { return int(candidates_.size()); }
    const std::vector<int>& candidates() const { return candidates_; }
    const Vector& weights() const { return weights_; }
    auto columns() const { return A_.leftCols(size()); }
    /// Of the points' columns.
    Vector lengths() const { return gram_.diagonal().head(size()).cwiseSqrt(); }
    const Vector& residual() const { return residual_; }  ///< b - A w
    double error() const { return residual_.norm() / b_->norm(); }
    bool has(int candidate) const { return is_in_[std::size_t(candidate)] != 0; }
    /// Candidates that are no points, ascending.
    std::vector<int> others() const;

    Cubature result() const;

private:
    const Vector* b_;
    Vector residual_;
    std::vector<char> is_in_;
    std::vector<int> candidates_;
    Vector weights_;
    Eigen::MatrixXd A_, gram_;
    Vector rhs_;
    int most_exchanges_;
    int n_solves_ = 0, n_unfinished_ = 0;
};

/// Puts `count` random entries of the list, all different, at its front, in random order.
void shuffle_front(std::vector<int>& list, int count, Random& random);

}  // namespace sinew
