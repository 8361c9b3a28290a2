/// Checks that windows can be opened.
#pragma once

#include <string>

namespace sinew::view {

/// Throws InputError, naming the remedy for `sinew COMMAND`, if no X server answers; VTK would
/// abort. If it goes away later, the process ends with that message and exit code 1.
void require_display(const std::string& command);

}  // namespace sinew::view
