#include <algorithm>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/linear/reduced_matrix.hpp>

namespace sinew {

/// Writes down the calls: first row, first column, number of rows and columns.
class ReducedMatrix::Recorder final : public EntrySink {
public:
    struct Call {
        int row, col, rows, cols;
    };
    void add(Index row, Index col, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        calls.push_back({static_cast<int>(row), static_cast<int>(col),
                         static_cast<int>(block.rows()), static_cast<int>(block.cols())});
    }
    void add3(Index row, Index col, const Eigen::Matrix3d&) override {
        calls.push_back({static_cast<int>(row), static_cast<int>(col), 3, 3});
    }

    /// Calls function(row, col) for every entry of every call, column by column of each block.
    template <class Function>
    void visit(Function&& function) const {
        for (const Call& call : calls)
            for (int j = 0; j < call.cols; ++j)
                for (int i = 0; i < call.rows; ++i) function(call.row + i, call.col + j);
    }

    std::vector<Call> calls;
};

class ReducedMatrix::Replayer final : public EntrySink {
public:
    Replayer(const std::vector<int>& places, std::vector<double>& values)
        : place_(places.data()), end_(places.data() + places.size()), values_(values.data()) {}
    void add(Index, Index, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        for (Index j = 0; j < block.cols(); ++j)
            for (Index i = 0; i < block.rows(); ++i) values_[*place_++] += block(i, j);
    }
    void add3(Index, Index, const Eigen::Matrix3d& block) override {
        for (int k = 0; k < 9; ++k) values_[place_[k]] += block.data()[k];
        place_ += 9;
    }
    bool complete() const { return place_ == end_; }

private:
    const int* place_;
    const int* end_;
    double* values_;
};

void ReducedMatrix::number_free(const FixedMask& fixed, Index size) {
    free_.clear();
    free_number_.assign(static_cast<std::size_t>(size), -1);
    for (Index i = 0; i < size; ++i) {
        if (fixed.fixed[static_cast<std::size_t>(i)]) continue;
        free_number_[static_cast<std::size_t>(i)] = static_cast<int>(free_.size());
        free_.push_back(static_cast<int>(i));
    }
}

/// Line and cross index of an entry, or line -1 if it is left out.
std::pair<int, int> ReducedMatrix::locate(int row, int col) const {
    int line = free_number_[static_cast<std::size_t>(row)];
    int cross = free_number_[static_cast<std::size_t>(col)];
    if (part_ == Storage::lower) std::swap(line, cross);
    const bool kept = line >= 0 && cross >= 0 && (part_ == Storage::full || cross >= line);
    return {kept ? line : -1, cross};
}

/// The lines of what was recorded, each position once; whether they differ from the last ones.
bool ReducedMatrix::find_structure(const Recorder& recorder) {
    const std::size_t n = free_.size();
    std::vector<std::size_t> fill(n + 1, 0);
    recorder.visit([&](int row, int col) {
        if (const auto [line, cross] = locate(row, col); line >= 0)
            ++fill[static_cast<std::size_t>(line) + 1];
    });
    for (std::size_t k = 0; k < n; ++k) fill[k + 1] += fill[k];
    std::vector<int> raw(fill[n]);
    std::vector<std::size_t> next(fill.begin(), fill.end() - 1);
    recorder.visit([&](int row, int col) {
        if (const auto [line, cross] = locate(row, col); line >= 0)
            raw[next[static_cast<std::size_t>(line)]++] = cross;
    });
    std::vector<int> starts{0}, cross_indices;
    starts.reserve(n + 1);
    for (std::size_t k = 0; k < n; ++k) {
        const auto first = raw.begin() + static_cast<std::ptrdiff_t>(fill[k]);
        auto last = raw.begin() + static_cast<std::ptrdiff_t>(fill[k + 1]);
        std::sort(first, last);
        last = std::unique(first, last);
        cross_indices.insert(cross_indices.end(), first, last);
        starts.push_back(static_cast<int>(cross_indices.size()));
    }
    const bool changed = starts != starts_ || cross_indices != cross_;
    if (changed) {  // else users may keep pointers to the arrays
        starts_ = std::move(starts);
        cross_ = std::move(cross_indices);
    }
    return changed;
}

bool ReducedMatrix::record(const Tangent& tangent) {
    Recorder recorder;
    tangent.add_entries(recorder, 0);
    const bool changed = find_structure(recorder);
    places_.clear();
    const int outside = static_cast<int>(cross_.size());
    recorder.visit([&](int row, int col) {
        const auto [line, cross] = locate(row, col);
        if (line < 0) {
            places_.push_back(outside);
            return;
        }
        const auto first = cross_.begin() + starts_[static_cast<std::size_t>(line)];
        const auto last = cross_.begin() + starts_[static_cast<std::size_t>(line) + 1];
        places_.push_back(static_cast<int>(std::lower_bound(first, last, cross) - cross_.begin()));
    });
    return changed;
}

bool ReducedMatrix::update(const Tangent& tangent, const FixedMask& fixed) {
    bool changed = false;
    const bool refixed = fixed.revision != fixed_revision_ || full_size_ != tangent.size();
    if (refixed || tangent.pattern_revision() != pattern_revision_) {
        const std::vector<int> free_before = free_;
        number_free(fixed, tangent.size());
        changed = record(tangent);
        changed = changed || free_before != free_;
        full_size_ = tangent.size();
        fixed_revision_ = fixed.revision;
        pattern_revision_ = tangent.pattern_revision();
    }
    values_.assign(cross_.size() + 1, 0.0);
    Replayer replayer(places_, values_);
    tangent.add_entries(replayer, 0);
    SINEW_ASSERT(replayer.complete(), "a tangent changed its pattern under the same revision {}",
                 pattern_revision_);
    return changed;
}

void ReducedMatrix::decouple(const std::vector<int>& lines) {
    std::vector<char> chosen(free_.size(), 0);
    for (const int line : lines) chosen[static_cast<std::size_t>(line)] = 1;
    for (std::size_t line = 0; line < free_.size(); ++line)
        for (auto at = static_cast<std::size_t>(starts_[line]);
             at < static_cast<std::size_t>(starts_[line + 1]); ++at) {
            const auto cross = static_cast<std::size_t>(cross_[at]);
            if (cross != line && (chosen[line] || chosen[cross])) values_[at] = 0;
        }
}

void ReducedMatrix::gather(const Vector& all, Vector& free) const {
    free.resize(size());
    for (Index k = 0; k < size(); ++k) free[k] = all[free_[static_cast<std::size_t>(k)]];
}

void ReducedMatrix::scatter(const Vector& free, Vector& all) const {
    all.setZero(full_size_);
    for (Index k = 0; k < size(); ++k) all[free_[static_cast<std::size_t>(k)]] = free[k];
}

}  // namespace sinew
