#include <cmath>
#include <limits>
#include <sinew/mechanics/cubature/weighted_elements.hpp>

namespace sinew {

namespace {

/// The stiffness of one element times its weight, for displacements of nodes 1 ... relative to node
/// 0: blocks K_ab and K_ba = K_ab' of the pairs, and K_aa minus the sum of the others in its row.
template <int N>
SINEW_INLINE void element_stiffness(const double* blocks, double weight, double* K) {
    constexpr int m = 3 * (N - 1);
    for (int a = 0; a < N - 1; ++a)  // K_0a' are the first in the sums on the diagonal
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                K[(3 * a + i) * m + 3 * a + k] = -weight * blocks[9 * a + k + 3 * i];
    const double* block = blocks + 9 * (N - 1);
    for (int a = 0; a < N - 1; ++a)
        for (int b = a + 1; b < N - 1; ++b, block += 9)
            for (int i = 0; i < 3; ++i)
                for (int k = 0; k < 3; ++k) {
                    const double value = weight * block[i + 3 * k];
                    K[(3 * a + i) * m + 3 * b + k] = value;
                    K[(3 * b + k) * m + 3 * a + i] = value;
                    K[(3 * a + i) * m + 3 * a + k] -= value;
                    K[(3 * b + k) * m + 3 * b + i] -= value;
                }
}

/// Y := K D, for K m x m and D of m rows of `width` numbers.
template <int m>
SINEW_INLINE void multiply(const double* K, const double* D, Index width, double* Y) {
    for (Index j = 0; j < width; j += Pack::lanes) {
        Pack d[m];
        for (int k = 0; k < m; ++k) d[k] = Pack::load(D + k * width + j);
        for (int i = 0; i < m; ++i) {
            Pack sum = Pack(K[i * m]) * d[0];
            for (int k = 1; k < m; ++k) sum += Pack(K[i * m + k]) * d[k];
            sum.store(Y + i * width + j);
        }
    }
}

/// K += D' Y in tiles of 8 x 8 on and above the diagonal; D and Y of n rows of `width` numbers.
void add_product(const double* D, const double* Y, Index n, Index width, double* K) {
    for (Index j = 0; j < width; j += Pack::lanes)
        for (Index i = 0; i <= j; i += Pack::lanes) {
            double* to = K + i * width + j;
            Pack sum[Pack::lanes];
            for (int l = 0; l < Pack::lanes; ++l) sum[l] = Pack::load(to + l * width);
            for (Index k = 0; k < n; ++k) {
                const double* d = D + k * width + i;
                const Pack y = Pack::load(Y + k * width + j);
                for (int l = 0; l < Pack::lanes; ++l) sum[l] += Pack(d[l]) * y;
            }
            for (int l = 0; l < Pack::lanes; ++l) sum[l].store(to + l * width);
        }
}

}  // namespace

WeightedElements::WeightedElements(const Body& body, const ElementTable& whole,
                                   const Eigen::MatrixXd& U, std::vector<int> elements,
                                   const Vector& weights)
    : path_(body.path),
      elements_(std::move(elements)),
      part_(body, whole, elements_),
      r_(U.cols()),
      width_((r_ + Pack::lanes - 1) / Pack::lanes * Pack::lanes),
      weights_(Vector::Zero(Pack::lanes * part_.table().n_packs)),
      rows_(part_.rows(U)) {
    for (int position = 0; position < part_.size(); ++position)
        weights_[position] = weights[part_.order(position)];
    const int n_nodes = part_.table().n_nodes_each;
    const std::size_t m = std::size_t(part_.n_differences()), width = std::size_t(width_);
    D_.resize(std::size_t(part_.size()) * m * width);
    part_.differences(rows_, width_, D_.data());
    const std::size_t batch = std::size_t(Pack::lanes * part_.forces().batch());
    out_forces_.resize(batch * std::size_t(ElementOutput::force_stride(n_nodes)));
    out_blocks_.resize(batch * std::size_t(ElementOutput::block_stride(n_nodes)));
    energies_.resize(std::size_t(part_.forces().batch()));
    f_.resize(width);
    K_.resize(width * width);
    KD_.resize(Pack::lanes * m * width);
}

void WeightedElements::add_forces(Index pack, const double* forces) {
    const int n_nodes = part_.table().n_nodes_each, n_lanes = part_.table().lanes(pack);
    const double* D = D_.data() + Pack::lanes * pack * part_.n_differences() * width_;
    for (int lane = 0; lane < n_lanes; ++lane)
        for (int a = 1; a < n_nodes; ++a)
            for (int i = 0; i < 3; ++i, D += width_) {
                const Pack force(weights_[Pack::lanes * pack + lane] *
                                 forces[(lane * n_nodes + a) * 4 + i]);
                for (Index j = 0; j < width_; j += Pack::lanes)
                    (Pack::load(&f_[std::size_t(j)]) + force * Pack::load(D + j))
                        .store(&f_[std::size_t(j)]);
            }
}

template <int N>
void WeightedElements::add_stiffness(Index pack, const double* blocks) {
    constexpr int m = 3 * (N - 1);
    const int n_lanes = part_.table().lanes(pack);
    const double* D = D_.data() + Pack::lanes * pack * m * width_;
    double K[m * m];
    for (int lane = 0; lane < n_lanes; ++lane) {
        element_stiffness<N>(blocks + lane * ElementOutput::block_stride(N),
                             weights_[Pack::lanes * pack + lane], K);
        multiply<m>(K, D + lane * m * width_, width_, KD_.data() + lane * m * width_);
    }
    add_product(D, KD_.data(), n_lanes * m, width_, K_.data());
}

template <class Batch>
Event WeightedElements::over_batches(const Vector& q, Vector& f, Batch&& batch) {
    u_.noalias() = rows_ * q;
    std::fill(f_.begin(), f_.end(), 0.0);
    FirstBad bad;
    const Index n_packs = part_.table().n_packs, step = part_.forces().batch();
    for (Index first = 0; first < n_packs; first += step)
        batch(first, std::min(step, n_packs - first), bad);
    f = Eigen::Map<const Vector>(f_.data(), r_);
    Event event;
    if (bad) {
        event.kind = Event::Kind::inverted;
        event.body = path_;
        event.element = elements_[std::size_t(part_.order(bad.position))];
    } else if (!f.allFinite()) {
        event.kind = Event::Kind::not_finite;
        event.body = path_;
    }
    return event;
}

Event WeightedElements::forces(const Vector& q, Vector& f) {
    const Index stride = Pack::lanes * ElementOutput::force_stride(part_.table().n_nodes_each);
    return over_batches(q, f, [&](Index first, Index n, FirstBad& bad) {
        part_.forces().forces(first, int(n), u_.data(), {out_forces_.data(), nullptr}, bad);
        for (Index k = 0; k < n; ++k) add_forces(first + k, out_forces_.data() + k * stride);
    });
}

Event WeightedElements::forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                                             Eigen::MatrixXd& K) {
    const int n_nodes = part_.table().n_nodes_each;
    const Index force_stride = Pack::lanes * ElementOutput::force_stride(n_nodes);
    const Index block_stride = Pack::lanes * ElementOutput::block_stride(n_nodes);
    std::fill(K_.begin(), K_.end(), 0.0);
    const Event event = over_batches(q, f, [&](Index first, Index n, FirstBad& bad) {
        part_.forces().forces_and_stiffness(first, int(n), u_.data(), definiteness,
                                            {out_forces_.data(), out_blocks_.data()}, bad);
        for (Index k = 0; k < n; ++k) {
            const double* blocks = out_blocks_.data() + k * block_stride;
            add_forces(first + k, out_forces_.data() + k * force_stride);
            if (n_nodes == 4)
                add_stiffness<4>(first + k, blocks);
            else if (n_nodes == 8)
                add_stiffness<8>(first + k, blocks);
            else
                add_stiffness<10>(first + k, blocks);
        }
    });
    K.resize(r_, r_);
    for (Index i = 0; i < r_; ++i)
        for (Index j = i; j < r_; ++j) K(i, j) = K(j, i) = K_[std::size_t(i * width_ + j)];
    return event;
}

double WeightedElements::energy(const Vector& q) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    u_.noalias() = rows_ * q;
    FirstBad bad;
    const Index n_packs = part_.table().n_packs, step = part_.forces().batch();
    double total = 0;
    for (Index first = 0; first < n_packs; first += step) {
        const Index n = std::min(step, n_packs - first);
        part_.forces().energy(first, int(n), u_.data(), energies_.data(), bad);
        for (Index k = 0; k < n; ++k)
            for (int lane = 0; lane < part_.table().lanes(first + k); ++lane)
                total +=
                    weights_[Pack::lanes * (first + k) + lane] * energies_[std::size_t(k)][lane];
    }
    return bad || !std::isfinite(total) ? infinity : total;
}

}  // namespace sinew
