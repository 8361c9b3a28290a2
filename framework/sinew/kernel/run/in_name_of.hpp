/// What plugins do wrong while a run is under way is said in their name.
#pragma once

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/memory.hpp>
#include <sinew/kernel/object.hpp>
#include <string>
#include <vector>

namespace sinew {

/// "load/pressure of /beam", or `otherwise` for an object that no scene made.
inline std::string named(const Origin& origin, const char* otherwise) {
    if (origin.plugin.empty()) return otherwise;
    return fmt::format("{} of {}", origin.plugin, origin.node_path);
}

/// Fills in what a diagnostic leaves open.
inline Diagnostic placed(Diagnostic diagnostic, const Origin& origin) {
    if (!diagnostic.where.known()) diagnostic.where = origin.where;
    if (diagnostic.node_path.empty()) diagnostic.node_path = origin.node_path;
    if (diagnostic.plugin.empty()) diagnostic.plugin = origin.plugin;
    return diagnostic;
}

/// Calls function(); what it throws leaves with the origin's place, and what is neither an
/// InputError nor a ComputationError becomes one that names the plugin, unless it says that memory
/// does not suffice.
template <class Function>
void in_name_of(const Origin& origin, Function&& function) {
    const auto foreign = [&](const std::string& what) {
        return ComputationError(
            placed({Severity::error,
                    named(origin, "an object") + " failed: " + what,
                    "the plugin threw this during the run; report it to its author",
                    {},
                    {},
                    {}},
                   origin));
    };
    try {
        function();
    } catch (const ComputationError& error) {
        throw ComputationError(placed(error.diagnostic(), origin));
    } catch (const InputError& error) {
        std::vector<Diagnostic> all;
        for (const Diagnostic& one : error.diagnostics()) all.push_back(placed(one, origin));
        throw InputError(std::move(all));
    } catch (const std::exception& error) {
        if (is_out_of_memory(error)) throw;
        throw foreign(error.what());
    } catch (...) {
        throw foreign("it threw something that is no std::exception");
    }
}

}  // namespace sinew
