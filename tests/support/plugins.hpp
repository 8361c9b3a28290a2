/// Objects of plugins, made as a scene makes them.
#pragma once

#include <memory>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sinew::test {

/// A plugin's object with the registry and the graph that it stands in.
template <class Interface>
class Made {
public:
    Made(const std::string& name, const std::string& parameters)
        : registry_(std::make_unique<PluginRegistry>(
              std::vector<std::filesystem::path>{SINEW_PLUGIN_DIR})) {
        SlotRule rule;
        rule.name = "object";
        rule.kind = Interface::kind;
        const std::string text =
            "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: here\n    object: {type: " +
            name + (parameters.empty() ? "" : ", ") + parameters + "}\n";
        graph_ = std::make_unique<SceneGraph>(parse_scene(text, "test.yaml"), *registry_,
                                              std::vector<SlotRule>{rule});
        graph_->build();
        object_ = graph_->object<Interface>(*graph_->root().children().front(), "object");
        if (!object_) throw std::runtime_error(name + " is not of the interface asked for");
    }
    Interface& operator*() const { return *object_; }
    Interface* operator->() const { return object_; }
    const std::vector<Diagnostic>& warnings() const { return graph_->warnings(); }

private:
    std::unique_ptr<PluginRegistry> registry_;
    std::unique_ptr<SceneGraph> graph_;
    Interface* object_ = nullptr;
};

/// The object of the plugin `id` = "kind/name" of this build, alone on a node. `parameters` is the
/// inside of a flow map: `make<Material>("material/stvk", "young: 1 MPa, poisson: 0.3")`. Throws
/// InputError as a scene would.
template <class Interface>
Made<Interface> make(const std::string& id, const std::string& parameters = "") {
    return {id.substr(id.find('/') + 1), parameters};
}

/// Ids of all plugins of a kind that this build made.
inline std::vector<std::string> built_plugins(const std::string& kind) {
    PluginRegistry registry({SINEW_PLUGIN_DIR});
    std::vector<std::string> ids;
    for (const std::string& name : registry.names(kind)) ids.push_back(kind + "/" + name);
    return ids;
}

}  // namespace sinew::test
