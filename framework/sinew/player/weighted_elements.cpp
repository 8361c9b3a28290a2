#include <cmath>
#include <limits>
#include <sinew/mechanics/kernels/displacement_elements.hpp>
#include <sinew/player/weighted_elements.hpp>
#include <utility>

namespace sinew::player {

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

void node_differences(const ElementPacks& packs, const Eigen::MatrixXd& rows, Index width,
                      double* to) {
    for (int position = 0; position < packs.n_elements; ++position) {
        const std::int32_t* nodes = packs.pack_nodes(position / 8) + position % 8;
        for (int a = 1; a < packs.n_nodes_each; ++a)
            for (int i = 0; i < 3; ++i, to += width) {
                std::fill(to, to + width, 0.0);
                for (Index j = 0; j < rows.cols(); ++j)
                    to[j] = rows(3 * Index(nodes[8 * a]) + i, j) - rows(3 * Index(nodes[0]) + i, j);
            }
    }
}

/// Calls `evaluate` with the elements by their number of nodes.
template <class Evaluate>
auto WeightedElements::with_elements(Evaluate&& evaluate) const {
    const int n_nodes = sum_.packs.n_nodes_each;
    if (n_nodes == 4) return evaluate(kernels::DisplacementElements<4>(sum_.packs, *sum_.law));
    if (n_nodes == 8) return evaluate(kernels::DisplacementElements<8>(sum_.packs, *sum_.law));
    return evaluate(kernels::DisplacementElements<10>(sum_.packs, *sum_.law));
}

WeightedElements::WeightedElements(ElementSum sum, Eigen::MatrixXd rows)
    : sum_(std::move(sum)),
      rows_(std::move(rows)),
      r_(rows_.cols()),
      width_((r_ + Pack::lanes - 1) / Pack::lanes * Pack::lanes) {
    const int n_nodes = sum_.packs.n_nodes_each;
    const std::size_t m = std::size_t(3 * (n_nodes - 1)), width = std::size_t(width_);
    D_.resize(std::size_t(sum_.packs.n_elements) * m * width);
    node_differences(sum_.packs, rows_, width_, D_.data());
    const std::size_t packs = kernels::DisplacementElements<4>::packs;
    const std::size_t batch = std::size_t(Pack::lanes) * packs;
    out_forces_.resize(batch * std::size_t(ElementOutput::force_stride(n_nodes)));
    out_blocks_.resize(batch * std::size_t(ElementOutput::block_stride(n_nodes)));
    energies_.resize(packs);
    f_.resize(width);
    K_.resize(width * width);
    KD_.resize(Pack::lanes * m * width);
}

void WeightedElements::move(const ElementPacks& packs, const Eigen::MatrixXd& rows,
                            const Vector& weights) {
    sum_.packs = packs;
    sum_.weights = weights;
    rows_ = rows;
    node_differences(sum_.packs, rows_, width_, D_.data());
}

void WeightedElements::add_forces(Index pack, const double* forces) {
    const int n_nodes = sum_.packs.n_nodes_each, n_lanes = sum_.packs.lanes(pack);
    const double* D = D_.data() + Pack::lanes * pack * 3 * (sum_.packs.n_nodes_each - 1) * width_;
    for (int lane = 0; lane < n_lanes; ++lane)
        for (int a = 1; a < n_nodes; ++a)
            for (int i = 0; i < 3; ++i, D += width_) {
                const Pack force(sum_.weights[Pack::lanes * pack + lane] *
                                 forces[(lane * n_nodes + a) * 4 + i]);
                for (Index j = 0; j < width_; j += Pack::lanes)
                    (Pack::load(&f_[std::size_t(j)]) + force * Pack::load(D + j))
                        .store(&f_[std::size_t(j)]);
            }
}

template <int N>
void WeightedElements::add_stiffness(Index pack, const double* blocks) {
    constexpr int m = 3 * (N - 1);
    const int n_lanes = sum_.packs.lanes(pack);
    const double* D = D_.data() + Pack::lanes * pack * m * width_;
    double K[m * m];
    for (int lane = 0; lane < n_lanes; ++lane) {
        element_stiffness<N>(blocks + lane * ElementOutput::block_stride(N),
                             sum_.weights[Pack::lanes * pack + lane], K);
        multiply<m>(K, D + lane * m * width_, width_, KD_.data() + lane * m * width_);
    }
    add_product(D, KD_.data(), n_lanes * m, width_, K_.data());
}

template <class Batch>
Failure WeightedElements::over_batches(const Vector& q, Vector& f, Batch&& batch) {
    u_.noalias() = rows_ * q;
    std::fill(f_.begin(), f_.end(), 0.0);
    FirstBad bad;
    const Index n_packs = sum_.packs.n_packs, step = kernels::DisplacementElements<4>::packs;
    for (Index first = 0; first < n_packs; first += step)
        batch(first, int(std::min(step, n_packs - first)), bad);
    f = Eigen::Map<const Vector>(f_.data(), r_);
    if (bad) return {Failure::Kind::inverted, sum_.numbers[std::size_t(bad.position)]};
    if (!f.allFinite()) return {Failure::Kind::not_finite};
    return {};
}

Failure WeightedElements::forces(const Vector& q, Vector& f) {
    const Index stride = Pack::lanes * ElementOutput::force_stride(sum_.packs.n_nodes_each);
    return with_elements([&](const auto& elements) {
        return over_batches(q, f, [&](Index first, int n, FirstBad& bad) {
            elements.forces(first, n, u_.data(), {out_forces_.data(), nullptr}, bad);
            for (Index k = 0; k < n; ++k) add_forces(first + k, out_forces_.data() + k * stride);
        });
    });
}

Failure WeightedElements::forces_and_stiffness(const Vector& q, Definiteness definiteness,
                                               Vector& f, Eigen::MatrixXd& K) {
    std::fill(K_.begin(), K_.end(), 0.0);
    const Failure failure =
        with_elements([&]<int N>(const kernels::DisplacementElements<N>& elements) {
            constexpr Index force_stride = Pack::lanes * ElementOutput::force_stride(N);
            constexpr Index block_stride = Pack::lanes * ElementOutput::block_stride(N);
            return over_batches(q, f, [&](Index first, int n, FirstBad& bad) {
                elements.forces_and_stiffness(first, n, u_.data(), definiteness,
                                              {out_forces_.data(), out_blocks_.data()}, bad);
                for (Index k = 0; k < n; ++k) {
                    add_forces(first + k, out_forces_.data() + k * force_stride);
                    add_stiffness<N>(first + k, out_blocks_.data() + k * block_stride);
                }
            });
        });
    K.resize(r_, r_);
    for (Index i = 0; i < r_; ++i)
        for (Index j = i; j < r_; ++j) K(i, j) = K(j, i) = K_[std::size_t(i * width_ + j)];
    return failure;
}

double WeightedElements::energy(const Vector& q) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    u_.noalias() = rows_ * q;
    FirstBad bad;
    const ElementPacks& packs = sum_.packs;
    return with_elements([&](const auto& elements) {
        const Index step = elements.packs;
        double total = 0;
        for (Index first = 0; first < packs.n_packs; first += step) {
            const Index n = std::min(step, packs.n_packs - first);
            elements.energy(first, int(n), u_.data(), energies_.data(), bad);
            for (Index k = 0; k < n; ++k)
                for (int lane = 0; lane < packs.lanes(first + k); ++lane)
                    total += sum_.weights[Pack::lanes * (first + k) + lane] *
                             energies_[std::size_t(k)][lane];
        }
        return bad || !std::isfinite(total) ? infinity : total;
    });
}

}  // namespace sinew::player
