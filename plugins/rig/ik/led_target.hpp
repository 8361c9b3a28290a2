/// A target that a hand leads through points in time.
#pragma once

#include <algorithm>
#include <Eigen/Core>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <vector>

namespace sinew {

/// A target on lines between the points; at the last one from then on.
class LedTarget {
public:
    /// Goes to x at time t [s], which is later than the one before.
    void lead(double t, const Eigen::Vector3d& x) {
        SINEW_ASSERT(keys_.empty() || t > keys_.back().time, "a target is led back in time");
        keys_.push_back({t, x});
    }
    void let_go() { keys_.clear(); }

    /// True from the first point on: before it, the hand has no say.
    bool is_led(double t) const { return !keys_.empty() && t >= keys_.front().time; }
    /// The target at time t, of which is_led is true.
    Eigen::Vector3d at(double t) const {
        const auto next = std::upper_bound(keys_.begin(), keys_.end(), t,
                                           [](double a, const Key& key) { return a < key.time; });
        const Key& before = *(next - 1);
        if (next == keys_.end()) return before.x;
        const double share = (t - before.time) / (next->time - before.time);
        return before.x + share * (next->x - before.x);
    }

private:
    struct Key {
        double time;
        Eigen::Vector3d x;
    };
    std::vector<Key> keys_;
};

}  // namespace sinew
