#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/nnls.hpp>
#include <vector>

namespace sinew {

namespace {

/// The problem with columns of length one, and where the solution stands.
class ActiveSet {
    /// Squared distance of a column of length one from the span of others, below which it counts as
    /// one of them: the normal equations know it to about 1e-15 a column.
    static constexpr double dependent = 1e-12;
    /// Gradients below this part of the largest number in A'b (columns of length one) are
    /// round-off.
    static constexpr double negligible = 1e-13;

public:
    ActiveSet(const Eigen::Ref<const Eigen::MatrixXd>& gram, const Eigen::Ref<const Vector>& rhs)
        : n_(rhs.size()), scale_(n_), x_(Vector::Zero(n_)), L_(n_, n_), is_in_(std::size_t(n_), 0) {
        for (Index j = 0; j < n_; ++j) scale_[j] = gram(j, j) > 0 ? 1 / std::sqrt(gram(j, j)) : 0;
        G_ = scale_.asDiagonal() * gram * scale_.asDiagonal();
        h_ = scale_.cwiseProduct(rhs);
    }

    void start_from(const Vector& x) {
        for (Index j = 0; j < n_; ++j)
            if (x[j] > 0 && scale_[j] > 0 && append(int(j))) x_[j] = x[j] / scale_[j];
        settle();
    }

    /// h - G x, where positive the gain that a column outside would bring.
    Vector gradient() const {
        Vector w = h_;
        for (const int j : in_) w -= G_.col(j) * x_[j];
        return w;
    }
    bool is_candidate(Index j) const { return !is_in_[std::size_t(j)] && scale_[j] > 0; }
    double threshold() const { return negligible * h_.cwiseAbs().maxCoeff(); }
    /// |A x - b|^2 - |b|^2 at the least-squares solution of the columns in use.
    double objective() const { return -h_.dot(x_); }

    /// Lets column j in and finds the solution from there; false if it brings nothing.
    bool let_in(int j) {
        if (!append(j)) return false;
        if (solve()[Index(in_.size()) - 1] <= 0) {
            in_.pop_back();
            is_in_[std::size_t(j)] = 0;
            return false;
        }
        settle();
        return true;
    }

    Vector solution() const { return x_.cwiseProduct(scale_); }

private:
    /// One more row of the factor L L' of G over the columns in use.
    bool append(int j) {
        const Index k = Index(in_.size());
        Vector row(k);
        for (Index i = 0; i < k; ++i) row[i] = G_(in_[std::size_t(i)], j);
        L_.topLeftCorner(k, k).triangularView<Eigen::Lower>().solveInPlace(row);
        const double rest = G_(j, j) - row.squaredNorm();
        if (rest < dependent) return false;
        L_.row(k).head(k) = row.transpose();
        L_(k, k) = std::sqrt(rest);
        in_.push_back(j);
        is_in_[std::size_t(j)] = 1;
        return true;
    }

    /// Least squares over the columns in use, of any sign.
    Vector solve() const {
        const Index k = Index(in_.size());
        Vector s = h_(in_);
        const auto L = L_.topLeftCorner(k, k);
        L.triangularView<Eigen::Lower>().solveInPlace(s);
        L.transpose().triangularView<Eigen::Upper>().solveInPlace(s);
        return s;
    }

    /// Moves x towards the least-squares solution; columns whose unknowns reach zero are dropped.
    void settle() {
        while (!in_.empty()) {
            const Vector s = solve();
            double step = 1;
            for (std::size_t i = 0; i < in_.size(); ++i) {
                const double x = x_[in_[i]], to = s[Index(i)];
                if (to <= 0) step = std::min(step, x > 0 ? x / (x - to) : 0);
            }
            const bool all_positive = s.minCoeff() > 0;
            std::vector<int> stay;
            for (std::size_t i = 0; i < in_.size(); ++i) {
                double& x = x_[in_[i]];
                const double to = s[Index(i)];
                const bool reaches_zero = to <= 0 && (x <= 0 || x / (x - to) <= step);
                x = all_positive ? to : reaches_zero ? 0 : x + step * (to - x);
                if (!reaches_zero) stay.push_back(in_[i]);
            }
            if (all_positive) return;
            for (const int j : in_) is_in_[std::size_t(j)] = 0;
            in_.clear();
            for (const int j : stay)
                if (!append(j)) x_[j] = 0;
        }
    }

    Index n_;
    Vector scale_;
    Eigen::MatrixXd G_;
    Vector h_, x_;
    Eigen::MatrixXd L_;
    std::vector<int> in_;
    std::vector<char> is_in_;
};

}  // namespace

NnlsSolution nnls(const Eigen::Ref<const Eigen::MatrixXd>& gram,
                  const Eigen::Ref<const Vector>& rhs, const Vector& start, int most) {
    const Index n = rhs.size();
    SINEW_ASSERT(gram.rows() == n && gram.cols() == n, "A'A is {} x {}, A'b has {}", gram.rows(),
                 gram.cols(), n);
    NnlsSolution solution;
    solution.x = Vector::Zero(n);
    if (n == 0) return solution;
    ActiveSet set(gram, rhs);
    if (start.size() == n) set.start_from(start);

    // Columns that were tried since the objective last fell: without them round-off could let the
    // same one in and out for ever.
    std::vector<char> was_tried(std::size_t(n), 0);
    double objective = set.objective();
    const int bound = most > 0 ? most : 100 + 10 * int(n);
    while (true) {
        const Vector w = set.gradient();
        Index best = -1;
        for (Index j = 0; j < n; ++j)
            if (set.is_candidate(j) && !was_tried[std::size_t(j)] && w[j] > set.threshold() &&
                (best < 0 || w[j] > w[best]))
                best = j;
        if (best < 0) break;
        if (solution.iterations == bound) {
            solution.converged = false;
            break;
        }
        ++solution.iterations;
        was_tried[std::size_t(best)] = 1;
        if (set.let_in(int(best)) && set.objective() < objective) {
            objective = set.objective();
            std::fill(was_tried.begin(), was_tried.end(), 0);
        }
    }
    solution.x = set.solution();
    return solution;
}

}  // namespace sinew
