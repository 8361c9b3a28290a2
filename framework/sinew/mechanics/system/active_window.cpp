#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/clock.hpp>
#include <sinew/mechanics/system/active_window.hpp>

namespace sinew {

bool ActiveWindow::active(double t) const {
    constexpr double tolerance = 1e-9;
    if (until && t > *until + tolerance * std::abs(*until)) return false;
    if (!from) return true;
    const double margin = tolerance * std::abs(*from);
    return t > *from + margin || (t <= 0 && *from <= margin);
}

bool ActiveWindow::is_over(double t) const {
    return until && t >= *until - 1e-9 * std::abs(*until);
}

void ActiveWindow::check(const ActiveWindow& window, BuildContext& context,
                         const std::string& structure) {
    const std::string within = structure.empty() ? "" : structure + ".";
    const std::string it = structure.empty() ? "it" : structure;
    if (window.until && *window.until < 0)
        context.fail(context.at(within + "until"),
                     fmt::format("{} would never act: until {:.6g} s is before the run starts, at "
                                 "0 s",
                                 it, *window.until),
                     "give an `until` after the start");
    if (window.from && window.until && *window.until <= *window.from)
        context.fail(context.at(within + "until"),
                     fmt::format("{} would never act: until {:.6g} s is not after from {:.6g} s",
                                 it, *window.until, *window.from),
                     "give an `until` that is later than `from`");
    const TimeSettings& time = context.graph().time();
    const double last = end_of_run(time.end, time.step);
    if (window.from && *window.from > 0 && !ActiveWindow{window.from, {}}.active(last))
        context.warn(fmt::format("{} never acts in this run, which ends at {:.6g} s: from is "
                                 "{:.6g} s",
                                 it, last, *window.from),
                     "raise time.end, lower `from`, or take it away");
    if (!window.until || *window.until >= last) return;
    const double n = std::floor(*window.until / time.step * (1 + 1e-9));
    if (n == 0 || !window.active(n * time.step))
        context.warn(fmt::format("{} acts in no step: none of {:.6g} s ends between {:.6g} s and "
                                 "{:.6g} s",
                                 it, time.step, window.from.value_or(0), *window.until),
                     "widen `from` and `until`, or lower time.step");
}

}  // namespace sinew
