/// The top of a scene file: all of its keys except the nodes.
#pragma once

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/params/types.hpp>
#include <string>
#include <vector>

namespace sinew {

/// The format that this framework reads.
inline constexpr int scene_format = 1;

/// The parameters at the top of a scene.
struct SceneHeader {
    int sinew = scene_format;
    std::string title;
    TimeSettings time;
    std::vector<Path> plugins;

    static constexpr auto fields = std::tuple{
        field("sinew", &SceneHeader::sinew, "Version of the scene format").required(),
        field("title", &SceneHeader::title, "What the scene shows, in a line"),
        field("time", &SceneHeader::time, "End and step of the run").required(),
        field("plugins", &SceneHeader::plugins,
              "Folders or files of further plugins, searched before the installed ones"),
    };
};

}  // namespace sinew
