#include "lagged_hierarchy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/mesh_memory.hpp>

#include "lowest_index.hpp"

namespace sinew::multigrid {

namespace {

Eigen::Map<const Eigen::Matrix3d> block_of(const NodeRows& rows, int b) {
    return Eigen::Map<const Eigen::Matrix3d>(rows.values + 9 * std::ptrdiff_t(b));
}

/// Of the finest matrix, of vectors, and of interpolation, which has at least two blocks a node.
double least_numbers(const NodeRows& rows) {
    const double n_blocks = rows.starts[rows.n_rows];
    return 9 * n_blocks + (9 + 5 * 3 + 2 * 18) * double(rows.n_rows);
}

template <class Real>
bool has_structure(const SquareRows<Real, 3>& A, const NodeRows& rows) {
    return A.n_rows() == rows.n_rows && std::equal(A.starts.begin(), A.starts.end(), rows.starts) &&
           std::equal(A.columns.begin(), A.columns.end(), rows.columns);
}

}  // namespace

void LaggedHierarchy::forget() {
    in_single_.reset();
    in_double_.reset();
    aggregates_.clear();
    are_aggregates_old_ = false;
    values_revision_ = 0;
}

Event LaggedHierarchy::prepare(const Tangent& tangent, const FixedMask& fixed) {
    tangent_ = &tangent;
    if (fixed_ != fixed.fixed) {
        before_change();
        forget();
        fixed_ = fixed.fixed;
    }
    if (has_hierarchy() && !renewal_.is_due()) return {};
    return take_values();
}

Event LaggedHierarchy::improve() {
    if (are_aggregates_old_ && !is_old()) {
        before_change();
        forget();
    }
    if (is_old() || !has_hierarchy()) return take_values();
    before_change();
    blocks_.update(*tangent_);
    return build_in_double();
}

/// Iterations for each decade of the residual are what tells the age of a hierarchy: Newton's
/// method asks for more decades near its end.
void LaggedHierarchy::count(int iterations, double residual) {
    if (iterations > 0) renewal_.count(iterations, std::max(0.1, -std::log10(residual)));
}

/// In single precision, unless double was asked for or needed before; then in double. What makes
/// a tangent useless is found before what there is goes. Values that are there already are new.
Event LaggedHierarchy::take_values() {
    const long revision = tangent_->values_revision();
    const bool are_there = has_hierarchy() && revision != 0 && revision == values_revision_;
    if (!are_there) {
        blocks_.update(*tangent_);
        if (Event event = refuse(blocks_.rows())) return event;
        before_change();
    }
    renewal_.begin();
    are_aggregates_old_ = !aggregates_.empty();
    if (are_there) return {};
    motions_ = motions();
    values_revision_ = revision;
    if (!asks_double_ && !in_double_ && !build(in_single_, blocks_.rows())) {
        blocks_.release();
        return {};
    }
    return build_in_double();
}

Event LaggedHierarchy::build_in_double() {
    in_single_.reset();
    Event event = build(in_double_, blocks_.rows());
    if (event) forget();
    blocks_.release();
    return event;
}

template <class Real>
Event LaggedHierarchy::build(std::unique_ptr<Hierarchy<Real>>& hierarchy, const NodeRows& rows) {
    if (hierarchy && has_structure(hierarchy->finest(), rows)) {
        if (Event event = fill(rows, hierarchy->finest())) return event;
        ++n_renewed_;
        return hierarchy->renew(motions_);
    }
    hierarchy.reset();
    require_memory(double(sizeof(Real)) * least_numbers(rows),
                   fmt::format("the levels of linear/multigrid over {} nodes", rows.n_rows),
                   "use a coarser mesh, linear: {type: pcg}, which keeps the diagonal alone, or a "
                   "machine with more memory");
    hierarchy = std::make_unique<Hierarchy<Real>>(settings_);
    SquareRows<Real, 3>& finest = hierarchy->finest();
    finest.starts.assign(rows.starts, rows.starts + rows.n_rows + 1);
    finest.columns.assign(rows.columns, rows.columns + rows.starts[rows.n_rows]);
    finest.make_values();
    if (Event event = fill(rows, finest)) return event;
    ++n_made_;
    if (!aggregates_.empty()) return hierarchy->make(motions_, aggregates_);
    Event event = hierarchy->make(motions_, blocks_.bodies());
    if (!event) aggregates_ = hierarchy->aggregates();
    return event;
}

/// 1 for each axis along which a node is free, else 0.
Eigen::Vector3d LaggedHierarchy::free_axes(int node) const {
    Eigen::Vector3d free;
    for (int k = 0; k < 3; ++k) free[k] = fixed_[std::size_t(3 * node + k)] ? 0 : 1;
    return free;
}

/// Entries that are not finite, and a diagonal that is not positive.
Event LaggedHierarchy::refuse(const NodeRows& rows) const {
    LowestIndex not_finite, not_positive;
    parallel_for(int(rows.n_rows), [&](int i) {
        for (int b = rows.starts[i]; b < rows.starts[i + 1]; ++b) {
            if (!block_of(rows, b).allFinite()) not_finite.take(i);
            if (rows.columns[b] != i) continue;
            const Eigen::Vector3d diagonal = block_of(rows, b).diagonal();
            if ((free_axes(i).cwiseProduct(diagonal).array() < 0).any()) not_positive.take(i);
        }
    });
    if (not_finite.get() >= 0)
        return {Event::Kind::not_finite, "", -1,
                fmt::format("multigrid: the tangent's row of node {}", not_finite.get())};
    if (not_positive.get() >= 0)
        return {Event::Kind::not_definite, "", -1,
                fmt::format("multigrid: the diagonal of node {} is negative", not_positive.get())};
    return {};
}

/// Copies values, without rows and columns of fixed degrees of freedom.
template <class Real>
Event LaggedHierarchy::fill(const NodeRows& rows, SquareRows<Real, 3>& finest) const {
    LowestIndex beyond;
    parallel_for(int(rows.n_rows), [&](int i) {
        const Eigen::Vector3d row = free_axes(i);
        for (int b = rows.starts[i]; b < rows.starts[i + 1]; ++b) {
            Eigen::Map<Eigen::Matrix<Real, 3, 3>> block(finest.block(b));
            block = (row.asDiagonal() * block_of(rows, b) * free_axes(rows.columns[b]).asDiagonal())
                        .template cast<Real>();
            if (!block.allFinite()) beyond.take(i);
        }
    });
    if (beyond.get() < 0) return {};
    return {Event::Kind::not_finite, "", -1,
            fmt::format("multigrid: node {} is beyond the range of the precision", beyond.get())};
}

/// What costs no energy where nothing is fixed: translations, where the tangent does not say.
Motions LaggedHierarchy::motions() const {
    const Eigen::MatrixXd modes = tangent_->near_null_space();
    SINEW_ASSERT(
        modes.cols() == 0 || (modes.rows() == tangent_->size() && modes.cols() <= n_motions),
        "{} x {} motions", modes.rows(), modes.cols());
    Motions motions(tangent_->size(), n_motions);
    parallel_for(motions.rows(), [&](Index i) {
        motions.row(i).setZero();
        if (fixed_[std::size_t(i)]) return;
        if (modes.cols() > 0)
            motions.row(i).head(modes.cols()) = modes.row(i);
        else
            motions(i, i % 3) = 1;
    });
    return motions;
}

void LaggedHierarchy::apply(const Vector& x, Vector& y) const {
    if (in_double_)
        in_double_->apply(x, y);
    else
        in_single_->apply(x, y);
}

template <class Real>
void LaggedHierarchy::save_matrix(const SquareRows<Real, 3>& A, Archive& archive,
                                  const std::string& prefix) {
    archive.put(prefix + "/starts", std::vector<std::int64_t>(A.starts.begin(), A.starts.end()));
    archive.put(prefix + "/columns", std::vector<std::int64_t>(A.columns.begin(), A.columns.end()));
    archive.put(prefix + "/values",
                std::vector<double>(A.values.begin(),
                                    A.values.begin() + std::ptrdiff_t(9 * A.columns.size())));
}

void LaggedHierarchy::save(Archive& archive, const std::string& prefix) const {
    if (!has_hierarchy()) return;
    if (in_double_)
        save_matrix(in_double_->finest(), archive, prefix);
    else
        save_matrix(in_single_->finest(), archive, prefix);
    archive.put(prefix + "/in_double", static_cast<std::int64_t>(in_double_ != nullptr));
    archive.put(prefix + "/fixed", std::vector<std::int64_t>(fixed_.begin(), fixed_.end()));
    archive.put(prefix + "/motions", motions_.reshaped<Eigen::RowMajor>());
    for (std::size_t k = 0; k < aggregates_.size(); ++k)
        archive.put(fmt::format("{}/aggregates/{}", prefix, k),
                    std::vector<std::int64_t>(aggregates_[k].of_node.begin(),
                                              aggregates_[k].of_node.end()));
    archive.put(prefix + "/are_aggregates_old", static_cast<std::int64_t>(are_aggregates_old_));
    renewal_.save(archive, prefix);
}

void LaggedHierarchy::restore(const Archive& archive, const std::string& prefix) {
    forget();
    if (!archive.has(prefix + "/fixed")) return;
    const auto narrowed = [&](const std::string& key) {
        const auto& wide = archive.integers(prefix + key);
        return std::vector<int>(wide.begin(), wide.end());
    };
    const std::vector<int> starts = narrowed("/starts"), columns = narrowed("/columns");
    const std::vector<double>& values = archive.numbers(prefix + "/values");
    const NodeRows rows{Index(starts.size()) - 1, starts.data(), columns.data(), values.data()};
    for (std::size_t k = 0; archive.has(fmt::format("{}/aggregates/{}", prefix, k)); ++k) {
        Aggregates level{narrowed(fmt::format("/aggregates/{}", k)), 0};
        for (const int aggregate : level.of_node)
            level.count = std::max(level.count, aggregate + 1);
        aggregates_.push_back(std::move(level));
    }
    const auto& flags = archive.integers(prefix + "/fixed");
    fixed_.assign(flags.begin(), flags.end());
    const Vector motions = archive.vector(prefix + "/motions", 18 * rows.n_rows);
    motions_ = Eigen::Map<const Motions>(motions.data(), 3 * rows.n_rows, n_motions);
    if (archive.integer(prefix + "/in_double"))
        build(in_double_, rows);
    else
        build(in_single_, rows);
    are_aggregates_old_ = archive.integer(prefix + "/are_aggregates_old") != 0;
    renewal_.restore(archive, prefix);
}

void LaggedHierarchy::before_change() const {
    state_before_.before_change([&](Archive& archive) { save(archive, "linear"); });
}

std::function<void()> LaggedHierarchy::way_back() {
    return [this, before = state_before_.begin(), renewal = renewal_, old = are_aggregates_old_] {
        if (*before) restore(**before, "linear");
        renewal_ = renewal;
        are_aggregates_old_ = old;
    };
}

void LaggedHierarchy::report(nlohmann::json& report) const {
    report["precision"] = in_double_ ? "double" : "single";
    report["hierarchies_made"] = n_made_;
    report["hierarchies_renewed"] = n_renewed_;
    if (!has_hierarchy()) return;
    const std::vector<LevelCount> counts = in_double_ ? in_double_->counts() : in_single_->counts();
    for (const LevelCount& level : counts)
        report["levels"].push_back({{"unknowns", level.nodes * level.unknowns_each},
                                    {"nodes", level.nodes},
                                    {"blocks", level.blocks}});
    report["bytes"] = (in_double_ ? in_double_->bytes() : in_single_->bytes()) +
                      sizeof(double) * std::size_t(motions_.size());
}

}  // namespace sinew::multigrid
