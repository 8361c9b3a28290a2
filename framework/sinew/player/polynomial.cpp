#include <cstdint>
#include <cstring>
#include <sinew/player/polynomial.hpp>

namespace sinew::stvk {

namespace {

using detail::Doubles;

/// Lane n of the result is the sum of the lanes of x[n].
SINEW_INLINE Pack sums(const Pack (&x)[8]) {
    Doubles pairs[4], fours[2];
    for (int n = 0; n < 4; ++n)
        pairs[n] = __builtin_shufflevector(x[2 * n].v, x[2 * n + 1].v, 0, 8, 2, 10, 4, 12, 6, 14) +
                   __builtin_shufflevector(x[2 * n].v, x[2 * n + 1].v, 1, 9, 3, 11, 5, 13, 7, 15);
    for (int n = 0; n < 2; ++n)
        fours[n] =
            __builtin_shufflevector(pairs[2 * n], pairs[2 * n + 1], 0, 1, 8, 9, 4, 5, 12, 13) +
            __builtin_shufflevector(pairs[2 * n], pairs[2 * n + 1], 2, 3, 10, 11, 6, 7, 14, 15);
    return Pack(__builtin_shufflevector(fours[0], fours[1], 0, 1, 2, 3, 8, 9, 10, 11) +
                __builtin_shufflevector(fours[0], fours[1], 4, 5, 6, 7, 12, 13, 14, 15));
}

/// The first n lanes of x, and zero.
SINEW_INLINE Pack first_lanes(Pack x, int n) {
    constexpr detail::Bits lanes{0, 1, 2, 3, 4, 5, 6, 7};
    return select(Mask(lanes < (detail::Bits{} + std::int64_t{n})), x, Pack(0.0));
}

}  // namespace

Polynomial::Polynomial(Index r) : r_(r), n_blocks_((r + 7) / 8), n_tiles_((n_pairs(r) + 7) / 8) {
    const auto room = std::size_t(8 * n_tiles_ + 8);
    for (auto* pairs : {&A2_, &m_, &y3_, &y4_, &z_}) pairs->assign(room, 0.0);
    A3_.assign(std::size_t(8 * n_tiles_ * r), 0.0);
    S_.assign(std::size_t(64 * n_tiles_ * (n_tiles_ + 1) / 2), 0.0);
    q_.assign(std::size_t(8 * n_blocks_), 0.0);
    f_.assign(std::size_t(8 * n_blocks_), 0.0);

    std::vector<std::array<Index, 2>> pair;
    for (Index j = 0; j < r; ++j)
        for (Index i = 0; i <= j; ++i) pair.push_back({i, j});
    const auto is_pair = [&pair](Index n) { return n < Index(pair.size()); };
    const auto of = [&pair](Index n) { return pair[std::size_t(n)]; };
    A3_of_.reserve(A3_.size());
    for (Index k = 0; k < r; ++k)
        for (Index row = 0; row < 8 * n_tiles_; ++row)
            A3_of_.push_back(is_pair(row) ? int(place_of(of(row)[0], of(row)[1], k)) : -1);
    S_of_.reserve(S_.size());
    for (Index right = 0; right < n_tiles_; ++right)
        for (Index left = 0; left <= right; ++left)
            for (Index column = 8 * right; column < 8 * right + 8; ++column)
                for (Index row = 8 * left; row < 8 * left + 8; ++row)
                    S_of_.push_back(
                        is_pair(row) && is_pair(column)
                            ? int(place_of(of(row)[0], of(row)[1], of(column)[0], of(column)[1]))
                            : -1);
}

void Polynomial::set(const SymmetricTensors& tensors) {
    std::copy(tensors.A2.begin(), tensors.A2.end(), A2_.begin());
    for (std::size_t n = 0; n < A3_.size(); ++n)
        A3_[n] = A3_of_[n] < 0 ? 0 : tensors.A3[std::size_t(A3_of_[n])];
    for (std::size_t n = 0; n < S_.size(); ++n)
        S_[n] = S_of_[n] < 0 ? 0 : tensors.A4[std::size_t(S_of_[n])];
}

SymmetricTensors Polynomial::tensors() const {
    SymmetricTensors tensors(r_);
    std::copy_n(A2_.begin(), tensors.A2.size(), tensors.A2.begin());
    for (std::size_t n = 0; n < A3_.size(); ++n)
        if (A3_of_[n] >= 0) tensors.A3[std::size_t(A3_of_[n])] = A3_[n];
    for (std::size_t n = 0; n < S_.size(); ++n)
        if (S_of_[n] >= 0) tensors.A4[std::size_t(S_of_[n])] = S_[n];
    return tensors;
}

/// q and its monomials.
void Polynomial::take(const Vector& q) {
    std::memcpy(q_.data(), q.data(), std::size_t(r_) * sizeof(double));
    for (Index j = 0; j < r_; ++j) {
        const Pack q_j = q_[std::size_t(j)];
        double* run = &m_[std::size_t(n_pairs(j))];
        // Beyond its end a run is overwritten by the next.
        for (Index i = 0; i <= j; i += 8) (q_j * Pack::load(&q_[std::size_t(i)])).store(run + i);
        run[j] *= 0.5;
    }
    for (Index n = n_pairs(r_); n < 8 * n_tiles_; ++n) m_[std::size_t(n)] = 0;
}

/// y3 := A3 q
void Polynomial::add_cubic() {
    constexpr int at_once = 8;
    for (Index first = 0; first < n_tiles_; first += at_once) {
        const Index n = std::min<Index>(at_once, n_tiles_ - first);
        const double* column = &A3_[std::size_t(8 * first)];
        if (n == at_once) {
            Pack y[at_once];
            for (Pack& sum : y) sum = 0.0;
            for (Index k = 0; k < r_; ++k, column += 8 * n_tiles_) {
                const Pack q_k = q_[std::size_t(k)];
                for (int t = 0; t < at_once; ++t) y[t] += Pack::load(column + 8 * t) * q_k;
            }
            for (int t = 0; t < at_once; ++t) y[t].store(&y3_[std::size_t(8 * (first + t))]);
        } else {
            for (Index t = 0; t < n; ++t) {
                Pack even = 0.0, odd = 0.0;
                const double* entry = column + 8 * t;
                Index k = 0;
                for (; k + 1 < r_; k += 2, entry += 16 * n_tiles_) {
                    even += Pack::load(entry) * Pack(q_[std::size_t(k)]);
                    odd += Pack::load(entry + 8 * n_tiles_) * Pack(q_[std::size_t(k + 1)]);
                }
                if (k < r_) even += Pack::load(entry) * Pack(q_[std::size_t(k)]);
                (even + odd).store(&y3_[std::size_t(8 * (first + t))]);
            }
        }
    }
}

/// y4 := S m
void Polynomial::add_quartic() {
    const double* tile = S_.data();
    for (Index right = 0; right < n_tiles_; ++right) {
        const double* m = &m_[std::size_t(8 * right)];
        Pack m_right[8], y_right[8];
        for (int c = 0; c < 8; ++c) {
            m_right[c] = m[c];
            y_right[c] = 0.0;
        }
        for (Index left = 0; left < right; ++left, tile += 64) {
            double* y = &y4_[std::size_t(8 * left)];
            const Pack m_left = Pack::load(&m_[std::size_t(8 * left)]);
            Pack y_even = Pack::load(y), y_odd = 0.0;
            for (int c = 0; c < 8; c += 2) {
                const Pack even = Pack::load(tile + 8 * c), odd = Pack::load(tile + 8 * c + 8);
                y_even += even * m_right[c];
                y_odd += odd * m_right[c + 1];
                y_right[c] += even * m_left;
                y_right[c + 1] += odd * m_left;
            }
            (y_even + y_odd).store(y);
        }
        Pack even = 0.0, odd = 0.0;
        for (int c = 0; c < 8; c += 2) {
            even += Pack::load(tile + 8 * c) * m_right[c];
            odd += Pack::load(tile + 8 * c + 8) * m_right[c + 1];
        }
        tile += 64;
        (even + odd + sums(y_right)).store(&y4_[std::size_t(8 * right)]);
    }
}

/// f := Z q of a symmetric Z that is given by its pairs.
void Polynomial::multiply(const double* pairs, Vector& f) {
    for (Index block = 0; block < n_blocks_; ++block) {
        const Pack q_block = Pack::load(&q_[std::size_t(8 * block)]);
        Pack dots[8], f_block = 0.0;
        for (int c = 0; c < 8; ++c) {
            dots[c] = 0.0;
            const Index j = 8 * block + c;
            if (j >= r_) continue;
            const double* run = pairs + n_pairs(j);
            const Pack q_j = q_[std::size_t(j)];
            for (Index i = 0; i < 8 * block; i += 8) {
                const Pack z = Pack::load(run + i);
                double* f_above = &f_[std::size_t(i)];
                dots[c] += z * Pack::load(&q_[std::size_t(i)]);
                (Pack::load(f_above) + z * q_j).store(f_above);
            }
            const Pack z = first_lanes(Pack::load(run + 8 * block), c + 1);
            dots[c] += z * q_block;
            f_block += first_lanes(z, c) * q_j;
        }
        (f_block + sums(dots)).store(&f_[std::size_t(8 * block)]);
    }
    f.resize(r_);
    std::memcpy(f.data(), f_.data(), std::size_t(r_) * sizeof(double));
}

/// K := the symmetric matrix that z gives by its pairs.
void Polynomial::unpack(Eigen::MatrixXd& K) {
    K.resize(r_, r_);
    double* column = K.data();
    // Beyond its end a run falls into rows that are written later.
    const Index n_whole = r_ > 8 ? r_ - 8 : 0;
    for (Index j = 0; j < r_; ++j, column += r_) {
        const double* run = &z_[std::size_t(n_pairs(j))];
        if (j < n_whole)
            for (Index i = 0; i <= j; i += 8) Pack::load(run + i).store(column + i);
        else
            std::memcpy(column, run, std::size_t(j + 1) * sizeof(double));
    }
    for (Index j = 0; j < r_; ++j)
        for (Index i = 0; i < j; ++i) K.data()[i * r_ + j] = K.data()[j * r_ + i];
}

void Polynomial::gradient(const Vector& q, Vector& f) {
    take(q);
    add_cubic();
    add_quartic();
    for (Index n = 0; n < 8 * n_tiles_; n += 8) {
        const auto at = std::size_t(n);
        (Pack::load(&A2_[at]) + 0.5 * Pack::load(&y3_[at]) + (1.0 / 3) * Pack::load(&y4_[at]))
            .store(&z_[at]);
    }
    multiply(z_.data(), f);
}

void Polynomial::gradient_and_hessian(const Vector& q, Vector& f, Eigen::MatrixXd& K) {
    take(q);
    add_cubic();
    add_quartic();
    for (Index n = 0; n < 8 * n_tiles_; n += 8) {
        const auto at = std::size_t(n);
        const Pack a = Pack::load(&A2_[at]), y3 = Pack::load(&y3_[at]), y4 = Pack::load(&y4_[at]);
        (a + y3 + y4).store(&z_[at]);
        (a + 0.5 * y3 + (1.0 / 3) * y4).store(&y4_[at]);
    }
    multiply(y4_.data(), f);
    unpack(K);
}

double Polynomial::value(const Vector& q) {
    take(q);
    add_cubic();
    add_quartic();
    // q' Z q is twice the sum over pairs of Z times the monomial.
    Pack sum = 0.0;
    for (Index n = 0; n < 8 * n_tiles_; n += 8) {
        const auto at = std::size_t(n);
        sum += Pack::load(&m_[at]) * (Pack::load(&A2_[at]) + (1.0 / 3) * Pack::load(&y3_[at]) +
                                      (1.0 / 6) * Pack::load(&y4_[at]));
    }
    return sinew::sum(sum);
}

}  // namespace sinew::stvk
