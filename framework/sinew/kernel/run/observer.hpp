/// Observers of a run: outputs, checkpoints, progress.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/kernel/run/clock.hpp>
#include <string>

namespace sinew {

/// Facts about a run that its observers are given.
struct RunInfo {
    std::filesystem::path folder;  ///< the run's output folder; exists
    std::string scene_name;        ///< stem of the scene file
    std::string scene_hash;        ///< of the resolved scene
    bool continued = false;        ///< from a checkpoint: files of earlier steps are kept
    /// The time up to which a continued run keeps what this observer wrote [s]: half a step past
    /// the last step that it would have seen without a stop, so that rounded times compare. What it
    /// saw because the run was stopped there, or ended there, goes.
    double kept_until = 0;
    /// The state of every stepper now, for checkpoints.
    std::function<void(Archive&)> save;
};

/// Fills the slot `outputs:`. `every:` [s] thins it: it sees time 0, then the first step at or past
/// each multiple, and the last step.
class Observer : public Object {
public:
    static constexpr const char* kind = "output";

    /// Parameters of every output.
    struct Common {
        std::optional<double> every;
        static constexpr auto fields = std::tuple{
            field("every", &Common::every, unit::s, positive,
                  "Time between outputs; every step if absent"),
        };
    };
    Common common;

    /// Throws InputError if what it is to observe is not there, once the whole scene is built and
    /// before anything begins.
    virtual void check() const {}
    /// Begins the run, or goes on with it, before the first `observe`.
    virtual void begin(const RunInfo& run, const Clock& clock) = 0;
    /// Observes the state at clock.time().
    virtual void observe(const Clock& clock) = 0;
    /// The run has ended (also when it failed or was stopped): close what is open.
    virtual void finish() = 0;
    /// Files written, for run.json.
    virtual void report(nlohmann::json& report) const = 0;

    /// True if it must see a step after all others have: a checkpoint, which saves them too.
    virtual bool observes_last() const { return false; }

    /// Saves and restores the observer's state between steps (of a time series that goes on, say).
    virtual void save(Archive&, const std::string& /*prefix*/) const {}
    virtual void restore(const Archive&, const std::string& /*prefix*/) {}
};

}  // namespace sinew
