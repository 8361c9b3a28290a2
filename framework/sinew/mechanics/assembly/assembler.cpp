#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// Sums `count` neighbouring numbers over the positions of an item.
template <int count>
SINEW_INLINE void sum_positions(const GatherLists& lists, int item, const double* values,
                                double* out) {
    double sum[count] = {};
    for (int c = lists.begin(item); c < lists.end(item); ++c) {
        const double* from = values + lists.from[std::size_t(c)];
        for (int i = 0; i < count; ++i) sum[i] += from[i];
    }
    for (int i = 0; i < count; ++i) out[i] = sum[i];
}

}  // namespace

Assembler::Assembler(std::unique_ptr<ElementForces> elements, Origin law)
    : elements_(std::move(elements)),
      law_(std::move(law)),
      table_(elements_->table()),
      plan_(table_, elements_->batch()),
      matrix_sums_(plan_) {
    force_slots_.resize(3 * std::size_t(plan_.shared_nodes.start.back()));
    pattern_ = std::make_shared<const BlockPattern>(table_.n_mesh_nodes, plan_.pairs);
    extend(elements_->nonlocal_pairs());
}

void Assembler::extend(const std::vector<NodePair>& further) {
    if (!further.empty()) {
        std::vector<NodePair> all = pattern_->pairs();
        all.insert(all.end(), further.begin(), further.end());
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        pattern_ = std::make_shared<const BlockPattern>(table_.n_mesh_nodes, all);
    }
    matrix_sums_.find_places(*pattern_);
    nonlocal_.clear();
    const std::vector<NodePair> pairs = pattern_->pairs();
    std::vector<NodePair> others;
    std::set_difference(pairs.begin(), pairs.end(), plan_.pairs.begin(), plan_.pairs.end(),
                        std::back_inserter(others));
    for (const NodePair pair : others) {
        nonlocal_.push_back(pattern_->find(first_of(pair), second_of(pair)));
        nonlocal_.push_back(pattern_->find(second_of(pair), first_of(pair)));
    }
}

Event Assembler::move_rest(const Points& rest) {
    const FirstBad bad = elements_->move_rest(rest);
    if (!bad) return {};
    return {Event::Kind::inverted, {}, table_.element_at[std::size_t(bad.position)], "at rest"};
}

void Assembler::gather_nodes(const GatherChunk& chunk, const double* forces, Vector& f) {
    const int n = chunk.nodes.size();
    for (int item = 0; item < n; ++item) {
        double sum[4];
        sum_positions<4>(chunk.nodes, item, forces, sum);
        const GatherTarget target = chunk.node_target[std::size_t(item)];
        double* out = target >= 0 ? f.data() + 3 * std::ptrdiff_t(target)
                                  : force_slots_.data() + 3 * std::ptrdiff_t(-1 - target);
        for (int i = 0; i < 3; ++i) out[i] = sum[i];
    }
}

void Assembler::add_shared(const TeamMember& member, Vector& f, const MatrixSums::Target* matrix) {
    const auto [begin, end] = member.share(plan_.shared_nodes.size());
    for (int item = begin; item < end; ++item) {
        double* out = f.data() + 3 * std::ptrdiff_t(plan_.shared_node[std::size_t(item)]);
        out[0] = out[1] = out[2] = 0;
        for (int s = plan_.shared_nodes.begin(item); s < plan_.shared_nodes.end(item); ++s)
            for (int i = 0; i < 3; ++i)
                out[i] += force_slots_[3 * std::size_t(plan_.shared_nodes.from[std::size_t(s)]) +
                                       std::size_t(i)];
    }
    if (matrix != nullptr) matrix_sums_.add_shared(member, *matrix);
}

/// batch(first, n, out): fills the outputs of n packs. A thread takes whole chunks, each in buffers
/// of its own that stay in its caches; who takes which chunk changes no sum.
template <class Batch>
void Assembler::over_chunks(Batch&& batch, Vector& f, const MatrixSums::Target* matrix) {
    f.setZero(3 * Index(table_.n_mesh_nodes));
    const int step = elements_->batch();
    const Index force_stride = ElementOutput::force_stride(table_.n_nodes_each);
    const Index block_stride = ElementOutput::block_stride(table_.n_nodes_each);
    const Index lanes = 8 * Index(plan_.packs_per_chunk);
    const std::size_t n_threads = std::size_t(omp_get_max_threads());
    forces_.resize(std::max(forces_.size(), n_threads * std::size_t(lanes * force_stride)));
    if (matrix != nullptr) {
        blocks_.resize(std::max(blocks_.size(), n_threads * std::size_t(lanes * block_stride)));
        matrix_sums_.prepare(int(n_threads));
    }
    struct Buffers {
        int thread;
        double *forces, *blocks;
    };
    const auto buffers_of = [&](int thread) {
        return Buffers{
            thread, forces_.data() + thread * lanes * force_stride,
            matrix == nullptr ? nullptr : blocks_.data() + thread * lanes * block_stride};
    };
    const bool on_all_threads = plan_.chunks.size() > 1;
    attribute_errors_to(law_, [&] {
        parallel_for_dynamic_if(
            on_all_threads, plan_.chunks.size(), 1, buffers_of,
            [&](const Buffers& own, std::size_t w) {
                const GatherChunk& chunk = plan_.chunks[w];
                for (int first = chunk.first_pack; first < chunk.end_pack; first += step) {
                    const Index position = 8 * Index(first - chunk.first_pack);
                    batch(first, std::min(step, chunk.end_pack - first),
                          ElementOutput{own.forces + position * force_stride,
                                        own.blocks == nullptr
                                            ? nullptr
                                            : own.blocks + position * block_stride});
                }
                gather_nodes(chunk, own.forces, f);
                if (matrix != nullptr) matrix_sums_.gather(w, own.thread, own.blocks, *matrix);
            });
    });
    parallel_team_if(on_all_threads,
                     [&](const TeamMember& member) { add_shared(member, f, matrix); });
}

FirstBad Assembler::prepare(const Vector& u) {
    FirstBad bad;
    attribute_errors_to(law_, [&] { bad = elements_->prepare(u.data()); });
    return bad;
}

Event Assembler::forces(const Vector& u, Vector& f) {
    FirstBad bad = prepare(u);
    if (bad) return event(bad, u, nullptr);
    int position = bad.position;
    over_chunks(
        [&](int first, int n, const ElementOutput& out) {
            FirstBad seen;
            elements_->forces(first, n, u.data(), out, seen);
            if (seen) {
#pragma omp critical(sinew_first_bad)
                position = std::min(position, seen.position);
            }
        },
        f, nullptr);
    bad.position = position;
    return event(bad, u, &f);
}

Event Assembler::forces_and_matrix(const Vector& u, Definiteness definiteness, double stiffness,
                                   double mass, const Vector& masses, Vector& f, BlockMatrix& A) {
    SINEW_ASSERT(&A.pattern() == pattern_.get(), "the matrix has another pattern");
    FirstBad bad = prepare(u);
    if (bad) return event(bad, u, nullptr);
    int position = bad.position;
    const MatrixSums::Target target{stiffness, mass, masses, A};
    over_chunks(
        [&](int first, int n, const ElementOutput& out) {
            FirstBad seen;
            elements_->forces_and_stiffness(first, n, u.data(), definiteness, out, seen);
            if (seen) {
#pragma omp critical(sinew_first_bad)
                position = std::min(position, seen.position);
            }
        },
        f, &target);
    for (const int block : nonlocal_) A.at(block).setZero();
    elements_->add_nonlocal_stiffness(stiffness, A);
    bad.position = position;
    return event(bad, u, &f);
}

void Assembler::stiffness_times(const Vector& u, const Vector& x, Definiteness definiteness,
                                Vector& y) {
    prepare(u);
    over_chunks(
        [&](int first, int n, const ElementOutput& out) {
            elements_->stiffness_times(first, n, u.data(), x.data(), definiteness, out);
        },
        y, nullptr);
    attribute_errors_to(
        law_, [&] { elements_->add_nonlocal_product(u.data(), x.data(), definiteness, y); });
}

double Assembler::energy(const Vector& u) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (prepare(u)) return infinity;
    std::vector<Pack> energies(static_cast<std::size_t>(table_.n_packs));
    const int step = elements_->batch();
    const int n_batches = (table_.n_packs + step - 1) / step;
    std::atomic<bool> bad = false;
    attribute_errors_to(law_, [&] {
        parallel_for_if(plan_.chunks.size() > 1, n_batches, [&](int k) {
            const int first = k * step;
            FirstBad seen;
            elements_->energy(first, std::min(step, table_.n_packs - first), u.data(),
                              energies.data() + first, seen);
            if (seen) bad = true;
        });
    });
    if (bad) return infinity;
    Pack total(0.0);
    for (int p = 0; p + 1 < table_.n_packs; ++p) total += energies[std::size_t(p)];
    double result = sum(total);
    for (int l = 0; l < table_.lanes(table_.n_packs - 1); ++l) result += energies.back()[l];
    return std::isfinite(result) ? result : infinity;
}

PointFields Assembler::point_fields(const Vector& u) {
    prepare(u);
    PointFields fields;
    attribute_errors_to(law_, [&] { fields = elements_->point_fields(u.data()); });
    return fields;
}

Event Assembler::event(const FirstBad& bad, const Vector& u, const Vector* f) const {
    Event event;
    if (!bad) {
        if (f != nullptr && !f->allFinite()) event.kind = Event::Kind::not_finite;
        return event;
    }
    // The smallest least determinant over the points of the element that is first in the table.
    const Index pack = bad.position / 8;
    const int lane = bad.position % 8;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double least = infinity, least_of_stretch = infinity;
    const auto rotations = elements_->rotations();
    for (int q = 0; q < table_.n_points; ++q) {
        Eigen::Matrix3d F = Eigen::Matrix3d::Identity();
        const Pack* g = table_.pack_gradients(pack, q);
        const std::int32_t* nodes = table_.pack_nodes(pack) + lane;
        for (int a = 1; a < table_.n_nodes_each; ++a) {
            const Eigen::Vector3d d =
                u.segment<3>(3 * Index(nodes[8 * a])) - u.segment<3>(3 * Index(nodes[0]));
            const Pack* ga = g + 3 * (a - 1);
            F += d * Eigen::RowVector3d(ga[0][lane], ga[1][lane], ga[2][lane]);
        }
        const double J = F.determinant();
        least = std::isnan(J) ? J : std::min(least, J);
        if (rotations.empty()) continue;
        const Eigen::Matrix3d G = rotations[std::size_t(bad.position)].transpose() * F;
        least_of_stretch =
            std::min(least_of_stretch, Eigen::Matrix3d(0.5 * (G + G.transpose())).determinant());
    }
    event.kind = std::isfinite(least) ? Event::Kind::inverted : Event::Kind::not_finite;
    event.element = table_.element_at[std::size_t(bad.position)];
    event.detail = fmt::format("det F = {:.3g}", least);
    if (least > 0 && least_of_stretch <= 0)
        event.detail = fmt::format(
            "beside the rotation R of its bones: det S = {:.3g} of the stretch S = sym(R'F); "
            "det F = {:.3g}",
            least_of_stretch, least);
    return event;
}

}  // namespace sinew
