/// All objects of a slot that is a list.
#pragma once

#include <sinew/kernel/graph/scene_graph.hpp>
#include <vector>

namespace sinew {

template <class T>
std::vector<T*> objects(SceneGraph& graph, SceneNode& node, const char* slot) {
    std::vector<T*> found;
    for (int k = 0; k < node.slot_count(slot); ++k)
        if (T* object = graph.object<T>(node, slot, k)) found.push_back(object);
    return found;
}

}  // namespace sinew
