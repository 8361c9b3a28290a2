/// sinew export SCENE [-o FILE] [--set PATH=VALUE]...

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/scene_clock.hpp>
#include <sinew/mechanics/reduced/exportable.hpp>
#include <sinew/mechanics/reduced/exported_model.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <string_view>

#include "scene_options.hpp"

namespace sinew::tools {

namespace po = boost::program_options;

namespace {

/// True if Sinew wrote the file: a model, or another of its archives.
bool is_archive(const std::filesystem::path& file) {
    constexpr std::string_view first = "sinew archive";
    std::string start(first.size(), ' ');
    std::ifstream(file, std::ios::binary).read(start.data(), std::streamsize(start.size()));
    return start == first;
}

/// Nothing but an earlier model, or no file at all, gives way to a model.
void refuse_to_overwrite(const std::filesystem::path& file, const std::filesystem::path& scene) {
    namespace fs = std::filesystem;
    const auto fail = [&](const std::string& what, const char* remedy) {
        throw InputError(
            Diagnostic::error(fmt::format("{} {}", file.string(), what)).remedy(remedy));
    };
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (!fs::is_directory(folder))
        fail("cannot be written: there is no folder " + folder.string(), "make the folder first");
    if (!fs::exists(file)) return;
    if (!fs::is_regular_file(file))
        fail("is no regular file", "name a file, not a folder or a device");
    if (fs::equivalent(file, scene)) fail("is the scene itself", "name another file by -o");
    if (!is_archive(file))
        fail("is there, and is nothing that Sinew wrote",
             "move it away, or name another file by -o");
}

}  // namespace

int export_command(const Command& self, const Arguments& arguments) {
    Options options(self);
    options.positional("SCENE", true);
    options.add()("output,o", po::value<std::string>()->value_name("FILE"),
                  "file of the model (default: the scene's name and .h5)");
    add_set_option(options);
    if (!options.parse(arguments)) return 0;

    const std::filesystem::path scene = options.text("SCENE");
    const std::filesystem::path file = options.text("output", (scene.stem() += ".h5").string());
    refuse_to_overwrite(file, scene);
    PluginRegistry plugins;
    SceneGraph graph(read_scene(scene.string(), overrides_of(options)), plugins, mechanics_slots());
    const Clock clock = scene_clock(graph);
    refuse_unexportable_laws(graph);
    graph.build();
    for (const Diagnostic& warning : graph.warnings()) std::cerr << format(warning) << "\n";
    const Archive model = exported_model(graph, clock);
    write_archive(file, model);
    std::cout << fmt::format(
        "{}: {} degrees of freedom, {} nodes, {} points of a surface\n", file.string(),
        model.integer("size"),
        model.numbers(model.has("nodes/rest") ? "nodes/rest" : "shape/nodes").size() / 3,
        model.integers("surface/first").size() - 1);
    return 0;
}

}  // namespace sinew::tools
