#include <sinew/kernel/diagnostics/attribution.hpp>

namespace sinew {

Diagnostic attribute_to(Diagnostic diagnostic, const Attribution& who) {
    if (!diagnostic.where.known() && who.where.source) diagnostic.where = who.where;
    if (diagnostic.node_path.empty()) diagnostic.node_path = who.node_path;
    if (diagnostic.plugin.empty()) diagnostic.plugin = who.plugin;
    return diagnostic;
}

InputError attribute_to(const InputError& error, const Attribution& who) {
    std::vector<Diagnostic> all;
    for (const Diagnostic& one : error.diagnostics()) all.push_back(attribute_to(one, who));
    return InputError(std::move(all));
}

ComputationError attribute_to(const ComputationError& error, const Attribution& who) {
    return ComputationError(attribute_to(error.diagnostic(), who));
}

}  // namespace sinew
