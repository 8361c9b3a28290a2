#include "stvk_polynomial/strain_rows.hpp"

namespace sinew::stvk {

Modes::Modes(const Eigen::MatrixXd& U)
    : r_(U.cols()), padded_((U.cols() + 7) / 8 * 8), values_(std::size_t(U.rows() * padded_)) {
    for (Index i = 0; i < r_; ++i)
        for (Index row = 0; row < U.rows(); ++row)
            values_[std::size_t(row * padded_ + i)] = U(row, i);
}

void StrainRows::clear() {
    std::fill(gradients_.begin(), gradients_.end(), 0.0);
}

void StrainRows::add(const double* u, int m, int k, double dN) {
    double* sum = &gradients_[std::size_t((3 * m + k) * modes_.padded())];
    for (Index i = 0; i < modes_.padded(); i += 8)
        (Pack::load(sum + i) + dN * Pack::load(u + i)).store(sum + i);
}

void StrainRows::add(Index node, int k, double dN) {
    for (int m = 0; m < 3; ++m) add(modes_.at(node, m), m, k, dN);
}

void StrainRows::turn(const Eigen::Matrix3d& axes, const Eigen::Matrix<int, 8, 1>& nodes) {
    double* turned = turned_.data();
    for (const int node : nodes)
        for (int m = 0; m < 3; ++m, turned += modes_.padded())
            for (Index i = 0; i < modes_.padded(); i += 8)
                (axes(0, m) * Pack::load(modes_.at(node, 0) + i) +
                 axes(1, m) * Pack::load(modes_.at(node, 1) + i) +
                 axes(2, m) * Pack::load(modes_.at(node, 2) + i))
                    .store(turned + i);
}

void StrainRows::add_turned(int a, int k, double dN) {
    for (int m = 0; m < 3; ++m) add(&turned_[std::size_t((3 * a + m) * modes_.padded())], m, k, dN);
}

// Beyond its end a run of packs is overwritten by the next, and the last one falls into room that
// nobody reads.

const double* StrainRows::strain(int k, int l, double factor) {
    const Index r = modes_.r();
    double* out = row_.data();
    const double half = 0.5 * factor;
    for (Index i = 0; i < r; i += 8)
        (half * (Pack::load(d(k, l) + i) + Pack::load(d(l, k) + i))).store(out + i);
    out += r;
    for (Index j = 0; j < r; out += ++j) {
        Pack left[3], right[3];
        for (int m = 0; m < 3; ++m) {
            left[m] = (k == l ? factor : half) * d(m, k)[j];
            right[m] = half * d(m, l)[j];
        }
        for (Index i = 0; i <= j; i += 8) {
            Pack b = 0.0;
            for (int m = 0; m < 3; ++m) b += left[m] * Pack::load(d(m, l) + i);
            if (k != l)
                for (int m = 0; m < 3; ++m) b += right[m] * Pack::load(d(m, k) + i);
            b.store(out + i);
        }
    }
    return row_.data();
}

const double* StrainRows::trace(double factor) {
    const Index r = modes_.r();
    double* out = row_.data();
    for (Index i = 0; i < r; i += 8)
        (factor * (Pack::load(d(0, 0) + i) + Pack::load(d(1, 1) + i) + Pack::load(d(2, 2) + i)))
            .store(out + i);
    out += r;
    for (Index j = 0; j < r; out += ++j)
        for (Index i = 0; i <= j; i += 8) {
            Pack b = 0.0;
            for (int m = 0; m < 3; ++m)
                for (int k = 0; k < 3; ++k)
                    b += Pack(factor * d(m, k)[j]) * Pack::load(d(m, k) + i);
            b.store(out + i);
        }
    return row_.data();
}

}  // namespace sinew::stvk
