/// The first words of a run, before its first step.
#pragma once

#include <sinew/kernel/run/clock.hpp>
#include <sinew/kernel/run/run.hpp>
#include <string>
#include <vector>

namespace sinew {

/// The time of the clock, for messages: "t = 0.4 s".
std::string time_words(const Clock& clock);

/// The steps that go into the folder, and where a run that goes on from a checkpoint begins: lines.
std::vector<std::string> announce_steps(const RunOptions& options, const Clock& clock);

}  // namespace sinew
