/// The scene as objects: nodes, what fills their slots, and who refers to whom.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/graph/slot.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/kernel/params/named_files.hpp>
#include <string>
#include <vector>

namespace sinew {

/// `time: {end: 2 s, step: 1/90 s}`
struct TimeSettings {
    double end = 0;
    double step = 0;

    static constexpr auto fields = std::tuple{
        field("end", &TimeSettings::end, unit::s, non_negative, "When the run ends").required(),
        field("step", &TimeSettings::step, unit::s, positive, "Length of a step").required(),
    };
};

/// The nodes of a scene and the objects in their slots.
class SceneGraph {
public:
    /// Reads the tree, checks everything in it (unknown slots and keys, plugins that are not there
    /// or refused, parameters, dangling references) and throws one InputError with all of it.
    /// Builds nothing yet.
    SceneGraph(Value scene, PluginRegistry& plugins, std::vector<SlotRule> slots);
    /// Destroys objects and attachments in the reverse order of their completion.
    ~SceneGraph();
    SceneGraph(const SceneGraph&) = delete;
    SceneGraph& operator=(const SceneGraph&) = delete;

    /// The node "/", above all nodes that the scene writes.
    SceneNode& root() { return *root_; }
    const TimeSettings& time() const { return time_; }
    const std::string& title() const { return title_; }
    PluginRegistry& plugins() { return plugins_; }
    const std::vector<SlotRule>& slot_rules() const { return slots_; }
    const Value& scene() const { return scene_; }

    /// Warnings of reading and building, each once, in order.
    const std::vector<Diagnostic>& warnings() const { return warnings_; }
    /// Adds a warning, unless it is there already.
    void warn(Diagnostic warning);

    /// The files that parameters of its nodes name. Files that those name in turn are added once
    /// they have been read.
    NamedFiles& files() { return files_; }

    /// Builds every object: children before their parents, slots in the table's order, and whatever
    /// is referred to before what refers to it. A cycle of references is an InputError that prints
    /// it. An exception of a plugin becomes a diagnostic with node, plugin and place; InputErrors
    /// are collected over the scene and thrown as one, anything else ends the building as a
    /// ComputationError.
    void build();

    /// The object of a slot, built now if it has not been. An empty slot gives an object of its
    /// rule's default type (made on the first request, never by `build`), or nullptr if the rule
    /// has none.
    Object* object(SceneNode& node, const std::string& slot, int index = 0);
    template <class T>
    T* object(SceneNode& node, const std::string& slot, int index = 0) {
        return dynamic_cast<T*>(object(node, slot, index));
    }

    /// The node of a path, seen from `from`; throws InputError at `where` naming what is there.
    SceneNode& find(SceneNode& from, const std::string& path, const SourceMark& where);

    /// All nodes, parents before children.
    void visit(const std::function<void(SceneNode&)>& function);

    struct Built;  ///< objects while they are made, kept and destroyed (built.hpp)

private:
    friend class GraphReader;
    friend class SceneNode;
    Object* construct(const SlotRule& rule, SceneNode& node, int index, const Value& value);
    void warn_of_unused();

    Value scene_;
    PluginRegistry& plugins_;
    std::vector<SlotRule> slots_;
    TimeSettings time_;
    std::string title_;
    std::vector<Diagnostic> warnings_;
    NamedFiles files_;
    /// Parameters as plugins have read them from the values of slots, for building the objects.
    std::map<const Value*, ReadParams> params_;
    std::unique_ptr<SceneNode> root_;
    std::unique_ptr<Built> built_;
};

template <class T>
T& BuildContext::object(const Reference& reference, const std::string& slot) const {
    Object* found = graph_.object(node(reference), slot);
    if (T* typed = dynamic_cast<T*>(found)) return *typed;
    fail_object(reference, slot, found != nullptr);
}

}  // namespace sinew
