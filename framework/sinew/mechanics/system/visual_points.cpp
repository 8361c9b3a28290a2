#include <cmath>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/mechanics/system/visual_points.hpp>

namespace sinew {

/// A point on a face of its element has weights of the other nodes that are rounding alone. Without
/// them it is prescribed where the nodes of the face are.
MaterialPoint material_point(const Embedding& embedding) {
    constexpr double rounding = 1e-14;
    MaterialPoint point;
    for (Eigen::Index a = 0; a < embedding.nodes.size(); ++a) {
        if (std::abs(embedding.weights(a)) <= rounding) continue;
        SINEW_ASSERT(std::size_t(point.n) < point.nodes.size(), "an element of {} nodes",
                     embedding.nodes.size());
        point.nodes[std::size_t(point.n)] = embedding.nodes(a);
        point.weights[std::size_t(point.n)] = embedding.weights(a);
        ++point.n;
    }
    return point;
}

const VisualSurface& visual_for_forces(SceneNode& node, const BuildContext& context,
                                       const SourceMark& where) {
    const VisualSurface* visual = visual_of(node);
    if (visual == nullptr)
        context.fail(where, node.path() + " has no visual surface",
                     "give that node a visual: {mesh: ...}, make its mesh from a surface "
                     "(mesh: {type: voxelize, ...}), or let forces act on the skin");
    if (visual->morphs)
        context.fail(where, "a clip changes the visual surface of " + node.path() + " at rest",
                     "leave out the visual's clip, or let forces act on the skin");
    return *visual;
}

}  // namespace sinew
