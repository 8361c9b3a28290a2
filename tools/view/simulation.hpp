/// The solvers of a scene on the clock on the wall, in a thread of their own.
#pragma once

#include <atomic>
#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <sinew/kernel/run/part.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <sinew/mechanics/load/hand.hpp>
#include <sinew/mechanics/solve/real_time.hpp>
#include <sinew/mechanics/system/body_system.hpp>
#include <thread>

#include "led_handle.hpp"
#include "mailbox.hpp"
#include "pull_record.hpp"

namespace sinew::view {

/// A body that a solver moves.
struct LiveBody {
    SceneNode* node = nullptr;
    Body* body = nullptr;
    BodySystem* system = nullptr;
    Hand* hand = nullptr;
};

class Simulation {
public:
    /// Begins the solvers of a graph that is built. Throws InputError if it has none.
    /// `stiffness` of pulls [N/m], if not left to choose.
    Simulation(SceneGraph& graph, const Clock& clock, std::optional<double> stiffness);

    const std::vector<LiveBody>& bodies() const { return bodies_; }
    const Clock& clock() const { return clock_; }

    /// Steps from now on, on `n_threads`, until asked to end.
    void start(Mailbox& mailbox, int n_threads);
    bool has_failed() const { return has_failed_; }
    /// Waits for the thread's end.
    void wait();
    /// Likewise, and throws what the thread threw.
    void join();

    /// Once joined.
    const std::vector<PullRecord>& pulls() const { return pulls_; }
    const std::vector<LedHandle>& handles() const { return handles_; }
    void report(nlohmann::ordered_json& report) const;

private:
    void run(Mailbox& mailbox);
    void step();
    void reset();
    void obey(const Grip& grip);
    void grab(const Grip& grip);
    void release();
    void show(Shown& shown) const;
    Eigen::Vector3d position_of(const LiveBody& live, const MaterialPoint& point) const;
    /// The force that the hand feels, which holds a point [N].
    double force() const;

    std::vector<Participant<Stepper>> steppers_;
    std::vector<LiveBody> bodies_;
    std::vector<LedHandle> handles_;
    Clock clock_;
    std::optional<double> stiffness_;
    Archive at_start_;
    RealTime real_time_;
    long n_resets_ = 0;
    Grip grip_;  ///< as the hand has it
    std::vector<PullRecord> pulls_;
    std::thread thread_;
    std::exception_ptr error_;
    std::atomic<bool> has_failed_ = false;
};

}  // namespace sinew::view
