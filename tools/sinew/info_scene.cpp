#include "info_scene.hpp"

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/model/slots.hpp>

namespace sinew::tools {

namespace {

/// The diagnostic at the file as a whole where it stood in the scene, and without the scene's node.
Diagnostic reported_of_file(Diagnostic d, const std::filesystem::path& file,
                            const std::string& scene) {
    d.node_path.clear();
    const bool is_in_scene = d.where.source && d.where.source->text == scene;
    if (d.where.source && !is_in_scene) return d;
    d.where = {};
    d.where.source = std::make_shared<SourceText>(SourceText{file.string(), {}});
    const std::string prefix = std::filesystem::absolute(file).string() + ": ";
    if (d.message.starts_with(prefix)) d.message.erase(0, prefix.size());
    return d;
}

}  // namespace

void use_file_in_scene(const std::filesystem::path& file, const std::string& members,
                       const std::function<void(SceneGraph&, SceneNode&)>& use) {
    const std::string scene =
        fmt::format("sinew: 1\ntime: {{end: 0, step: 1}}\nscene: [{{node: file, {}}}]\n", members);
    try {
        PluginRegistry plugins;
        SceneGraph graph(parse_scene(scene, file.string()), plugins, mechanics_slots());
        use(graph, *graph.root().children().front());
    } catch (const InputError& error) {
        std::vector<Diagnostic> reported = error.diagnostics();
        for (Diagnostic& d : reported) d = reported_of_file(std::move(d), file, scene);
        throw InputError(std::move(reported));
    }
}

}  // namespace sinew::tools
