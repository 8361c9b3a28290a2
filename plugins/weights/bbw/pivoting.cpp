#include <algorithm>

#include "box_problem.hpp"

namespace sinew::bbw {
namespace {

constexpr int most_steps = 1000;
constexpr int patience = 20;  // steps without fewer violations before exchanges go one by one
constexpr double value_tolerance = 1e-13, gradient_tolerance = 1e-10;

At exchanged(At at, double w, double g, double diagonal) {
    switch (at) {
        case At::between:
            if (w < -value_tolerance) return At::lower;
            return w > 1 + value_tolerance ? At::upper : At::between;
        case At::lower:
            return g < -gradient_tolerance * diagonal ? At::between : At::lower;
        case At::upper:
            break;
    }
    return g > gradient_tolerance * diagonal ? At::between : At::upper;
}

double violation(double w, double g) {
    const double below = w < 1 ? std::max(-g, 0.0) : 0;
    return std::max(below, w > 0 ? std::max(g, 0.0) : 0);
}

/// The minimum over the variables in between; the others are at their bounds.
class Pivoting {
public:
    explicit Pivoting(const BoxProblem& problem)
        : problem_(problem),
          place_(std::size_t(problem.c.size()), -1) {}

    bool solve(const std::vector<At>& at) {
        std::vector<int> between;
        w.setZero(problem_.c.size());
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (at[i] == At::between) between.push_back(int(i));
            if (at[i] == At::upper) w(Eigen::Index(i)) = 1;
        }
        if (!between.empty()) {
            const Vector g = problem_.Q * w + problem_.c;
            const Sparse lower = lower_part(problem_.Q, between, place_);
            factor_.analyze(lower);
            if (!factor_.factorize(lower)) return false;
            w(between) = factor_.solve(-g(between));
        }
        g = problem_.Q * w + problem_.c;
        return true;
    }

    Vector w, g;

private:
    const BoxProblem& problem_;
    std::vector<int> place_;
    Factor factor_;
};

}  // namespace

Settled settle(const BoxProblem& problem, std::vector<At> at) {
    const Vector diagonal = problem.Q.diagonal();
    Pivoting pivoting(problem);
    Settled result;
    std::size_t fewest = at.size() + 1;
    int left = patience;
    std::vector<std::size_t> wrong;
    while (!result.done && result.n_steps < most_steps) {
        ++result.n_steps;
        if (!pivoting.solve(at)) break;
        wrong.clear();
        const auto other = [&](std::size_t i) {
            const auto k = Eigen::Index(i);
            return exchanged(at[i], pivoting.w(k), pivoting.g(k), diagonal(k));
        };
        for (std::size_t i = 0; i < at.size(); ++i)
            if (other(i) != at[i]) wrong.push_back(i);
        result.done = wrong.empty();
        if (wrong.size() < fewest) {
            fewest = wrong.size();
            left = patience;
        } else if (--left < 0 && !wrong.empty()) {
            wrong = {wrong.back()};
        }
        for (const std::size_t i : wrong) at[i] = other(i);
    }
    result.w = pivoting.w.cwiseMax(0).cwiseMin(1);
    const Vector g = problem.Q * result.w + problem.c;
    for (Eigen::Index i = 0; i < g.size(); ++i)
        result.error = std::max(result.error, violation(result.w(i), g(i)) / diagonal(i));
    return result;
}

}  // namespace sinew::bbw
