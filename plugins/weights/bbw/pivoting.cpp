#include <algorithm>

#include "box_problem.hpp"

namespace sinew::bbw {
namespace {

constexpr int most_pivots = 1000;
constexpr int patience = 20;  // steps without fewer violations before exchanges go one by one
constexpr double thinner = 1.0 / 20, thinnest = 1e-8;  // tails
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
        : problem_(problem), place_(std::size_t(problem.c.size()), -1) {}

    bool solve(const std::vector<At>& at) {
        std::vector<int> between;
        w.setZero(problem_.c.size());
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (at[i] == At::between) between.push_back(int(i));
            if (at[i] == At::upper) w(Eigen::Index(i)) = 1;
        }
        if (!between.empty()) {
            const Vector pull = problem_.Q * w + problem_.c;
            const Sparse lower = lower_part(problem_.Q, between, place_);
            factor_.analyze(lower);
            if (!factor_.factorize(lower)) return false;
            w(between) = factor_.solve(-pull(between));
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

/// All exchanges of `at` that w and g ask for.
std::vector<std::size_t> wrong_ones(const Pivoting& found, const Vector& diagonal,
                                    const std::vector<At>& at, std::vector<At>& asked) {
    std::vector<std::size_t> wrong;
    asked = at;
    for (std::size_t i = 0; i < at.size(); ++i) {
        const auto k = Eigen::Index(i);
        asked[i] = exchanged(at[i], found.w(k), found.g(k), diagonal(k));
        if (asked[i] != at[i]) wrong.push_back(i);
    }
    return wrong;
}

/// Free boundaries lie where values are small and move by a ring or two an exchange: those nodes
/// alone make a small problem, which costs little to settle while the others wait.
void settle_tails(const BoxProblem& problem, const Vector& w, double tail, std::vector<At>& at) {
    std::vector<int> near;
    Vector far = w;
    Eigen::Index n_between = 0, n_near = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        double& value = far(Eigen::Index(i));
        n_between += at[i] == At::between;
        if (value > tail && value < 1 - tail) continue;
        n_near += at[i] == At::between;
        near.push_back(int(i));
        value = 0;
    }
    if (near.empty() || 10 * n_near > 9 * n_between) return;
    std::vector<int> position(at.size(), -1);
    const Sparse lower = lower_part(problem.Q, near, position);
    const Sparse Q(lower.selfadjointView<Eigen::Lower>());
    const Vector pull = problem.Q * far + problem.c;
    std::vector<At> part;
    for (const int i : near) part.push_back(at[std::size_t(i)]);
    const Settled settled = settle({Q, pull(near)}, std::move(part), tail * thinner);
    for (std::size_t k = 0; k < near.size(); ++k) at[std::size_t(near[k])] = settled.at[k];
}

}  // namespace

Settled settle(const BoxProblem& problem, std::vector<At> at, double tail) {
    const Vector diagonal = problem.Q.diagonal();
    Pivoting pivoting(problem);
    Settled result;
    std::size_t fewest = at.size() + 1;
    int left = patience;
    std::vector<At> asked;
    while (!result.done && result.n_steps < most_pivots) {
        ++result.n_steps;
        if (!pivoting.solve(at)) break;
        std::vector<std::size_t> wrong = wrong_ones(pivoting, diagonal, at, asked);
        result.done = wrong.empty();
        if (result.done) break;
        if (wrong.size() < fewest) {
            fewest = wrong.size();
            left = patience;
        } else if (--left < 0) {
            wrong = {wrong.back()};
        }
        for (const std::size_t i : wrong) at[i] = asked[i];
        if (tail > thinnest && left > patience / 2) settle_tails(problem, pivoting.w, tail, at);
    }
    result.at = std::move(at);
    result.w = pivoting.w.cwiseMax(0).cwiseMin(1);
    const Vector g = problem.Q * result.w + problem.c;
    for (Eigen::Index i = 0; i < g.size(); ++i)
        result.error = std::max(result.error, violation(result.w(i), g(i)) / diagonal(i));
    return result;
}

}  // namespace sinew::bbw
