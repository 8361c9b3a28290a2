/// The part of the scene that a plugin's constructor has access to.
#pragma once

#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/types.hpp>
#include <string>
#include <string_view>

namespace sinew {

class SceneNode;
class PluginRegistry;
class SceneGraph;
class Value;

/// The scene, the node and the value from which a plugin's object is built.
class BuildContext {
public:
    /// `value`, if given, outlives the context: what the scene writes for the plugin.
    BuildContext(SceneGraph& graph, SceneNode& node, std::string plugin, SourceMark where,
                 const Value* value = nullptr)
        : graph_(graph),
          node_(node),
          plugin_(std::move(plugin)),
          where_(std::move(where)),
          value_(value) {}

    SceneGraph& graph() const { return graph_; }
    SceneNode& node() const { return node_; }
    /// The plugins that the scene may use.
    PluginRegistry& plugins() const;
    const std::string& plugin() const { return plugin_; }  ///< id of the plugin being built
    const SourceMark& where() const { return where_; }     ///< of its value in the scene
    /// Place of one of the plugin's parameters in the scene, "size" or "poses.count"; if it is not
    /// written, of the nearest value around it.
    SourceMark at(std::string_view parameter) const;

    /// The node a reference names.
    SceneNode& node(const Reference& reference) const;

    /// The object in a slot of the node that a reference names; InputError if there is none or it
    /// is of another type.
    template <class T>
    T& object(const Reference& reference, const std::string& slot) const;

    /// Throws InputError in the name of node and plugin, at the place of the object or at `where`.
    [[noreturn]] void fail(const std::string& message, const std::string& remedy = {}) const;
    [[noreturn]] void fail(const SourceMark& where, const std::string& message,
                           const std::string& remedy = {}) const;
    /// Warns in the name of node and plugin, at the place of the object or at `where`; printed
    /// once, before the run starts.
    void warn(const std::string& message, const std::string& remedy = {}) const;
    void warn(const SourceMark& where, const std::string& message,
              const std::string& remedy = {}) const;

private:
    [[noreturn]] void fail_object(const Reference& reference, const std::string& slot,
                                  bool of_another_type) const;

    SceneGraph& graph_;
    SceneNode& node_;
    std::string plugin_;
    SourceMark where_;
    const Value* value_;
};

/// The reading of parameters while an object is built: node, plugin and registry are the context's.
ReadContext read_context(BuildContext& context, Diagnostics& diagnostics);

}  // namespace sinew
