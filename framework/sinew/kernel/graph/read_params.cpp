#include <fmt/format.h>

#include <sinew/kernel/diagnostics/attribution.hpp>
#include <sinew/kernel/diagnostics/current_call.hpp>
#include <sinew/kernel/graph/read_params.hpp>

namespace sinew {

ReadParams read_params(const PluginDescription& plugin, const Value& value, ReadContext context) {
    context.plugin = plugin.id;
    const int before = context.diagnostics.n_errors();
    const Value* type = value.find("type");
    const Attribution who{plugin.id, context.node_path, type ? type->mark : value.mark};
    const auto add_fault = [&](const std::string& thrown) {
        const std::string problem =
            fmt::format("{} failed while it read its parameters: {}", plugin.id, thrown);
        context.diagnostics.add(
            attribute_to(Diagnostic::error(problem).remedy("this is a fault of the plugin"), who));
    };
    const CurrentCall call(plugin.id, context.node_path.c_str(), "reading its parameters");
    try {
        ReadParams params = plugin.read(value, context);
        if (context.diagnostics.n_errors() == before) return params;
    } catch (const InputError& error) {
        for (const Diagnostic& one : error.diagnostics())
            context.diagnostics.add(attribute_to(one, who));
    } catch (const ComputationError&) {
        throw;  // of a nested object: it has its own words, and another exit code
    } catch (const Stopped&) {
        throw;
    } catch (const std::exception& error) {
        if (is_out_of_memory(error)) throw ComputationError(out_of_memory());
        add_fault(error.what());
    } catch (...) {
        add_fault("something that is no std::exception");
    }
    return {};
}

}  // namespace sinew
