/// The node and plugin to which a place in the scene's text belongs.
#pragma once

#include <optional>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <string>

namespace sinew {

struct Owner {
    std::string node_path;  ///< "/beam"
    std::string plugin;     ///< "material/neo_hookean"; empty in a slot that no plugin fills
};

/// True if the value, or a key or value inside it, is written at that place.
bool holds(const Value& value, const SourceMark& place);

/// Node and plugin of the slot whose value holds that place. Several nodes may share the value (by
/// a variable): `near` is asked first.
std::optional<Owner> owner_of(SceneNode& near, const SourceMark& place);

}  // namespace sinew
