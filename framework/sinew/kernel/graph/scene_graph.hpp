/// The scene as objects: nodes, what fills their slots, and who refers to whom.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/graph/slot.hpp>
#include <sinew/kernel/plugin/registry.hpp>

#include <functional>
#include <memory>
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

class SceneGraph {
public:
    /// Reads the tree, checks everything in it (unknown slots and keys, plugins that are not there or
    /// refused, parameters, dangling references) and throws one InputError with all of it. Builds nothing yet.
    SceneGraph(Value scene, PluginRegistry& plugins, std::vector<SlotRule> slots);
    ~SceneGraph();  ///< destroys objects in the reverse order of their construction

    Node& root() { return *root_; }
    const TimeSettings& time() const { return time_; }
    const std::string& title() const { return title_; }
    PluginRegistry& plugins() { return plugins_; }
    const std::vector<SlotRule>& slot_rules() const { return slots_; }

    /// Builds every object: children before their parents, slots in the table's order, and whatever is
    /// referred to before what refers to it. A cycle of references is an InputError that prints it.
    /// What a plugin throws becomes a diagnostic with node, plugin and place.
    void build();

    /// The object of a slot, built now if it has not been; nullptr if the slot is empty.
    Object* object(Node& node, const std::string& slot, int index = 0);
    template <class T>
    T* object(Node& node, const std::string& slot, int index = 0) {
        return dynamic_cast<T*>(object(node, slot, index));
    }

    /// The node of a path, seen from `from`; throws InputError at `where` naming what is there.
    Node& find(Node& from, const std::string& path, const SourceMark& where);

    /// All nodes, parents before children.
    void visit(const std::function<void(Node&)>& function);

private:
    friend class GraphReader;
    struct Built;
    Value scene_;
    PluginRegistry& plugins_;
    std::vector<SlotRule> slots_;
    TimeSettings time_;
    std::string title_;
    std::unique_ptr<Node> root_;
    std::unique_ptr<Built> built_;
};

}  // namespace sinew
