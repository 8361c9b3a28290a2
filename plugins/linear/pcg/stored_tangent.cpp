#include "stored_tangent.hpp"

#include <algorithm>
#include <atomic>

namespace sinew {

namespace {

std::atomic<long> n_stored{0};  // every stored matrix may have a pattern of its own

std::vector<std::int64_t> widened(const std::vector<int>& values) {
    return {values.begin(), values.end()};
}

std::vector<int> narrowed(const std::vector<std::int64_t>& values) {
    std::vector<int> result;
    result.reserve(values.size());
    for (std::int64_t value : values) result.push_back(static_cast<int>(value));
    return result;
}

}  // namespace

StoredTangent::StoredTangent(const ReducedMatrix& lower)
    : starts_(lower.starts()),
      cross_(lower.cross()),
      values_(lower.values().begin(), lower.values().begin() + lower.n_entries()),
      revision_(++n_stored) {}

StoredTangent::StoredTangent(const Archive& archive, const std::string& prefix)
    : starts_(narrowed(archive.integers(prefix + "/starts"))),
      cross_(narrowed(archive.integers(prefix + "/rows"))),
      values_(archive.numbers(prefix + "/values")),
      revision_(++n_stored) {}

void StoredTangent::take(const ReducedMatrix& lower) {
    if (starts_ != lower.starts() || cross_ != lower.cross()) {
        *this = StoredTangent(lower);
        return;
    }
    std::copy_n(lower.values().begin(), lower.n_entries(), values_.begin());
}

void StoredTangent::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/starts", widened(starts_));
    archive.put(prefix + "/rows", widened(cross_));
    archive.put(prefix + "/values", values_);
}

void StoredTangent::apply(const Vector& x, Vector& y) const {
    y.setZero(x.size());
    for (Index k = 0; k < size(); ++k)
        for (int p = starts_[k]; p < starts_[k + 1]; ++p) {
            y[cross_[p]] += values_[p] * x[k];
            if (cross_[p] != k) y[k] += values_[p] * x[cross_[p]];
        }
}

void StoredTangent::add_entries(EntrySink& sink, Index offset) const {
    Eigen::MatrixXd entry(1, 1);
    for (Index k = 0; k < size(); ++k)
        for (int p = starts_[k]; p < starts_[k + 1]; ++p) {
            entry(0, 0) = values_[p];
            sink.add(offset + cross_[p], offset + k, entry);
            if (cross_[p] != k) sink.add(offset + k, offset + cross_[p], entry);
        }
}

Vector StoredTangent::diagonal() const {
    Vector diagonal = Vector::Zero(size());
    for (Index k = 0; k < size(); ++k)
        for (int p = starts_[k]; p < starts_[k + 1]; ++p)
            if (cross_[p] == k) diagonal[k] = values_[p];
    return diagonal;
}

}  // namespace sinew
