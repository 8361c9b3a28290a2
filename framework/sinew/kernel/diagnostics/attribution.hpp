/// Errors say whose they are: the node, the plugin and the place in the scene.
#pragma once

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <sinew/kernel/diagnostics/stopped.hpp>
#include <string>
#include <utility>

namespace sinew {

/// The node and plugin that an error concerns; what is empty or unknown here stays open.
struct Attribution {
    std::string plugin;     ///< "load/gravity"
    std::string node_path;  ///< "/beam"
    SourceMark where;
};

/// Fills in what a diagnostic leaves open.
Diagnostic attribute_to(Diagnostic diagnostic, const Attribution& who);

/// The same for all that an error carries.
InputError attribute_to(const InputError& error, const Attribution& who);
/// The same for a failed computation.
ComputationError attribute_to(const ComputationError& error, const Attribution& who);

/// Calls function(). InputErrors and ComputationErrors leave attributed and keep their sort. An
/// error that says that memory does not suffice passes, and so does Stopped. For anything else a
/// ComputationError of explain(error) leaves, attributed: a Diagnostic, where `error` is a
/// std::exception or null. `who` is an Attribution or converts to one.
template <class Who, class Function, class Explain>
void attribute_errors_to(const Who& who, Function&& function, Explain&& explain) {
    try {
        function();
    } catch (const InputError& error) {
        throw attribute_to(error, who);
    } catch (const ComputationError& error) {
        throw attribute_to(error, who);
    } catch (const Stopped&) {
        throw;
    } catch (const std::exception& error) {
        if (is_out_of_memory(error)) throw;
        throw ComputationError(attribute_to(explain(&error), who));
    } catch (...) {
        throw ComputationError(attribute_to(explain(nullptr), who));
    }
}

/// Calls function(); where its memory does not suffice, a ComputationError says so, attributed.
template <class Who, class Function>
void attribute_lack_of_memory_to(const Who& who, Function&& function) {
    try {
        function();
    } catch (const std::exception& error) {
        if (is_out_of_memory(error)) throw ComputationError(attribute_to(out_of_memory(), who));
        throw;
    }
}

}  // namespace sinew
