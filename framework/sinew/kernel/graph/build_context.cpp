#include <fmt/format.h>

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/scene/value.hpp>

namespace sinew {

PluginRegistry& BuildContext::plugins() const {
    return graph_.plugins();
}

SceneNode& BuildContext::node(const Reference& reference) const {
    return graph_.find(node_, reference.written, reference.mark);
}

SourceMark BuildContext::at(std::string_view parameter) const {
    const SourceMark place = value_ ? place_of(*value_, parameter) : where_;
    return place.known() ? place : where_;
}

void BuildContext::fail(const std::string& message, const std::string& remedy) const {
    fail(where_, message, remedy);
}

void BuildContext::fail(const SourceMark& where, const std::string& message,
                        const std::string& remedy) const {
    throw InputError(Diagnostic::error(message).remedy(remedy).at(where).on(node_.path(), plugin_));
}

void BuildContext::warn(const std::string& message, const std::string& remedy) const {
    warn(where_, message, remedy);
}

void BuildContext::warn(const SourceMark& where, const std::string& message,
                        const std::string& remedy) const {
    graph_.warn(Diagnostic::warning(message).remedy(remedy).at(where).on(node_.path(), plugin_));
}

void BuildContext::fail_object(const Reference& reference, const std::string& slot,
                               bool of_another_type) const {
    const std::string path = node(reference).path();
    if (of_another_type)
        fail(reference.mark,
             fmt::format("what fills '{}' of {} is not of the sort that {} needs", slot, path,
                         plugin_),
             fmt::format("`sinew describe {}` says what it works with", plugin_));
    fail(reference.mark,
         fmt::format("{} needs the '{}' of {}, which has none", plugin_, slot, path),
         fmt::format("refer to a node with `{}:`, or give {} one", slot, path));
}

ReadContext read_context(BuildContext& context, Diagnostics& diagnostics) {
    return {diagnostics, &context.plugins(),      context.node().path(), context.plugin(), nullptr,
            {},          &context.graph().files()};
}

}  // namespace sinew
