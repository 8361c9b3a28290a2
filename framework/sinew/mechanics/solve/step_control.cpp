#include <sinew/mechanics/solve/step_control.hpp>

namespace sinew {

CutbackOutcome cover_interval(double t0, double t1, int max_cutbacks,
                              const std::function<Event(double t, double dt)>& attempt) {
    CutbackOutcome outcome;
    const long n_ticks = 1L << max_cutbacks;
    const double tick = (t1 - t0) / static_cast<double>(n_ticks);
    auto time_at = [&](long ticks) {
        return ticks == n_ticks ? t1 : t0 + tick * static_cast<double>(ticks);
    };
    long done = 0;
    long length = n_ticks;  // of the next attempt
    while (done < n_ticks) {
        const double t = time_at(done);
        const double dt = length == n_ticks ? t1 - t0 : tick * static_cast<double>(length);
        outcome.time = t;
        outcome.failed_step = dt;
        outcome.event = attempt(t, dt);
        if (outcome.event) {
            ++outcome.cuts;
            if (length == 1) return outcome;
            length /= 2;
            continue;
        }
        ++outcome.steps;
        done += length;
        if (done % (2 * length) == 0 && done + 2 * length <= n_ticks) length *= 2;
    }
    outcome.time = t1;
    return outcome;
}

}  // namespace sinew
