/// Hard thresholding pursuit with weights that are not negative: algorithm 3 of Teng 2016 (von
/// Tycowicz et al. 2013, algorithm 1),
///
///     w := H_s(w - mu grad g(w)),   g(w) = |A w - b|^2,   then non-negative least squares,
///
/// where H_s leaves the s largest positive entries and mu is the length that minimises g along the
/// gradient: equation 2.19 has the gradient's factor of 2 twice. It ends where an iteration
/// exchanges no point.

#include <algorithm>
#include <sinew/mechanics/cubature/cubature_fit.hpp>

namespace sinew {

namespace {

/// "Choosing C about 5 s gives the best results" (Teng 2016, section 2.2.3).
constexpr int candidates_per_point = 5;
/// Iterations that go round in a circle end, too.
constexpr int most_iterations = 100;

/// The `count` largest positive of some numbers, by their positions, ascending.
std::vector<Index> largest_positive(const Vector& values, int count) {
    std::vector<Index> positions;
    for (Index k = 0; k < values.size(); ++k)
        if (values[k] > 0) positions.push_back(k);
    const auto end = positions.begin() + std::min<Index>(count, Index(positions.size()));
    std::partial_sort(positions.begin(), end, positions.end(), [&](Index a, Index b) {
        return values[a] != values[b] ? values[a] > values[b] : a < b;
    });
    positions.erase(end, positions.end());
    std::sort(positions.begin(), positions.end());
    return positions;
}

/// Algorithm 3 for s points.
class Pursuit {
public:
    Pursuit(const CubatureColumns& columns, const CubatureGoal& goal, ColumnCache& cache,
            Random& random, int s)
        : cache_(cache), fit_(columns, goal), random_(random), s_(s) {
        support_ = some_others(s);  // line 1
        const auto at = cache_.columns(support_);
        for (std::size_t k = 0; k < support_.size(); ++k) fit_.add(support_[k], at[k]);
        fit_.solve();
        std::sort(support_.begin(), support_.end());
        for (int k = 0; k < most_iterations && exchange(); ++k) {
        }
    }

    const CubatureFit& fit() const { return fit_; }

private:
    std::vector<int> some_others(int count) {
        std::vector<int> others = fit_.others();
        count = std::min(count, int(others.size()));
        shuffle_front(others, count, random_);
        others.resize(std::size_t(count));
        return others;
    }

    /// Lines 3 to 12; false if the support stays.
    bool exchange() {
        // -grad g / 2 = A'(b - A w), on the points and on a random choice of the others (the lazy
        // gradient of line 3), and its support of equation 2.18: the points, first, and the s
        // steepest of the others.
        const std::vector<int> others = some_others(candidates_per_point * s_);
        const Vector descent = cache_.products(others, fit_.residual()).with_r;
        const std::vector<Index> steepest = largest_positive(descent, s_);
        std::vector<int> entering;
        for (const Index k : steepest) entering.push_back(others[std::size_t(k)]);
        const auto columns = cache_.columns(entering);
        const int n = fit_.size(), n_all = n + int(entering.size());
        Vector d(n_all), w = Vector::Zero(n_all);
        d.head(n).noalias() = fit_.columns().transpose() * fit_.residual();
        d.tail(n_all - n) = descent(steepest);
        w.head(n) = fit_.weights();

        Vector Ad = fit_.columns() * d.head(n);
        for (int k = n; k < n_all; ++k)
            Ad += d[k] * Eigen::Map<const Vector>(columns[std::size_t(k - n)], Ad.size());
        if (Ad.squaredNorm() <= 0) return false;
        const double mu = d.squaredNorm() / Ad.squaredNorm();  // equation 2.19

        std::vector<char> stays(std::size_t(n_all), 0);
        std::vector<int> support;
        for (const Index k : largest_positive(w + mu * d, s_)) {
            stays[std::size_t(k)] = 1;
            support.push_back(k < n ? fit_.candidates()[std::size_t(k)]
                                    : entering[std::size_t(k - n)]);
        }
        std::sort(support.begin(), support.end());
        if (support == support_) return false;  // line 10
        support_ = std::move(support);
        fit_.keep({stays.begin(), stays.begin() + n});
        for (int k = n; k < n_all; ++k)
            if (stays[std::size_t(k)])
                fit_.add(entering[std::size_t(k - n)], columns[std::size_t(k - n)]);
        fit_.solve();
        return true;
    }

    ColumnCache& cache_;
    CubatureFit fit_;
    Random& random_;
    int s_;
    std::vector<int> support_;  ///< before least squares took weights to zero, ascending
};

}  // namespace

Cubature nn_htp_cubature(const CubatureColumns& columns, const CubatureGoal& goal) {
    constexpr int patience = 12;  // so many more points in a row that fit no better end a training
    const int most = std::min(goal.size, columns.n_candidates());
    ColumnCache cache(columns, goal.memory);
    Random random(goal.seed);
    FitTarget target(goal);
    Progress progress(patience);
    Cubature best;
    int n_solves = 0, n_unfinished = 0;
    for (int s = goal.tolerance > 0 ? std::min(8, most) : most;;
         s = std::min(most, s + std::max(1, s / 8))) {
        const Pursuit pursuit(columns, goal, cache, random, s);
        const Cubature found = pursuit.fit().result();
        n_solves += found.iterations;
        n_unfinished += found.unfinished;
        const bool is_reached = target.is_reached(pursuit.fit());
        if (is_reached || best.candidates.empty() || found.error < best.error) best = found;
        if (is_reached || s == most || progress.is_over(found.error)) break;
    }
    best.iterations = n_solves;
    best.unfinished = n_unfinished;
    return best;
}

}  // namespace sinew
