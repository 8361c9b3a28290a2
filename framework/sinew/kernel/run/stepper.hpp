/// The kernel's interface of a solver, which moves from one time to the next.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/kernel/run/clock.hpp>

namespace sinew {

/// A solver: it carries the scene from one time to the next.
class Stepper : public Object {
public:
    static constexpr const char* kind = "solver";

    /// Throws InputError if the scene cannot run although every object of it could be built (a body
    /// that nothing holds, in statics). `begin` finds the same; this is for who only validates.
    virtual void check(const Clock& /*clock*/) {}

    /// The state at time zero is complete after this (a static solver finds its first equilibrium).
    virtual void begin(const Clock& clock) = 0;

    /// Steps from clock.time() to clock.time() + clock.step. Throws ComputationError, leaving the
    /// state of the last good step.
    virtual void step(const Clock& clock) = 0;

    /// Everything that later steps depend on; a restored stepper goes on bitwise as if unbroken.
    /// `restore` is called on a new stepper in place of `begin`, with the clock of the checkpoint.
    virtual void save(Archive& archive, const std::string& prefix) const = 0;
    virtual void restore(const Archive& archive, const std::string& prefix, const Clock& clock) = 0;

    /// Counts, times, energies, for run.json.
    virtual void report(nlohmann::json& report) const = 0;
};

}  // namespace sinew
