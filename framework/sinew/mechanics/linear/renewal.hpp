/// Decides when a preconditioner of an earlier tangent is made anew.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <string>

namespace sinew {

/// Making a preconditioner costs as much as `cost` iterations. It is due as soon as a solve has
/// taken more iterations than one has cost so far on the average, the making included: after that
/// the mean would rise. Solves that do different amounts of work count by it.
class Renewal {
public:
    /// `cost` of making it, in iterations; it is due after a solve of more than `refresh_above`.
    Renewal(double cost, int refresh_above) : cost_(cost), refresh_above_(refresh_above) {}

    /// A solve with it has taken so many iterations for so much work, in any unit.
    void count(int iterations, double work = 1) {
        work_ += work;
        n_iterations_ += iterations;
        is_due_ =
            iterations > refresh_above_ || iterations * work_ >= (cost_ + n_iterations_) * work;
    }
    /// It was made of the tangent of now.
    void begin() {
        is_due_ = false;
        work_ = n_iterations_ = 0;
    }
    bool is_due() const { return is_due_; }
    /// True if it has served before.
    bool is_old() const { return work_ > 0; }

    /// Saves and restores what was counted.
    void save(Archive& archive, const std::string& prefix) const {
        archive.put(prefix + "/due", static_cast<std::int64_t>(is_due_));
        archive.put(prefix + "/work", work_);
        archive.put(prefix + "/iterations", n_iterations_);
    }
    void restore(const Archive& archive, const std::string& prefix) {
        is_due_ = archive.integer(prefix + "/due") != 0;
        work_ = archive.number(prefix + "/work");
        n_iterations_ = archive.number(prefix + "/iterations");
    }

private:
    double cost_;
    int refresh_above_;
    bool is_due_ = false;
    double work_ = 0, n_iterations_ = 0;  ///< since it was made
};

}  // namespace sinew
