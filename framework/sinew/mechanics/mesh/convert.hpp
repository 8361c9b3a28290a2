/// Conversion of meshes: higher order, other orientation, without nodes that nothing refers to.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// Midpoints on all edges of a tet4 mesh, numbered behind its nodes in the order in which elements
/// meet them. Sets of nodes gain the midpoints of edges whose two ends they hold; arrays of nodes
/// are averaged; elements keep theirs.
VolumeMesh to_tet10(const VolumeMesh& tet4);

/// Makes all elements right-handed and returns true, if every one is left-handed (the file's author
/// counted the other way round); a mesh with single inverted elements is left as it is.
bool orient(VolumeMesh& mesh);

/// Makes neighbouring triangles run the same way, as most of each connected part does already (so
/// that the wall of a cavity goes on pointing into it); then, if the whole surface is closed and
/// encloses a negative volume, turns all of it. An edge of more than two triangles passes nothing
/// on.
void orient(SurfaceMesh& surface);

/// Drops nodes that no element refers to and renumbers elements, sets and arrays. Returns how many.
int drop_unreferenced(VolumeMesh& mesh);
/// Drops points of no triangle and renumbers triangles. Returns how many.
int drop_unreferenced(SurfaceMesh& surface);

/// Makes one vertex of those at exactly the same position, then drops triangles that became lines.
/// Returns how many vertices went. Positions must be finite.
int merge_coincident(SurfaceMesh& surface);

/// The mesh as its surface alone: the volume's boundary if it has none of its own.
MeshData as_surface(MeshData data);

}  // namespace sinew
