/// Whose words stand at a place of the scene.
#pragma once

#include <optional>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <string>

namespace sinew {

struct Owner {
    std::string node_path;  ///< "/beam"
    std::string plugin;     ///< "material/neo_hookean"; empty in a slot that no plugin fills
};

/// Whether the value, or a key or value inside it, stands there.
bool holds(const Value& value, const SourceMark& place);

/// Who fills the slot whose value holds that place. Nodes may share it (by a variable): `near` is
/// asked first.
std::optional<Owner> owner_of(Node& near, const SourceMark& place);

}  // namespace sinew
