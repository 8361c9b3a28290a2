/// Steps that were cut, for whoever waits for the run: how many, where, why, and what to try.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/system/event.hpp>
#include <string>

namespace sinew {

/// The reason why an attempt at a step failed.
enum class CutbackCause { newton, contact, linear_solver, inverted, not_finite };

/// An attempt that failed: where, and why.
struct FailedAttempt {
    double time = 0;  ///< at which it began [s]
    double step = 0;  ///< its length [s]
    Event event;
    CutbackCause cause = CutbackCause::newton;
};

/// Advice against failures of one cause. `linear`: id of the linear solver, "linear/pcg".
std::string remedy_of(CutbackCause cause, bool has_contact, const std::string& linear);

/// Counts attempts that failed by their causes.
class CutbackLog {
public:
    /// Adds one; true if it is the first.
    bool add(const FailedAttempt& attempt);

    /// The note on the first of them.
    Diagnostic first(bool has_contact, const std::string& linear) const;
    /// The note at the end of the run, if there were more: `iterations` of Newton's method in all.
    std::optional<Diagnostic> summary(long iterations, bool has_contact,
                                      const std::string& linear) const;
    /// Writes the number, the causes and the first and the last time to run.json.
    void report(nlohmann::json& report) const;

private:
    CutbackCause most_frequent() const;

    FailedAttempt first_;
    double last_time_ = 0;
    long count_ = 0;
    std::map<CutbackCause, long> by_cause_;
};

}  // namespace sinew
