/// Quadratic programs on the unit box whose minima a slower method can find.
#pragma once

#include "bbw/box_problem.hpp"

namespace sinew::bbw::test {

/// Q of a clamped beam of n joints: bends with the fourth difference, and definite.
inline Sparse beam(int n) {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; ++i) {
        entries.emplace_back(i, i, 6.1);
        for (const auto& [step, value] : {std::pair{1, -4.0}, std::pair{2, 1.0}})
            if (i + step < n) {
                entries.emplace_back(i, i + step, value);
                entries.emplace_back(i + step, i, value);
            }
    }
    Sparse Q(n, n);
    Q.setFromTriplets(entries.begin(), entries.end());
    return Q;
}

/// Pulls some joints beyond either bound and leaves others between.
inline Vector pull(int n) {
    return Vector::NullaryExpr(n, [](Eigen::Index i) { return 0.8 * std::sin(0.4 * double(i)); });
}

/// The solution by projected relaxation, a coordinate at a time.
inline Vector relaxed(const BoxProblem& problem) {
    const Eigen::MatrixXd Q = problem.Q;
    Vector w = Vector::Zero(Q.rows());
    for (int sweep = 0; sweep < 20000; ++sweep)
        for (Eigen::Index i = 0; i < w.size(); ++i) {
            const double g = Q.row(i).dot(w) + problem.c(i);
            w(i) = std::clamp(w(i) - g / Q(i, i), 0.0, 1.0);
        }
    return w;
}

}  // namespace sinew::bbw::test
