/// Messages between the thread that draws and the thread that steps.
#pragma once

#include <mutex>
#include <optional>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

#include "gripped_point.hpp"

namespace sinew::view {

/// A point of a body that the mouse holds.
struct Grip {
    long number = 0;  ///< counts grips from 1; 0: nothing is held
    int body = 0;
    GrippedPoint held;
    Eigen::Vector3d target = Eigen::Vector3d::Zero();  ///< for the point, in the world [m]
};

/// A handle of a rig that the mouse holds.
struct Lead {
    int handle;
    Eigen::Vector3d target;  ///< in the world [m]
};

/// Messages from the thread that draws.
struct Asked {
    Grip grip;
    std::optional<Lead> lead;
    bool is_paused = false;
    long n_resets = 0;
    bool must_end = false;
};

/// Messages from the thread that steps.
struct Shown {
    std::vector<Vector> q;                 ///< of each body
    std::vector<Points> x;                 ///< its nodes, if they move in time by themselves [m]
    std::vector<Eigen::Vector3d> handles;  ///< of rigs, in the world [m]
    double time = 0;                       ///< [s]
    double force = 0;                      ///< that the hand feels, 0 if it holds nothing [N]
    long n_steps = 0;                      ///< since the start, resets or not
    double median = 0;                     ///< duration of a step [s]
    long n_missed = 0;
    bool is_done = false;  ///< the scene's end is reached
};

/// One of each; neither side ever waits for a whole step or a whole picture of the other.
class Mailbox {
public:
    void ask(const Asked& asked) {
        const std::lock_guard lock(mutex_);
        asked_ = asked;
    }
    Asked asked() const {
        const std::lock_guard lock(mutex_);
        return asked_;
    }
    /// Calls fill(shown) if what was shown last has been taken; it costs a step nothing otherwise.
    template <class Fill>
    void show(Fill&& fill) {
        {
            const std::lock_guard lock(mutex_);
            if (is_fresh_) return;
        }
        fill(next_);
        const std::lock_guard lock(mutex_);
        std::swap(next_, shown_);
        is_fresh_ = true;
    }
    /// False, and nothing taken, if nothing is new.
    bool take(Shown& shown) {
        const std::lock_guard lock(mutex_);
        if (!is_fresh_) return false;
        std::swap(shown, shown_);
        is_fresh_ = false;
        return true;
    }

private:
    mutable std::mutex mutex_;
    Asked asked_;
    Shown shown_;
    Shown next_;  ///< of the thread that steps
    bool is_fresh_ = false;
};

}  // namespace sinew::view
