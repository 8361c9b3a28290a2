#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/run/clock.hpp>

namespace sinew {

namespace {

constexpr double slack = 1e-6;  // of a step, or of a period

}  // namespace

double count_steps(double end, double step) {
    return end > 0 ? std::max(1.0, std::ceil(end / step - slack)) : 0.0;
}

double end_of_run(double end, double step) {
    return std::max(end, step * count_steps(end, step));
}

Clock make_clock(double end, double step) {
    SINEW_ASSERT(step > 0 && end >= 0, "step {} s, end {} s", step, end);
    const double n = count_steps(end, step);
    SINEW_ASSERT(n < max_steps, "{} steps", n);
    return {step, static_cast<long>(n), 0};
}

bool is_due(const Clock& clock, double every) {
    if (clock.index == 0 || clock.done()) return true;
    const auto period = [&](long index) {
        return std::floor(static_cast<double>(index) * clock.step / every + slack);
    };
    return period(clock.index) > period(clock.index - 1);
}

long last_due_step(Clock clock, double every) {
    while (!is_due(clock, every)) --clock.index;
    return clock.index;
}

}  // namespace sinew
