/// Errors of plugins while a run is under way, attributed to them.
#pragma once

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/current_call.hpp>
#include <sinew/kernel/object.hpp>
#include <string>

namespace sinew {

/// "load/pressure of /beam", or `otherwise` for an object that no scene made.
inline std::string named(const Origin& origin, const char* otherwise) {
    if (origin.plugin.empty()) return otherwise;
    return fmt::format("{} of {}", origin.plugin, origin.node_path);
}

/// Calls function(); what it throws leaves attributed to the origin, and what is neither an
/// InputError nor a ComputationError becomes one that names the plugin, unless it says that memory
/// does not suffice.
template <class Function>
void attribute_errors_to(const Origin& origin, Function&& function) {
    const CurrentCall call(origin.plugin, origin.node_path);
    attribute_errors_to(origin, function, [&](const std::exception* thrown) {
        return Diagnostic::error(fmt::format("{} failed: {}", named(origin, "an object"),
                                             thrown
                                                 ? thrown->what()
                                                 : "it threw something that is no std::exception"))
            .remedy("the plugin threw this during the run; report it to its author");
    });
}

}  // namespace sinew
