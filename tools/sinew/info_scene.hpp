/// Scenes that `sinew info` makes up, so that a plugin reads one file.
#pragma once

#include <filesystem>
#include <functional>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <string>

namespace sinew::tools {

/// Builds a scene whose only node has `members` (YAML, such as "mesh: {...}"), and calls `use` with
/// it. What is wrong is reported of `file` alone, or of the places in it: no user has written the
/// scene.
void use_file_in_scene(const std::filesystem::path& file, const std::string& members,
                       const std::function<void(SceneGraph&, SceneNode&)>& use);

}  // namespace sinew::tools
