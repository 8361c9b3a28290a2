/// Non-negative least squares as first published, to compare with.
#pragma once

#include <algorithm>
#include <Eigen/Dense>
#include <vector>

namespace sinew::test {

/// min |A x - b|, x >= 0, by Lawson & Hanson, Solving Least Squares Problems, 1974, ch. 23, with an
/// orthogonal factorisation of A itself.
inline Eigen::VectorXd lawson_hanson(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
    const Eigen::Index n = A.cols();
    Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
    std::vector<int> passive;
    std::vector<char> was_tried(std::size_t(n), 0);
    const double scale = 1e-12 * b.norm();
    double residual = b.norm();
    const auto solve = [&] {
        Eigen::VectorXd s = Eigen::VectorXd::Zero(n);
        if (!passive.empty()) {
            const Eigen::MatrixXd P = A(Eigen::all, passive);
            const Eigen::VectorXd found = P.completeOrthogonalDecomposition().solve(b);
            s(passive) = found;
        }
        return s;
    };
    for (int iteration = 0; iteration < 100 * n; ++iteration) {
        const Eigen::VectorXd w = A.transpose() * (b - A * x);
        int best = -1;
        for (int j = 0; j < n; ++j) {
            const bool is_passive = std::find(passive.begin(), passive.end(), j) != passive.end();
            const double length = A.col(j).norm();
            if (is_passive || was_tried[std::size_t(j)] || w[j] <= scale * length) continue;
            if (best < 0 || w[j] / length > w[best] / A.col(best).norm()) best = j;
        }
        if (best < 0) break;
        was_tried[std::size_t(best)] = 1;
        passive.push_back(best);
        const Eigen::VectorXd before = x;
        const std::vector<int> passive_before(passive.begin(), passive.end() - 1);
        Eigen::VectorXd s = solve();
        while (!passive.empty() && s(passive).minCoeff() <= 0) {
            double step = 1;
            for (const int j : passive)
                if (s[j] <= 0) step = std::min(step, x[j] / std::max(x[j] - s[j], 1e-300));
            x += step * (s - x);
            std::vector<int> stay;
            for (const int j : passive)
                if (s[j] > 0 || x[j] > 1e-14 * x.maxCoeff())
                    stay.push_back(j);
                else
                    x[j] = 0;
            if (stay.size() == passive.size()) break;
            passive = stay;
            s = solve();
        }
        x = s.cwiseMax(0);
        if ((A * x - b).norm() < residual * (1 - 1e-15)) {
            residual = (A * x - b).norm();
            std::fill(was_tried.begin(), was_tried.end(), 0);
        } else {
            x = before;
            passive = passive_before;
        }
    }
    return x;
}

}  // namespace sinew::test
