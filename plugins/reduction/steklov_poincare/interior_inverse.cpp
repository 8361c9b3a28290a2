#include "interior_inverse.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sinew/mechanics/linear/reductions.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/eigen_symmetric.hpp>

namespace sinew::steklov {

void apply_skinned(const Preconditioner& factor, const NodeRotations& rotations, const Vector& x,
                   Vector& y, Vector& work) {
    if (rotations.empty()) {
        factor.apply(x, y);
        return;
    }
    const Index n = Index(rotations.size());
    work.resize(x.size());
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (Index k = 0; k < n; ++k)
        work.segment<3>(3 * k).noalias() =
            rotations[std::size_t(k)].transpose() * x.segment<3>(3 * k);
    factor.apply(work, y);
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (Index k = 0; k < n; ++k)
        y.segment<3>(3 * k) = (rotations[std::size_t(k)] * y.segment<3>(3 * k)).eval();
}

void InteriorInverse::multiply(const Vector& x, Vector& y) const {
    y.setZero(x.size());
    stiffness_.ii.add_product(stiffness_.matrix, 1, x, y);
}

void InteriorInverse::precondition(const Vector& x, Vector& y) const {
    apply_skinned(*stiffness_.interior, stiffness_.rotations_interior, x, y, work_);
}

Event InteriorInverse::follow() {
    constexpr int poses = 10;
    blocks_.take(stiffness_.ii, stiffness_.matrix, stiffness_.interior->rows(),
                 stiffness_.rotations_interior);
    if (poses_ > 0 && poses_++ < poses) return {};
    poses_ = 1;
    return find_bounds();
}

LinearOutcome InteriorInverse::solve(const Vector& b, Vector& x, double tolerance) {
    constexpr int most = 2000, enough = 8;
    Coefficients found;
    LinearOutcome outcome = conjugate_gradients(b, x, tolerance, most, found);
    if (!outcome.event && outcome.iterations == most)
        outcome.event = {Event::Kind::not_converged, "", -1,
                         fmt::format("conjugate gradients left a relative residual of {:.2g} "
                                     "after {} iterations",
                                     outcome.residual, most)};
    if (!outcome.event && outcome.iterations >= enough) {
        const Eigen::Vector2d bounds = bounds_of(found);
        set_bounds(std::min(least_, bounds[0]), std::max(largest_, bounds[1]));
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
    x.setZero(b.size());
    r_ = b;
    const double first = blocked_norm(b);
    outcome.residual = first > 0 ? 1 : 0;
    precondition(r_, z_);
    d_ = z_;
    double rz = blocked_dot(r_, z_), alpha_before = 1, beta = 0;
    while (outcome.iterations < most && outcome.residual > tolerance) {
        multiply(d_, Ad_);
        const double curvature = blocked_dot(d_, Ad_);
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
        x += alpha * d_;
        r_ -= alpha * Ad_;
        precondition(r_, z_);
        const double next = blocked_dot(r_, z_);
        beta = next / rz;
        rz = next;
        alpha_before = alpha;
        d_ = z_ + beta * d_;
        ++outcome.iterations;
        outcome.residual = blocked_norm(r_) / first;
    }
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
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (int i = 0; i < n; ++i) {
        const int row = rows[std::size_t(i)];
        Eigen::Vector3d own = x.segment<3>(3 * Index(row));
        if (!rotations.empty()) own = (rotations[std::size_t(row)].transpose() * own).eval();
        Eigen::Map<Eigen::Vector3f>(left_.data() + 4 * std::ptrdiff_t(i)) = own.cast<float>();
    }
}

/// way := carry way + gain M^-1 left, which the sum follows.
void InteriorInverse::sweep(double carry, double gain) const {
    const std::ptrdiff_t n = std::ptrdiff_t(left_.size());
    const float a = float(carry), b = float(gain);
    solved_ = left_;
    stiffness_.interior->solve(solved_);
#pragma omp parallel for simd schedule(static) if (n >= 4 * parallel_rows)
    for (std::ptrdiff_t i = 0; i < n; ++i) {
        const std::size_t k = std::size_t(i);
        way_[k] = a * way_[k] + b * solved_[k];
        sum_[k] += way_[k];
    }
}

void InteriorInverse::turn(Vector& y) const {
    const std::vector<int>& rows = stiffness_.interior->rows();
    const NodeRotations& rotations = stiffness_.rotations_interior;
    const int n = int(rows.size());
    y.resize(3 * Index(n));
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (int i = 0; i < n; ++i) {
        const int row = rows[std::size_t(i)];
        Eigen::Vector3d own =
            scale_ *
            Eigen::Map<const Eigen::Vector3f>(sum_.data() + 4 * std::ptrdiff_t(i)).cast<double>();
        if (!rotations.empty()) own = (rotations[std::size_t(row)] * own).eval();
        y.segment<3>(3 * Index(row)) = own;
    }
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
    turn(y);
}

}  // namespace sinew::steklov
