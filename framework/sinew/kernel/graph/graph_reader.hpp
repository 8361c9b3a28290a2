/// Reads the tree of values into nodes, and collects every mistake on the way.
#pragma once

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/params/types.hpp>
#include <string>
#include <vector>

namespace sinew {

class GraphReader {
public:
    /// The graph holds the scene's values and slots; its nodes are added.
    explicit GraphReader(SceneGraph& graph);

    /// Throws one InputError with all that is wrong.
    void read();

private:
    void read_header();
    void read_nodes(const Value& list, SceneNode& parent);
    void read_node(const Value& map, SceneNode& parent);
    std::string read_name(const Value& map, const SceneNode& parent);
    void read_transform(const Value& map, SceneNode& node);
    void read_slot(const Value& value, const SlotRule& rule, SceneNode& node);
    void check_needs(const SceneNode& node);
    void check_needs_above(const SceneNode& node);
    void check_structure(const Value& value, const SlotRule& rule, SceneNode& node);
    void check_object(const Value& value, const SlotRule& rule, SceneNode& node);
    void check_references();

    ReadContext context(const SceneNode& node);
    void error(const SceneNode& node, const SourceMark& where, std::string message,
               std::string remedy);
    /// Adds what an InputError carries, as found on that node.
    void add(const InputError& error, const SceneNode& node, const SourceMark& where);

    struct FoundReferences {
        SceneNode* node;
        std::string plugin;
        std::vector<Reference> references;
    };

    SceneGraph& graph_;
    PluginRegistry::SlotsOfKind slots_of_kind_;
    Diagnostics diagnostics_;
    std::vector<FoundReferences> references_;
};

}  // namespace sinew
