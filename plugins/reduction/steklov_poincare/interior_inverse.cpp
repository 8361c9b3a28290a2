#include "interior_inverse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/mechanics/math/blocked_sums.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/eigen_symmetric.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew::steklov {

namespace {

using Floats = AlignedVector<float>;

double dot(const Floats& x, const Floats& y) {
    return blocked_sum(Index(x.size()), [&](Index first, Index length) {
        const Eigen::Map<const Eigen::ArrayXf> a(x.data() + first, length);
        const Eigen::Map<const Eigen::ArrayXf> b(y.data() + first, length);
        return (a.cast<double>() * b.cast<double>()).sum();
    });
}

/// out := factor x + y
void add(double factor, const Floats& x, const Floats& y, Floats& out) {
    const std::ptrdiff_t n = std::ptrdiff_t(x.size());
    parallel_blocks_if(n >= 4 * parallel_rows, n, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
        const float a = float(factor);
#pragma omp simd
        for (std::ptrdiff_t i = first; i < last; ++i)
            out[std::size_t(i)] = a * x[std::size_t(i)] + y[std::size_t(i)];
    });
}

}  // namespace

void InteriorInverse::multiply(const Vector& x, Vector& y) const {
    y.setZero(x.size());
    stiffness_.ii.add_product(stiffness_.matrix, 1, x, y);
}

Event InteriorInverse::update_pose() {
    constexpr int poses = 10;
    blocks_.take(stiffness_.ii, stiffness_.matrix, stiffness_.interior->rows(),
                 stiffness_.rotations_interior);
    if (poses_ > 0 && poses_++ < poses) return {};
    poses_ = 1;
    return find_bounds();
}

/// Rounds in single precision, with residuals in double between them.
LinearOutcome InteriorInverse::solve(const Vector& b, Vector& x, double tolerance) {
    constexpr int most = 2000, enough = 8;
    constexpr double finest = 1e-4;  // that a round may gain
    LinearOutcome outcome;
    x.setZero(b.size());
    Vector left = b, step, product;
    const double first = blocked_norm(b);
    outcome.residual = first > 0 ? 1 : 0;
    while (outcome.residual > tolerance) {
        Coefficients found;
        const double wanted = tolerance / outcome.residual;
        const LinearOutcome round = conjugate_gradients(left, step, std::max(finest, wanted),
                                                        most - outcome.iterations, found);
        outcome.iterations += round.iterations;
        outcome.event = round.event;
        if (outcome.event) return outcome;
        x += step;
        if (round.iterations >= enough) {
            const Eigen::Vector2d bounds = bounds_of(found);
            set_bounds(std::min(least_, bounds[0]), std::max(largest_, bounds[1]));
        }
        if (round.residual <= wanted) {
            outcome.residual *= round.residual;
            return outcome;
        }
        multiply(step, product);
        left -= product;
        outcome.residual = blocked_norm(left) / first;
        if (outcome.iterations < most) continue;
        outcome.event = {Event::Kind::not_converged, "", -1,
                         fmt::format("conjugate gradients left a relative residual of {:.2g} "
                                     "after {} iterations",
                                     outcome.residual, most)};
        return outcome;
    }
    return outcome;
}

/// A rigid turn of the whole turns the right-hand side too, and leaves the bounds as they are.
Event InteriorInverse::find_bounds() {
    Vector b(3 * Index(stiffness_.ii.n_rows())), x;
    for (Index i = 0; i < b.size(); ++i) b[i] = std::sin(double((i * 7919) % 10007));
    const NodeRotations& rotations = stiffness_.rotations_interior;
    for (Index k = 0; k < Index(rotations.size()); ++k)
        b.segment<3>(3 * k) = (rotations[std::size_t(k)] * b.segment<3>(3 * k)).eval();
    // Further coefficients would be noise of the factor's single precision.
    Coefficients found;
    const LinearOutcome outcome = conjugate_gradients(b, x, 1e-5, 12, found);
    if (outcome.event) return outcome.event;
    const Eigen::Vector2d bounds = bounds_of(found);
    set_bounds(bounds[0], bounds[1]);
    return {};
}

LinearOutcome InteriorInverse::conjugate_gradients(const Vector& b, Vector& x, double tolerance,
                                                   int most, Coefficients& found) {
    LinearOutcome outcome;
    turn_back(b);
    product_.resize(left_.size());
    const double first = std::sqrt(dot(left_, left_));
    outcome.residual = first > 0 ? 1 : 0;
    double rz = 0, alpha_before = 1, beta = 0;
    while (outcome.iterations < most && outcome.residual > tolerance) {
        solved_ = left_;
        stiffness_.interior->solve(solved_);
        const double next = dot(left_, solved_);
        beta = outcome.iterations > 0 ? next / rz : 0;
        rz = next;
        add(beta, way_, solved_, way_);
        std::fill(product_.begin(), product_.end(), 0.0F);
        blocks_.subtract_product(way_, product_);
        const double curvature = -dot(way_, product_);
        if (!(curvature > 0) || !(rz > 0)) {
            const bool finite = std::isfinite(curvature) && std::isfinite(rz);
            outcome.event = {
                finite ? Event::Kind::not_definite : Event::Kind::not_finite, "", -1,
                fmt::format("curvature {:.3g} in iteration {}", curvature, outcome.iterations)};
            return outcome;
        }
        const double alpha = rz / curvature;
        if (outcome.iterations > 0) found.beside.push_back(std::sqrt(beta) / alpha_before);
        found.diagonal.push_back(1 / alpha + beta / alpha_before);
        alpha_before = alpha;
        add(alpha, way_, sum_, sum_);
        add(alpha, product_, left_, left_);
        ++outcome.iterations;
        outcome.residual = std::sqrt(dot(left_, left_)) / first;
    }
    turn(1, x);
    return outcome;
}

/// Extreme eigenvalues of Lanczos' matrix lie inside the bounds, and near them (Saad 2003, section
/// 6.7.3).
Eigen::Vector2d InteriorInverse::bounds_of(const Coefficients& found) {
    const Index n = Index(found.diagonal.size());
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(n, n);
    for (Index k = 0; k < n; ++k) {
        T(k, k) = found.diagonal[std::size_t(k)];
        if (k + 1 < n) T(k, k + 1) = T(k + 1, k) = found.beside[std::size_t(k)];
    }
    const Vector values = symmetric_decomposition(T).values;
    return {0.9 * values.minCoeff(), 1.05 * values.maxCoeff()};
}

/// The scale is the polynomial's largest value of B's share in K_ii^-1.
void InteriorInverse::set_bounds(double least, double largest) {
    least_ = least;
    largest_ = largest;
    const double middle = 0.5 * (largest_ + least_), radius = 0.5 * (largest_ - least_);
    scale_ = 1 / (1 + 1 / std::cosh(sweeps_ * std::acosh(middle / radius)));
}

void InteriorInverse::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix, std::vector<double>{least_, largest_, double(poses_)});
}

void InteriorInverse::restore(const Archive& archive, const std::string& prefix) {
    const std::vector<double>& numbers = archive.numbers(prefix);
    poses_ = int(numbers.at(2));
    if (poses_ > 0) set_bounds(numbers.at(0), numbers.at(1));
}

/// The residual at the start: x as the factor sees it.
void InteriorInverse::turn_back(const Vector& x) const {
    const std::vector<int>& rows = stiffness_.interior->rows();
    const NodeRotations& rotations = stiffness_.rotations_interior;
    const int n = int(rows.size());
    for (AlignedVector<float>* v : {&left_, &way_, &sum_}) v->assign(4 * std::size_t(n), 0.0F);
    parallel_for_if(n >= parallel_rows, n, [&](int i) {
        const int row = rows[std::size_t(i)];
        Eigen::Vector3d own = x.segment<3>(3 * Index(row));
        if (!rotations.empty()) own = (rotations[std::size_t(row)].transpose() * own).eval();
        Eigen::Map<Eigen::Vector3f>(left_.data() + 4 * std::ptrdiff_t(i)) = own.cast<float>();
    });
}

/// way := carry way + gain M^-1 left, which the sum follows.
void InteriorInverse::sweep(double carry, double gain) const {
    solved_ = left_;
    stiffness_.interior->solve(solved_);
    const std::ptrdiff_t n = std::ptrdiff_t(left_.size());
    parallel_blocks_if(n >= 4 * parallel_rows, n, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
        const float a = float(carry), b = float(gain);
#pragma omp simd
        for (std::ptrdiff_t i = first; i < last; ++i) {
            const std::size_t k = std::size_t(i);
            way_[k] = a * way_[k] + b * solved_[k];
            sum_[k] += way_[k];
        }
    });
}

void InteriorInverse::turn(double factor, Vector& y) const {
    const std::vector<int>& rows = stiffness_.interior->rows();
    const NodeRotations& rotations = stiffness_.rotations_interior;
    const int n = int(rows.size());
    y.resize(3 * Index(n));
    parallel_for_if(n >= parallel_rows, n, [&](int i) {
        const int row = rows[std::size_t(i)];
        Eigen::Vector3d own =
            factor *
            Eigen::Map<const Eigen::Vector3f>(sum_.data() + 4 * std::ptrdiff_t(i)).cast<double>();
        if (!rotations.empty()) own = (rotations[std::size_t(row)] * own).eval();
        y.segment<3>(3 * Index(row)) = own;
    });
}

void InteriorInverse::apply(const Vector& x, Vector& y) const {
    const double middle = 0.5 * (largest_ + least_), radius = 0.5 * (largest_ - least_);
    turn_back(x);
    sweep(0, 1 / middle);
    double rho = radius / middle;
    for (int k = 1; k < sweeps_; ++k) {
        blocks_.subtract_product(way_, left_);
        const double next = 1 / (2 * middle / radius - rho);
        sweep(next * rho, 2 * next / radius);
        rho = next;
    }
    turn(scale_, y);
}

}  // namespace sinew::steklov
