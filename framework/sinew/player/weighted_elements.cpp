#include <algorithm>
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

/// Number of shares that sums of much work are cut into.
constexpr Index n_shares = 4;
/// Multiplications of a stiffness from which on that is worth it.
constexpr double much_work = 1e6;

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

/// Calls `evaluate` with the elements by their number of nodes.
template <class Evaluate>
auto WeightedElements::with_elements(Evaluate&& evaluate) const {
    const int n_nodes = sum_.packs.n_nodes_each;
    if (n_nodes == 4) return evaluate(kernels::DisplacementElements<4>(own_nodes_, *sum_.law));
    if (n_nodes == 8) return evaluate(kernels::DisplacementElements<8>(own_nodes_, *sum_.law));
    return evaluate(kernels::DisplacementElements<10>(own_nodes_, *sum_.law));
}

WeightedElements::WeightedElements(ElementSum sum, ElementRows rows, Loop loop)
    : sum_(std::move(sum)), own_nodes_(sum_.packs), rows_(std::move(rows)), loop_(loop) {
    const Index n_nodes = sum_.packs.n_nodes_each, n_packs = sum_.packs.n_packs;
    for (Index pack = 0; pack < n_packs; ++pack)
        for (Index a = 0; a < n_nodes; ++a)
            for (Index lane = 0; lane < Pack::lanes; ++lane)
                own_nodes_.nodes[std::size_t((pack * n_nodes + a) * Pack::lanes + lane)] =
                    std::int32_t((pack * Pack::lanes + lane) * n_nodes + a);
    u_.setZero(3 * n_packs * Pack::lanes * n_nodes);
    set_rows(std::move(rows_));
}

void WeightedElements::set_rows(ElementRows rows) {
    rows_ = std::move(rows);
    constexpr Index batch = kernels::DisplacementElements<4>::packs;
    const int n_nodes = sum_.packs.n_nodes_each;
    double work = 0;
    for (Index pack = 0; pack < rows_.n_packs(); ++pack)
        work += double(rows_.of_pack(pack).n_rows) * std::pow(rows_.of_pack(pack).width, 2) / 2;
    const Index n_batches = (sum_.packs.n_packs + batch - 1) / batch,
                n = work < much_work ? 1 : std::min(n_shares, n_batches);
    shares_.assign(std::size_t(n), {});
    for (Index k = 0; k < n; ++k) {
        Share& share = shares_[std::size_t(k)];
        share.first = batch * (n_batches * k / n);
        share.end = std::min<Index>(batch * (n_batches * (k + 1) / n), sum_.packs.n_packs);
        share.f.resize(rows_.n_columns());
        share.K.resize(rows_.n_columns(), rows_.n_columns());
        const std::size_t width = std::size_t(rows_.width()), lanes = std::size_t(Pack::lanes);
        const std::size_t of_batch = std::size_t(batch) * lanes;
        share.forces.resize(of_batch * std::size_t(ElementOutput::force_stride(n_nodes)));
        share.blocks.resize(of_batch * std::size_t(ElementOutput::block_stride(n_nodes)));
        share.energies.resize(std::size_t(batch));
        share.q.resize(width);
        share.f_run.resize(width);
        share.K_run.resize(width * width);
        share.KD.resize(lanes * std::size_t(3 * (n_nodes - 1)) * width);
    }
}

void WeightedElements::move(const ElementPacks& packs, const Vector& weights) {
    sum_.packs.gradients = own_nodes_.gradients = packs.gradients;
    sum_.packs.weights = own_nodes_.weights = packs.weights;
    sum_.weights = weights;
}

/// u of a pack, by D q.
void WeightedElements::displace(const Vector& q, Index pack, Share& share) {
    const ElementRows::OfPack& here = rows_.of_pack(pack);
    std::fill(share.q.begin(), share.q.end(), 0.0);
    for (std::size_t k = 0; k < here.columns.size(); ++k) share.q[k] = q[here.columns[k]];
    const Index n_nodes = sum_.packs.n_nodes_each;
    const double* D = rows_.values(pack);
    const Index n_lanes = sum_.packs.lanes(pack);
    for (Index lane = 0; lane < n_lanes; ++lane) {
        double* u = u_.data() + 3 * (pack * Pack::lanes + lane) * n_nodes;
        for (Index row = 3; row < 3 * n_nodes; ++row, D += here.width) {
            Pack sum(0.0);
            for (Index j = 0; j < here.width; j += Pack::lanes)
                sum += Pack::load(D + j) * Pack::load(&share.q[std::size_t(j)]);
            u[row] =
                ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
        }
    }
    // Lanes past the last element repeat it.
    const double* last = u_.data() + 3 * (pack * Pack::lanes + n_lanes - 1) * n_nodes;
    for (Index lane = n_lanes; lane < Pack::lanes; ++lane)
        std::copy(last, last + 3 * n_nodes, u_.data() + 3 * (pack * Pack::lanes + lane) * n_nodes);
}

void WeightedElements::add_forces(Index pack, const double* forces, Share& share) const {
    const int n_nodes = sum_.packs.n_nodes_each, n_lanes = sum_.packs.lanes(pack);
    const Index width = rows_.of_pack(pack).width;
    const double* D = rows_.values(pack);
    for (int lane = 0; lane < n_lanes; ++lane)
        for (int a = 1; a < n_nodes; ++a)
            for (int i = 0; i < 3; ++i, D += width) {
                const Pack force(sum_.weights[Pack::lanes * pack + lane] *
                                 forces[(lane * n_nodes + a) * 4 + i]);
                for (Index j = 0; j < width; j += Pack::lanes) {
                    double* to = &share.f_run[std::size_t(j)];
                    (Pack::load(to) + force * Pack::load(D + j)).store(to);
                }
            }
}

template <int N>
void WeightedElements::add_stiffness(Index pack, const double* blocks, Share& share) const {
    constexpr int m = 3 * (N - 1);
    const int n_lanes = sum_.packs.lanes(pack);
    const Index width = rows_.of_pack(pack).width;
    const double* D = rows_.values(pack);
    double K[m * m];
    for (int lane = 0; lane < n_lanes; ++lane) {
        element_stiffness<N>(blocks + lane * ElementOutput::block_stride(N),
                             sum_.weights[Pack::lanes * pack + lane], K);
        multiply<m>(K, D + lane * m * width, width, share.KD.data() + lane * m * width);
    }
    add_product(D, share.KD.data(), n_lanes * m, width, share.K_run.data());
}

/// Adds what packs with the same columns have summed, unless the next pack goes on with them.
void WeightedElements::end_run(Index pack, bool has_stiffness, Share& share) const {
    const ElementRows::OfPack& here = rows_.of_pack(pack);
    if (pack + 1 < share.end && rows_.of_pack(pack + 1).columns == here.columns) return;
    const Index n = Index(here.columns.size()), width = here.width;
    for (Index i = 0; i < n; ++i)
        share.f[here.columns[std::size_t(i)]] += share.f_run[std::size_t(i)];
    std::fill(share.f_run.begin(), share.f_run.begin() + width, 0.0);
    if (!has_stiffness) return;
    for (Index j = 0; j < n; ++j)
        for (Index i = 0; i <= j; ++i)
            share.K(here.columns[std::size_t(i)], here.columns[std::size_t(j)]) +=
                share.K_run[std::size_t(i * width + j)];
    std::fill(share.K_run.begin(), share.K_run.begin() + width * width, 0.0);
}

/// batch(first, n, share) of the packs of each share, whose sums begin at zero.
template <class Batch>
void WeightedElements::over_batches(const Vector& q, Batch&& batch) {
    const auto sum = [&](Index k) {
        Share& share = shares_[std::size_t(k)];
        share.bad = {};
        share.energy = 0;
        share.f.setZero();
        constexpr Index step = kernels::DisplacementElements<4>::packs;
        for (Index first = share.first; first < share.end; first += step) {
            const Index n = std::min(step, share.end - first);
            for (Index pack = first; pack < first + n; ++pack) displace(q, pack, share);
            batch(first, int(n), share);
        }
    };
    loop_(Index(shares_.size()), std::cref(sum));
}

Failure WeightedElements::sum_forces(Vector& f) const {
    f = shares_.front().f;
    for (std::size_t k = 1; k < shares_.size(); ++k) f += shares_[k].f;
    for (const Share& share : shares_)
        if (share.bad)
            return {Failure::Kind::inverted, sum_.numbers[std::size_t(share.bad.position)]};
    if (!f.allFinite()) return {Failure::Kind::not_finite};
    return {};
}

Failure WeightedElements::forces(const Vector& q, Vector& f) {
    const Index stride = Pack::lanes * ElementOutput::force_stride(sum_.packs.n_nodes_each);
    with_elements([&](const auto& elements) {
        over_batches(q, [&](Index first, int n, Share& share) {
            elements.forces(first, n, u_.data(), {share.forces.data(), nullptr}, share.bad);
            for (Index k = 0; k < n; ++k) {
                add_forces(first + k, share.forces.data() + k * stride, share);
                end_run(first + k, false, share);
            }
        });
    });
    return sum_forces(f);
}

Failure WeightedElements::forces_and_stiffness(const Vector& q, Definiteness definiteness,
                                               Vector& f, Eigen::MatrixXd& K) {
    for (Share& share : shares_) share.K.setZero();
    with_elements([&]<int N>(const kernels::DisplacementElements<N>& elements) {
        constexpr Index force_stride = Pack::lanes * ElementOutput::force_stride(N);
        constexpr Index block_stride = Pack::lanes * ElementOutput::block_stride(N);
        over_batches(q, [&](Index first, int n, Share& share) {
            elements.forces_and_stiffness(first, n, u_.data(), definiteness,
                                          {share.forces.data(), share.blocks.data()}, share.bad);
            for (Index k = 0; k < n; ++k) {
                add_forces(first + k, share.forces.data() + k * force_stride, share);
                add_stiffness<N>(first + k, share.blocks.data() + k * block_stride, share);
                end_run(first + k, true, share);
            }
        });
    });
    K = shares_.front().K;
    for (std::size_t k = 1; k < shares_.size(); ++k) K += shares_[k].K;
    for (Index j = 0; j < K.cols(); ++j)
        for (Index i = 0; i < j; ++i) K(j, i) = K(i, j);
    return sum_forces(f);
}

double WeightedElements::energy(const Vector& q) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const ElementPacks& packs = sum_.packs;
    with_elements([&](const auto& elements) {
        over_batches(q, [&](Index first, int n, Share& share) {
            elements.energy(first, n, u_.data(), share.energies.data(), share.bad);
            for (Index k = 0; k < n; ++k)
                for (int lane = 0; lane < packs.lanes(first + k); ++lane)
                    share.energy += sum_.weights[Pack::lanes * (first + k) + lane] *
                                    share.energies[std::size_t(k)][lane];
        });
    });
    double total = 0;
    for (const Share& share : shares_) total += share.bad ? infinity : share.energy;
    return std::isfinite(total) ? total : infinity;
}

}  // namespace sinew::player
