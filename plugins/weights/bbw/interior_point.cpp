#include <algorithm>

#include "box_problem.hpp"

namespace sinew::bbw {
namespace {

constexpr int most_steps = 40;
constexpr double margin = 0.02;       // of the start to the bounds
constexpr double reduction = 1e-9;    // of the mean product of gap and multiplier
constexpr double least_value = 1e-6;  // of a variable that is taken to be off its bound

/// Largest part of a step that keeps x > 0, at most 1.
double longest(const Vector& x, const Vector& dx) {
    double part = 1;
    for (Eigen::Index i = 0; i < x.size(); ++i)
        if (dx(i) < 0) part = std::min(part, -x(i) / dx(i));
    return part;
}

/// w and 1 - w, with the multipliers of their bounds: Qw + c - z + y = 0.
struct Point {
    Vector w, z, y;
    Vector gap() const { return (1 - w.array()).matrix(); }
    double mean_product() const {
        return (w.dot(z) + gap().dot(y)) / double(std::max<Eigen::Index>(2 * w.size(), 1));
    }
};

Point start_of(const Vector& start, const std::vector<int>& subset, const Sparse& lower,
               const Vector& c) {
    Point p;
    p.w.resize(Eigen::Index(subset.size()));
    for (std::size_t k = 0; k < subset.size(); ++k)
        p.w(Eigen::Index(k)) = std::clamp(start(subset[k]), margin, 1 - margin);
    const Vector g = lower.selfadjointView<Eigen::Lower>() * p.w + c;
    const double mu = g.cwiseAbs().cwiseProduct(p.w.cwiseProduct(p.gap())).mean();
    p.z = g.cwiseMax(0) + mu * p.w.cwiseInverse();
    p.y = (-g).cwiseMax(0) + mu * p.gap().cwiseInverse();
    return p;
}

}  // namespace

std::vector<At> near_minimum(const BoxProblem& problem, const Vector& start,
                             const std::vector<int>& subset, int& n_steps) {
    std::vector<At> at(std::size_t(problem.c.size()), At::lower);
    if (subset.empty()) return at;
    std::vector<int> position(at.size(), -1);
    const Sparse lower = lower_part(problem.Q, subset, position);
    const Vector diagonal = lower.diagonal();
    const Vector c = problem.c(subset);
    Sparse matrix = lower;
    Factor factor;
    factor.analyze(lower);

    Point p = start_of(start, subset, lower, c);
    const double first = p.mean_product();
    for (int step = 0; step < most_steps && p.mean_product() > reduction * first; ++step) {
        const Vector t = p.gap();
        // The diagonal entry is the first of each column of the lower half.
        for (int k = 0; k < int(subset.size()); ++k)
            matrix.valuePtr()[matrix.outerIndexPtr()[k]] =
                diagonal(k) + p.z(k) / p.w(k) + p.y(k) / t(k);
        ++n_steps;
        if (!factor.factorize(matrix)) break;
        const Vector g = lower.selfadjointView<Eigen::Lower>() * p.w + c;
        // w z + dw z + w dz = a, t y - dw y + t dy = b.
        const auto direction = [&](const Vector& a, const Vector& b, Point& d) {
            d.w = factor.solve(-g + a.cwiseQuotient(p.w) - b.cwiseQuotient(t));
            d.z = (a - p.z.cwiseProduct(d.w)).cwiseQuotient(p.w) - p.z;
            d.y = (b + p.y.cwiseProduct(d.w)).cwiseQuotient(t) - p.y;
        };
        const auto part_of = [&](const Point& d) {
            return std::min(std::min(longest(p.w, d.w), longest(t, -d.w)),
                            std::min(longest(p.z, d.z), longest(p.y, d.y)));
        };
        const auto moved = [&](const Point& d, double part) {
            return Point{p.w + part * d.w, p.z + part * d.z, p.y + part * d.y};
        };
        Point d;
        direction(Vector::Zero(t.size()), Vector::Zero(t.size()), d);
        const double mu = p.mean_product();
        const double ahead = moved(d, part_of(d)).mean_product() / mu;
        const Vector aim = Vector::Constant(t.size(), mu * ahead * ahead * ahead);
        direction(aim - d.w.cwiseProduct(d.z), aim + d.w.cwiseProduct(d.y), d);
        p = moved(d, 0.995 * part_of(d));
    }
    for (std::size_t k = 0; k < subset.size(); ++k) {
        const auto i = Eigen::Index(k);
        const bool below = p.w(i) < least_value || diagonal(i) * p.w(i) < p.z(i);
        const double gap = 1 - p.w(i);
        const bool above = gap < least_value || diagonal(i) * gap < p.y(i);
        at[std::size_t(subset[k])] = below ? At::lower : above ? At::upper : At::between;
    }
    return at;
}

}  // namespace sinew::bbw
