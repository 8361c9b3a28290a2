/// The machine that a benchmark ran on.
#pragma once

#include <string>

#include "settings.hpp"

namespace sinew::bench {

/// Markdown lines: processor, cores, memory, compiler, flags, BLAS, libraries' environment, commit,
/// date, load.
std::string describe_machine(const Settings& settings);

}  // namespace sinew::bench
