/// Commands that need libraries which `sinew` starts without are programs of their own.
#pragma once

#include "command.hpp"

namespace sinew::tools {

/// Becomes the program of that name in libexec/sinew, with `words` as its arguments; does not
/// return unless it cannot be started (ComputationError).
int run_own_program(const std::string& name, const Arguments& words);

}  // namespace sinew::tools
