/// Scenes of parts for the tests of the graph.
#pragma once

#include <memory>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <string>
#include <vector>

#include "kernel/run/plugins/recorder.hpp"

namespace sinew::test {

struct Spot {
    double radius = 1;
    Reference beside;
    static constexpr auto fields = std::tuple{
        field("radius", &Spot::radius, unit::m, positive, "How far it reaches"),
        field("beside", &Spot::beside, "A node next to it"),
    };
};

/// A node may have a part, a list of parts, a default part and a structure `spot`.
inline std::vector<SlotRule> part_slots() {
    const auto check = [](const Value& value, ReadContext& context) {
        Spot spot;
        read_params(value, context, spot);
    };
    return {{"part", "part", false, "One part", "", nullptr, nullptr},
            {"parts", "part", true, "Many parts", "", nullptr, nullptr},
            {"spare", "part", false, "A part that is there anyway", "other", nullptr, nullptr},
            {"spot", "", false, "A place", "", check, &describe_params<Spot>}};
}

/// A graph of parts, and the record of their lives.
struct PartGraph {
    explicit PartGraph(const std::string& nodes, const std::string& head = "")
        : graph(std::make_unique<SceneGraph>(
              parse_scene("sinew: 1\ntime: {end: 1 s, step: 0.1 s}\n" + head + "scene:\n" + nodes,
                          "parts.yaml"),
              plugins, part_slots())) {
        graph->root().attachment<Record>([&] { return new Record{lines}; });
    }

    PluginRegistry plugins{{SINEW_RUN_PLUGIN_DIR}};
    std::shared_ptr<std::vector<std::string>> lines = std::make_shared<std::vector<std::string>>();
    std::unique_ptr<SceneGraph> graph;
};

/// The mistakes of what `function` throws.
template <class Function>
std::vector<Diagnostic> mistakes_of(Function&& function) {
    try {
        function();
    } catch (const InputError& error) {
        return error.diagnostics();
    }
    return {};
}

inline std::vector<Diagnostic> mistakes_in(const std::string& nodes, const std::string& head = "") {
    return mistakes_of([&] { PartGraph(nodes, head); });
}

}  // namespace sinew::test
