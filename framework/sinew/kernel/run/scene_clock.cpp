#include <fmt/format.h>

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/scene_clock.hpp>

namespace sinew {

namespace {

/// Number of steps from which on a run warns that it takes so many.
constexpr double many_steps = 1e7;

}  // namespace

Clock scene_clock(SceneGraph& graph) {
    const TimeSettings& time = graph.time();
    const auto mark = [&](const char* key) -> const SourceMark& {
        return graph.scene().find("time")->find(key)->mark;
    };
    const auto warn = [&](const SourceMark& where, std::string message, std::string remedy) {
        graph.warn(Diagnostic::warning(std::move(message)).remedy(std::move(remedy)).at(where));
    };
    const double n_steps = count_steps(time.end, time.step);
    if (n_steps >= max_steps)
        throw InputError(mark("step"),
                         fmt::format("{:.3g} steps are too many; there must be fewer than {:.0e}",
                                     n_steps, max_steps),
                         "raise time.step or lower time.end");
    const Clock clock = make_clock(time.end, time.step);
    if (n_steps > many_steps)
        warn(mark("step"), fmt::format("the run has {} steps", clock.n_steps),
             "if that is not meant, raise time.step or lower time.end");
    if (const double last = static_cast<double>(clock.n_steps) * clock.step;
        last > time.end * (1 + 1e-6))
        warn(mark("end"),
             fmt::format("time.end of {:.6g} s is no multiple of time.step: the run ends at {:.6g} "
                         "s",
                         time.end, last),
             "give a step that divides the end, such as 1/50 s");
    return clock;
}

}  // namespace sinew
