/// The program beside `sinew` that knows VTK.
#pragma once

#include "command.hpp"

namespace sinew::tools {

/// Becomes `sinew-results` with these words (libexec/sinew, next to the folder of `sinew`); returns
/// only by an error: throws ComputationError if it is not there.
int run_results_program(const Arguments& words);

}  // namespace sinew::tools
