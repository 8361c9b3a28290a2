#include <fmt/format.h>

#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/diagnostics/attribution.hpp>
#include <sinew/kernel/diagnostics/current_call.hpp>
#include <sinew/kernel/diagnostics/end_guard.hpp>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/make_object.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/graph/owner.hpp>

namespace sinew {
namespace {

/// What a plugin threw, with node and plugin filled in where it left them open. A plugin that needs
/// another's object may be the first to meet that one's mistake: the place tells whose it is.
InputError attribute_to_owner(const InputError& error, const Value& value,
                              const BuildContext& context) {
    std::vector<Diagnostic> all = error.diagnostics();
    for (Diagnostic& diagnostic : all) {
        if (!diagnostic.where.known()) diagnostic.where = context.where();
        Owner owner{context.node().path(), context.plugin()};
        if (diagnostic.plugin.empty() && !holds(value, diagnostic.where))
            owner = owner_of(context.node(), diagnostic.where).value_or(owner);
        diagnostic = attribute_to(std::move(diagnostic), {owner.plugin, owner.node_path, {}});
    }
    return InputError(std::move(all));
}

}  // namespace

std::unique_ptr<Object> make_object(const PluginDescription& plugin, const Value& value,
                                    BuildContext& context, ReadParams params) {
    const std::string id = plugin.id, node_path = context.node().path();
    EndGuard::restore_handlers();
    const CurrentCall call(id.c_str(), node_path.c_str(), "being made");
    const Activity activity(id + " of " + node_path);
    std::string problem = id + " made no object";
    std::string remedy = "this is a mistake in the plugin: its factory returned nothing";
    try {
        if (!params) {
            Diagnostics diagnostics;
            ReadContext reading = read_context(context, diagnostics);
            params = plugin.read(value, reading);
            diagnostics.throw_if_errors();
        }
        if (auto object = plugin.create(params, context)) return object;
    } catch (const InputError& error) {
        throw attribute_to_owner(error, value, context);
    } catch (const ComputationError&) {
        throw;  // it has its own words, and another exit code
    } catch (const Stopped&) {
        throw;
    } catch (const std::exception& error) {
        if (is_out_of_memory(error)) throw ComputationError(out_of_memory());
        problem = fmt::format("{} could not be made: {}", id, error.what());
        remedy =
            "the plugin's constructor threw this; check its parameters, or report it to its author";
    } catch (...) {
        problem =
            id + " could not be made: its constructor threw something that is no std::exception";
        remedy = "this is a mistake in the plugin; report it to its author";
    }
    context.fail(problem, remedy);
}

}  // namespace sinew
