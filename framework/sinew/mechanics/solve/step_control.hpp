/// Steps that are cut in half when they fail, and grow back.
#pragma once

#include <functional>
#include <sinew/mechanics/system/event.hpp>

namespace sinew {

/// Outcome of an interval that may have been cut into shorter steps.
struct CutbackOutcome {
    Event event;             ///< of the shortest attempt, if it failed
    double time = 0;         ///< reached [s]
    double failed_step = 0;  ///< length of the last attempt [s]
    int steps = 0;           ///< attempts that succeeded
    int cuts = 0;            ///< attempts that failed
};

/// Covers (t0, t1] [s] by calls attempt(t, dt), which goes from t to t + dt and returns an event if
/// it could not (and has then changed nothing). A failed interval is halved, at most `max_cutbacks`
/// times in a row; after a success at the end of a doubled interval the double is tried again. The
/// attempts depend on this interval alone, so that a run goes on the same way from any t0.
CutbackOutcome cover_interval(double t0, double t1, int max_cutbacks,
                              const std::function<Event(double t, double dt)>& attempt);

}  // namespace sinew
