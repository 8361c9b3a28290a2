/// sinew validate SCENE [--set PATH=VALUE]... [--build] [--json]

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/graph/schema.hpp>
#include <sinew/kernel/run/activity_teller.hpp>
#include <sinew/kernel/run/observer.hpp>
#include <sinew/kernel/run/part.hpp>
#include <sinew/kernel/run/scene_clock.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <sinew/mechanics/visual/visual.hpp>

#include "scene_options.hpp"

namespace sinew::tools {

int validate_command(const Command& self, const Arguments& arguments) {
    Options options(self);
    options.positional("SCENE", true);
    add_set_option(options);
    options.add()("build",
                  "also build every object: reads meshes and finds empty selections, takes longer");
    options.add()("json", "print the scene as JSON, with variables and includes resolved");
    if (!options.parse(arguments)) return 0;

    const std::string file = options.text("SCENE");
    try {
        const ActivityTeller teller(false);
        Value scene = read_scene(file, overrides_of(options));
        if (options.has("json")) {
            std::cout << scene_json(scene).dump(2, ' ', false,
                                                nlohmann::json::error_handler_t::replace)
                      << "\n";
        }
        PluginRegistry plugins;
        SceneGraph graph(std::move(scene), plugins, mechanics_slots());
        Diagnostics mistakes;
        const auto check = [&](auto&& part) {
            try {
                part();
            } catch (const InputError& error) {
                for (const Diagnostic& one : error.diagnostics()) mistakes.add(one);
            }
        };
        Clock clock;
        check([&] { clock = scene_clock(graph); });
        if (options.has("build")) {
            check([&] { graph.build(); });
            mistakes.throw_if_errors();
            graph.visit([&](SceneNode& node) {  // which only outputs ask for, if there are any
                if (node.slot("visual")) check([&] { visual_of(node); });
            });
            for (Participant<Stepper>& part : parts_of<Stepper>(graph))  // whether it could begin
                check([&] { guarded(part, "checking", [&] { part.object->check(clock); }); });
            for (Participant<Observer>& part : parts_of<Observer>(graph))
                check([&] { guarded(part, "checking", [&] { part.object->check(); }); });
        }
        mistakes.throw_if_errors();
        for (const Diagnostic& warning : graph.warnings()) std::cerr << format(warning) << "\n";
        int n_nodes = -1;  // the root is not written
        graph.visit([&](SceneNode&) { ++n_nodes; });
        if (!options.has("json"))
            std::cout << fmt::format(
                "{} is valid: {} node{}, {:.4g} s in steps of {:.4g} s\n{}\n", file, n_nodes,
                n_nodes == 1 ? "" : "s", graph.time().end, graph.time().step,
                options.has("build") ? "every object of it was built"
                                     : "nothing was built: mistakes in meshes, rigs and selections "
                                       "show with --build");
        return 0;
    } catch (const InputError& error) {
        const std::size_t n = error.diagnostics().size();
        std::cerr << error.what() << "\n"
                  << fmt::format("{}: {} mistake{}\n", file, n, n == 1 ? "" : "s");
        return 2;
    }
}

}  // namespace sinew::tools
