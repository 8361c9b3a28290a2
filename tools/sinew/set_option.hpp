/// `--set PATH=VALUE`.
#pragma once

#include <sinew/kernel/scene/value.hpp>
#include <string>
#include <vector>

namespace sinew::tools {

inline constexpr const char* set_meaning =
    "change a value of the scene: --set let.E=2MPa --set time.end=1s";

/// Throws UsageError for a text that is not PATH=VALUE.
std::vector<Override> read_overrides(const std::vector<std::string>& texts);

}  // namespace sinew::tools
