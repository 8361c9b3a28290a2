/// Meshes as a scene asks for them: through the plugin's own library.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <string>

namespace sinew::test {

/// Loads what `mesh: {...}` in a scene gives.
inline MeshData load_mesh(const std::string& mesh) {
    PluginRegistry plugins{{SINEW_PLUGIN_DIR}};
    SceneGraph graph(parse_scene("sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n"
                                 "  - node: body\n    mesh: " +
                                     mesh + "\n",
                                 "scene.yaml"),
                     plugins, {{"mesh", "mesh", false, "The mesh", "", nullptr, nullptr}});
    graph.build();
    return graph.object<MeshSource>(*graph.root().children().front(), "mesh")->load();
}

/// The first mistake found in `mesh: {...}`.
inline Diagnostic mesh_mistake(const std::string& mesh) {
    try {
        load_mesh(mesh);
    } catch (const InputError& error) {
        return error.diagnostics().front();
    }
    return {};
}

/// A file that lives as long as this.
class TemporaryFile {
public:
    TemporaryFile(const std::string& name, const std::string& text)
        : path_(std::filesystem::temp_directory_path() /
                ("sinew_mesh_test_" + std::to_string(::getpid()) + "_" + name)) {
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

}  // namespace sinew::test
