/// The parts that the trainers of cubatures share: cached columns, the fit of weights, random
/// choices.
#pragma once

#include <sinew/mechanics/cubature/cubature_training.hpp>
#include <sinew/mechanics/math/random.hpp>

namespace sinew {

/// Cache of columns: computes those that are asked for, and keeps the latest as memory allows.
class ColumnCache {
public:
    /// `bytes`: memory for columns that are kept.
    ColumnCache(const CubatureColumns& source, std::size_t bytes);

    /// Columns of different candidates; they stay where they are until the next call.
    std::vector<const double*> columns(const std::vector<int>& candidates);
    /// Dot products of columns with r, and their squared lengths, one a candidate.
    struct Products {
        Vector with_r, squares;  ///< one a candidate
    };
    /// Products of the candidates' columns with r, b.size() numbers.
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

/// Fit of weights w >= 0 to the points so far: min |A w - b|, A of b.size() x size().
class CubatureFit {
public:
    /// Begins without points; the residual is b.
    CubatureFit(const CubatureColumns& source, const CubatureGoal& goal)
        : b_(&source.target()),
          residual_(*b_),
          is_in_(std::size_t(source.n_candidates()), 0),
          most_exchanges_(goal.most_exchanges) {}

    /// Adds a point with its column, b.size() numbers.
    void add(int candidate, const double* column);
    /// Keeps the points whose flag is set, in order.
    void keep(const std::vector<char>& flags);
    /// Solves for the weights by non-negative least squares; points of weight zero are dropped.
    void solve();

    /// Number of points so far.
    int size() const { return int(candidates_.size()); }
    /// Candidates that are points, in the order in which they were added.
    const std::vector<int>& candidates() const { return candidates_; }
    /// Their weights of the last solve, size() numbers; zero for points added since.
    const Vector& weights() const { return weights_; }
    /// Their columns of A, b.size() x size().
    auto columns() const { return A_.leftCols(size()); }
    const Vector& residual() const { return residual_; }  ///< b - A w
    /// Relative residual |A w - b| / |b|.
    double error() const { return residual_.norm() / b_->norm(); }
    /// Candidates that are no points, ascending.
    std::vector<int> others() const;

    /// The points in ascending order, with weights and error.
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

/// Judges whether a fit has got to where it should.
class FitTarget {
public:
    explicit FitTarget(const CubatureGoal& goal) : goal_(goal), bound_(goal.tolerance) {}
    /// True once there are points, the residual is small enough and the goal accepts the fit.
    bool is_reached(const CubatureFit& fit);

private:
    const CubatureGoal& goal_;
    double bound_;  ///< on the residual; it falls as long as the goal does not accept
};

/// Iterations that do not bring the error down end a training.
class Progress {
public:
    explicit Progress(int patience) : patience_(patience) {}
    bool is_over(double error) {
        if (error < (1 - 1e-4) * best_) {
            best_ = error;
            n_idle_ = 0;
        }
        return n_idle_++ >= patience_;
    }

private:
    int patience_, n_idle_ = 0;
    double best_ = 1;
};

/// Puts `count` random entries of the list, all different, at its front, in random order.
void shuffle_front(std::vector<int>& list, int count, Random& random);

}  // namespace sinew
