/// Errors of what a reduced body finds by few elements and nodes, beside all of them, during a run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew::pose_space {

/// Errors |a - b| of forces a beside b. Relative ones are over |b|, and count where |b| is at least
/// a hundredth of the largest: a force that has all but gone tells nothing.
class ForceErrors {
public:
    /// Adds the error of forces `reduced` beside `full` at time t [s].
    void add(double t, const Vector& reduced, const Vector& full);
    /// Number of comparisons (`checks`), the mean and the largest relative error, and when
    /// that was (`at`).
    nlohmann::json report() const;

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

private:
    struct Entry {
        double t, error, size;
    };
    std::vector<Entry> entries_;
};

/// Compares internal forces and inertia every so many steps.
class ErrorCheck {
public:
    explicit ErrorCheck(int every) : every_(every) {}

    /// Counts a step; true if it is one to compare forces after.
    bool is_due() { return ++steps_ % every_ == 0; }
    ForceErrors internal, inertia;

    nlohmann::json report() const;
    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

private:
    int every_;
    std::int64_t steps_ = 0;
};

}  // namespace sinew::pose_space
