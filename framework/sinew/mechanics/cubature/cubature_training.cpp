#include <algorithm>
#include <sinew/mechanics/cubature/cubature_fit.hpp>

namespace sinew {

namespace {

/// Cosines with the residual up to this are round-off.
constexpr double no_gain = 1e-9;

/// The position in the list of the column that is most parallel to the residual; -1 if none is.
int most_parallel(ColumnCache& cache, const std::vector<int>& list, const Vector& residual) {
    const auto found = cache.products(list, residual);
    int best = -1;
    double best_cosine = no_gain * residual.norm();
    for (Index k = 0; k < found.with_r.size(); ++k) {
        if (found.squares[k] <= 0) continue;
        const double cosine = found.with_r[k] / std::sqrt(found.squares[k]);
        if (cosine > best_cosine) {
            best_cosine = cosine;
            best = int(k);
        }
    }
    return best;
}

int most_points(const CubatureColumns& columns, const CubatureGoal& goal) {
    return std::min(goal.size, columns.n_candidates());
}

}  // namespace

Cubature greedy_cubature(const CubatureColumns& columns, const CubatureGoal& goal) {
    ColumnCache cache(columns, goal.memory);
    CubatureFit fit(columns, goal);
    Random random(goal.seed);
    Progress progress(50);
    FitTarget target(goal);
    while (!target.is_reached(fit) && fit.size() < most_points(columns, goal) &&
           !progress.is_over(fit.error())) {
        std::vector<int> left = fit.others();
        int best = -1;
        // A choice without any gain is followed by others, until all candidates have been seen.
        while (best < 0 && !left.empty()) {
            const int count = std::min(goal.per_step, int(left.size()));
            shuffle_front(left, count, random);
            const std::vector<int> choice(left.begin(), left.begin() + count);
            const int k = most_parallel(cache, choice, fit.residual());
            if (k >= 0) best = choice[std::size_t(k)];
            left.erase(left.begin(), left.begin() + count);
        }
        if (best < 0) break;  // the best of all fits
        fit.add(best, cache.columns({best}).front());
        fit.solve();
    }
    return fit.result();
}

Cubature importance_cubature(const CubatureColumns& columns, const CubatureGoal& goal) {
    constexpr int n_together = 64;  // candidates whose columns are computed together
    ColumnCache cache(columns, goal.memory);
    CubatureFit fit(columns, goal);
    Random random(goal.seed);
    Progress progress(20);
    FitTarget target(goal);
    while (!target.is_reached(fit) && fit.size() < most_points(columns, goal) &&
           !progress.is_over(fit.error())) {
        std::vector<int> left = fit.others();
        const int room = std::min(goal.per_step, most_points(columns, goal) - fit.size());
        const double scale = double(left.size()) / fit.residual().squaredNorm();
        const Vector residual = fit.residual();
        int n_added = 0;
        while (n_added < room && !left.empty()) {
            const int count = std::min(n_together, int(left.size()));
            shuffle_front(left, count, random);
            const std::vector<int> choice(left.begin(), left.begin() + count);
            const Vector parts = cache.products(choice, residual).with_r;
            const auto column = cache.columns(choice);
            for (int k = 0; k < count && n_added < room; ++k) {
                // Equation 2.15: one on average where all weights are still to be found.
                if (random.uniform() >= scale * std::abs(parts[k])) continue;
                fit.add(choice[std::size_t(k)], column[std::size_t(k)]);
                ++n_added;
            }
            left.erase(left.begin(), left.begin() + count);
        }
        fit.solve();
    }
    return fit.result();
}

}  // namespace sinew
