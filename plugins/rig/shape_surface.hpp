/// Surfaces of meshes that are nested in a rig.
#pragma once

#include <fmt/format.h>

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>

namespace sinew {

/// The surface of `source`, made of the slot, in the node's rest frame [m].
inline SurfaceMesh shape_surface(const MeshSource& source, const PluginSlot<MeshSource>& slot,
                                 BuildContext& context) {
    MeshData data = source.load();
    if (!data.surface)
        context.fail(slot.value().mark,
                     fmt::format("mesh/{} makes a volume mesh, not a surface", slot.type()),
                     "name a file of triangles");
    for (const std::string& warning : data.warnings) context.warn(warning);
    return std::move(*data.surface);
}

}  // namespace sinew
