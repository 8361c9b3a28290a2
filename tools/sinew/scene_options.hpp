/// Common options of the commands that read a scene.
#pragma once

#include <sinew/kernel/scene/value.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <vector>

#include "command.hpp"

namespace sinew::tools {

/// Declares `--set PATH=VALUE`.
void add_set_option(Options& options);
std::vector<Override> overrides_of(const Options& options);

}  // namespace sinew::tools
