/// sinew precompute SCENE [--set PATH=VALUE]...

#include <fmt/format.h>

#include <iostream>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/scene_clock.hpp>
#include <sinew/storage/artifact.hpp>

#include "scene_options.hpp"
#include "text_table.hpp"

namespace sinew::tools {

int precompute_command(const Command& self, const Arguments& arguments) {
    Options options(self);
    options.positional("SCENE", true);
    add_set_option(options);
    if (!options.parse(arguments)) return 0;

    const std::string file = options.text("SCENE");
    PluginRegistry plugins;
    SceneGraph graph(read_scene(file, overrides_of(options)), plugins, mechanics_slots());
    scene_clock(graph);
    graph.build();
    for (const Diagnostic& warning : graph.warnings()) std::cerr << format(warning) << "\n";
    if (fetched_artifacts().empty()) {
        std::cout << file << " has nothing to compute ahead\n";
        return 0;
    }
    TextTable table({"artifact", "state", "seconds", "file"});
    bool is_kept = true;
    for (const FetchedArtifact& one : fetched_artifacts()) {
        table.add({one.kind,
                   !one.is_kept   ? "not kept"
                   : one.was_made ? "made"
                                  : "there",
                   fmt::format("{:.3g}", one.seconds), one.file.string()});
        is_kept = is_kept && one.is_kept;
    }
    std::cout << table.text();
    return is_kept ? 0 : 1;
}

}  // namespace sinew::tools
