/// Fixed steps from zero to the end.
#pragma once

namespace sinew {

/// The clock of a run.
struct Clock {
    double step = 0;  ///< [s]
    long n_steps = 0;
    long index = 0;  ///< steps done

    /// Time at the end of the steps done [s].
    double time() const { return static_cast<double>(index) * step; }
    /// True if all steps are done.
    bool done() const { return index >= n_steps; }
};

/// More steps than this are a mistake.
inline constexpr double max_steps = 1e12;

/// Steps from zero to `end`: the last one ends at `end`, or just past it if `end` is no multiple of
/// the step (within 1e-6 of a step, so that 2 s in steps of 1/90 s are 180). At least one if `end`
/// is more than zero.
double count_steps(double end, double step);
/// The time at which a run in such steps ends: `end`, or the end of the last step if that is later
/// [s].
double end_of_run(double end, double step);
/// A clock of that many steps, which must be fewer than max_steps.
Clock make_clock(double end, double step);

/// True if an output with the period `every` [s] sees this step: time 0, the first step at or past
/// each multiple of `every`, and the last step. It depends on the clock alone, so a continued run
/// agrees.
bool is_due(const Clock& clock, double every);
/// The last step at or before the clock's that such an output sees.
long last_due_step(Clock clock, double every);

}  // namespace sinew
