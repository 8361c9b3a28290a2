/// Checks that windows can be opened.
#pragma once

#include <string>

namespace sinew::view {

/// Throws InputError, naming the remedy for `sinew COMMAND`, if no X server answers; VTK would
/// abort.
void require_display(const std::string& command);

}  // namespace sinew::view
