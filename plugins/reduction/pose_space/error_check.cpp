#include "error_check.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sinew::pose_space {

void ForceErrors::add(double t, const Vector& reduced, const Vector& full) {
    entries_.push_back({t, (reduced - full).norm(), full.norm()});
}

nlohmann::json ForceErrors::report() const {
    constexpr double small = 0.01;
    double largest_size = 0;
    for (const Entry& entry : entries_) largest_size = std::max(largest_size, entry.size);
    double largest = 0, at = 0, sum = 0;
    int n = 0;
    for (const Entry& entry : entries_) {
        if (entry.size == 0 || entry.size < small * largest_size) continue;
        const double relative = entry.error / entry.size;
        sum += relative;
        ++n;
        if (relative <= largest) continue;
        largest = relative;
        at = entry.t;
    }
    return {{"checks", n}, {"mean", n > 0 ? sum / n : 0.0}, {"largest", largest}, {"at", at}};
}

void ForceErrors::save(Archive& archive, const std::string& prefix) const {
    Vector all(3 * Index(entries_.size()));
    for (std::size_t k = 0; k < entries_.size(); ++k)
        all.segment<3>(3 * Index(k)) << entries_[k].t, entries_[k].error, entries_[k].size;
    archive.put(prefix + "/size", std::int64_t(entries_.size()));
    archive.put(prefix + "/entries", all);
}

void ForceErrors::restore(const Archive& archive, const std::string& prefix) {
    const Index n = Index(archive.integer(prefix + "/size"));
    const Vector all = archive.vector(prefix + "/entries", 3 * n);
    entries_.clear();
    for (Index k = 0; k < n; ++k) entries_.push_back({all[3 * k], all[3 * k + 1], all[3 * k + 2]});
}

nlohmann::json ErrorCheck::report() const {
    return {{"every", every_}, {"forces", internal.report()}, {"inertia", inertia.report()}};
}

void ErrorCheck::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/steps", steps_);
    internal.save(archive, prefix + "/forces");
    inertia.save(archive, prefix + "/inertia");
}

void ErrorCheck::restore(const Archive& archive, const std::string& prefix) {
    steps_ = archive.integer(prefix + "/steps");
    internal.restore(archive, prefix + "/forces");
    inertia.restore(archive, prefix + "/inertia");
}

}  // namespace sinew::pose_space
