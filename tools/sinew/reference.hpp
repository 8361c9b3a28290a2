/// The scene reference: everything that a scene may say, gathered from declarations.
#pragma once

#include <filesystem>
#include <sinew/kernel/graph/slot.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/kernel/params/params.hpp>
#include <string>
#include <vector>

namespace sinew::tools {

struct PluginDoc {
    std::string id;
    std::string summary;
    std::string source;
    std::vector<std::string> traits;    ///< "`unbounded_stiffness` if `potential=barrier`"
    std::vector<std::string> refusals;  ///< "a material without `stvk`"
    std::vector<ParamDoc> params;
};

struct KindDoc {
    std::string name;  ///< "material"
    std::string slot;  ///< of a node; "" if objects of the kind stand inside others
    bool is_list = false;
    std::string meaning;
    std::string default_type;
    std::vector<PluginDoc> plugins;
};

/// The head of a scene, a node's transform, or a slot that holds no plugin.
struct StructureDoc {
    std::string name;
    std::string meaning;
    std::vector<ParamDoc> params;
};

struct SceneReference {
    std::vector<KindDoc> kinds;  ///< slots in the table's order, then nested kinds by name
    std::vector<StructureDoc> structures;
};

/// Loads every plugin.
SceneReference scene_reference(PluginRegistry& plugins, const std::vector<SlotRule>& slots);
PluginDoc plugin_doc(const PluginDescription& plugin);

/// "there is no kind 'x'; did you mean ..."
std::string unknown_kind(const SceneReference& reference, const std::string& name);

/// Writes README.md (the head of a scene and of a node, and the kinds) and KIND.md for each kind.
/// Links a plugin's scene ../../scenes/KIND/NAME.yaml and its picture images/KIND-NAME.png, seen
/// from `folder`, where they are there.
/// Throws ComputationError if the folder cannot be written.
void write_markdown(const SceneReference& reference, const std::filesystem::path& folder);

}  // namespace sinew::tools
