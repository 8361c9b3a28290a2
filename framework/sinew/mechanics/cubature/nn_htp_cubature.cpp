/// Hard thresholding pursuit with weights that are not negative. It departs from algorithm 3 of
/// Teng 2016 (von Tycowicz et al. 2013, algorithm 1) where that, taken by the letter, stands still:
///
/// - Columns have length one here, so that gradients and thresholds compare what elements add to
///   the fit, |a_e| w_e. By the letter they compare w_e after a step along a_e'r, which grows with
///   an element's size, whatever it adds. Pursuits are analysed for columns of length one.
/// - Several steps are tried, from mu down to a part of it and then up to multiples, and the first
///   is taken that lowers the error of the fit after the least squares of line 12. Columns of
///   elements are nearly parallel: mu then often exchanges no point, where line 10 would end the
///   search, or some for the worse. So the error never rises.
/// - mu is the length that minimises g along the gradient: equation 2.19 has the gradient's factor
///   of 2 twice.
/// - An iteration without gain is no end, since the next one sees other random candidates: some in
///   a row are. Neither is a small gradient: what is asked for is a tolerance of the error, and the
///   number of points s, which algorithm 3 is given, grows until it is met.

#include <algorithm>
#include <sinew/mechanics/cubature/cubature_fit.hpp>

namespace sinew {

namespace {

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

class Pursuit {
public:
    Pursuit(const CubatureColumns& columns, const CubatureGoal& goal)
        : cache_(columns, goal.memory), fit_(columns, goal), random_(goal.seed) {}

    /// Line 1 of the algorithm: s random points.
    void begin(int s) {
        std::vector<int> all = fit_.others();
        shuffle_front(all, s, random_);
        all.resize(std::size_t(s));
        const auto columns = cache_.columns(all);
        for (int k = 0; k < s; ++k) fit_.add(all[std::size_t(k)], columns[std::size_t(k)]);
        fit_.solve();
    }

    /// One iteration for s points, with a random choice of so many of the others; stays where it
    /// is if that brings no better fit.
    void step(int s, int n_seen) {
        // -grad g / 2 = A'(b - A w), on the points and on a random choice of other candidates (the
        // lazy gradient of line 3). Columns are taken at length one, as
        // pursuits need them: weights w are those times their lengths.
        std::vector<int> others = fit_.others();
        n_seen = std::min(n_seen, int(others.size()));
        shuffle_front(others, n_seen, random_);
        others.resize(std::size_t(n_seen));
        const auto products = cache_.products(others, fit_.residual());
        const Vector lengths = products.squares.cwiseSqrt().cwiseMax(1e-300);
        const Vector descent = products.with_r.cwiseQuotient(lengths);

        // The set of equation 2.18: the points (first) and the s steepest of the others.
        const std::vector<Index> steepest = largest_positive(descent, s);
        std::vector<int> entering;
        for (const Index k : steepest) entering.push_back(others[std::size_t(k)]);
        const auto columns = cache_.columns(entering);
        const int n = fit_.size(), n_all = n + int(entering.size());
        const Vector of_points = fit_.lengths();
        Vector d(n_all), w = Vector::Zero(n_all);
        d.head(n).noalias() = fit_.columns().transpose() * fit_.residual();
        d.head(n).array() /= of_points.array();
        d.tail(n_all - n) = descent(steepest);
        w.head(n) = fit_.weights().cwiseProduct(of_points);

        // Equation 2.19, with the gradient's factor of 2 left out of mu and of the step: the
        // length that minimises g along d.
        Vector Ad = fit_.columns() * d.head(n).cwiseQuotient(of_points);
        for (int k = n; k < n_all; ++k)
            Ad += d[k] / lengths[steepest[std::size_t(k - n)]] *
                  Eigen::Map<const Vector>(columns[std::size_t(k - n)], Ad.size());
        if (Ad.squaredNorm() <= 0) return;
        const double mu = d.squaredNorm() / Ad.squaredNorm();

        // Lines 8 to 12. Columns of elements are nearly parallel, and then mu, which is meant for
        // s new points together, often exchanges none. So where it brings no better fit shorter
        // steps are tried, which exchange fewer points, and then longer ones.
        constexpr double factors[] = {1, 0.5, 0.25, 0.125, 1.0 / 16, 1.0 / 32, 1.0 / 64, 2,
                                      4, 8,   16,   32,    64,       128,      256};
        const CubatureFit before = fit_;
        std::vector<std::vector<Index>> tried(1);
        for (int k = 0; k < n; ++k) tried[0].push_back(k);
        for (const double factor : factors) {
            std::vector<Index> chosen = largest_positive(w + factor * mu * d, s);
            if (std::find(tried.begin(), tried.end(), chosen) != tried.end()) continue;
            std::vector<char> stays(std::size_t(n_all), 0);
            for (const Index k : chosen) stays[std::size_t(k)] = 1;
            fit_.keep({stays.begin(), stays.begin() + n});
            for (int k = n; k < n_all; ++k)
                if (stays[std::size_t(k)])
                    fit_.add(entering[std::size_t(k - n)], columns[std::size_t(k - n)]);
            fit_.solve();
            if (fit_.error() < before.error()) return;
            fit_ = before;
            tried.push_back(std::move(chosen));
            if (tried.size() > 8) return;
        }
    }

    double error() const { return fit_.error(); }
    Cubature result() const { return fit_.result(); }

private:
    ColumnCache cache_;
    CubatureFit fit_;
    Random random_;
};

}  // namespace

Cubature nn_htp_cubature(const CubatureColumns& columns, const CubatureGoal& goal) {
    // With random choices one step without gain is no sign of the end: some in a row are. After
    // one, the next looks at half as many candidates, so that others than the steepest have a turn.
    constexpr int patience = 3, last_patience = 10, most_iterations = 100;
    const int most = std::min(goal.size, columns.n_candidates());
    int s = std::min(8, most);
    Pursuit pursuit(columns, goal);
    pursuit.begin(s);
    while (true) {
        int n_idle = 0;
        for (int k = 0; k < most_iterations && n_idle < (s == most ? last_patience : patience);
             ++k) {
            const double before = pursuit.error();
            if (before <= goal.tolerance) break;
            pursuit.step(s, std::max(s / 2, 5 * s >> n_idle));
            n_idle = pursuit.error() < (1 - 1e-3) * before ? 0 : n_idle + 1;
        }
        if (pursuit.error() <= goal.tolerance || s == most) return pursuit.result();
        s = std::min(most, std::max(s + 1, s + s / 8));
    }
}

}  // namespace sinew
