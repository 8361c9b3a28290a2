#include "set_option.hpp"

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/program.hpp>

namespace sinew::tools {

std::vector<Override> read_overrides(const std::vector<std::string>& texts) {
    std::vector<Override> overrides;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw UsageError(fmt::format(
                "--set takes PATH=VALUE, not '{}'; for example --set time.end=1s", text));
        overrides.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return overrides;
}

}  // namespace sinew::tools
