/// sinew export SCENE [-o FILE] [--set PATH=VALUE]...

#include <fmt/format.h>

#include <iostream>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/scene_clock.hpp>
#include <sinew/mechanics/reduced/exportable.hpp>
#include <sinew/mechanics/reduced/exported_model.hpp>
#include <sinew/storage/archive_kind.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <string>

#include "overwriting.hpp"
#include "scene_options.hpp"

namespace sinew::tools {

namespace po = boost::program_options;

namespace {

/// True for a reduced model, but for none of Sinew's other archives.
bool is_model(const std::filesystem::path& file) {
    if (!first_line(file).starts_with("sinew archive")) return false;
    const ArchiveKind* kind = kind_of(read_archive(file));
    return kind != nullptr && std::string(kind->name) == "reduced model";
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
    refuse_to_overwrite(file, scene, {"-o", "a model", is_model});
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
