#include <fmt/format.h>

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/skinning/rig_and_body.hpp>

namespace sinew {
namespace {

/// Bodies from here down that go with the rig that stands here or above.
int n_that_go(const SceneNode& node) {
    int n = node.slot("weights") != nullptr || node.slot_count("constraints") > 0;
    for (const auto& child : node.children())
        if (child->slot("rig") == nullptr) n += n_that_go(*child);
    return n;
}

}  // namespace

Eigen::AlignedBox3d box_around(const std::vector<Bone>& bones) {
    Eigen::AlignedBox3d box;
    for (const Bone& bone : bones)
        for (const BoneSegment& segment : bone.segments)
            box.extend(segment.head).extend(segment.tail);
    return box;
}

bool shares_its_rig(const SceneNode& node) {
    const SceneNode* at = &node;
    while (at->slot("rig") == nullptr && at->parent() != nullptr) at = at->parent();
    return n_that_go(*at) > 1;
}

void warn_of_sizes(SceneNode& node, const Body& body, const std::vector<Bone>& bones,
                   const Origin& who) {
    constexpr double most = 5;
    const double of_bones = box_around(bones).diagonal().norm();
    const double of_mesh = bounding_box(body.mesh.positions).diagonal().norm();
    const bool is_large = of_bones > most * of_mesh && !shares_its_rig(node);
    const bool is_small = of_mesh > most * of_bones && of_bones > 0 && bones.size() > 1;
    if (!is_large && !is_small) return;
    node.graph().warn(
        Diagnostic::warning(
            fmt::format("the bones reach over {:.3g} m, and the mesh of {} over {:.3g} m", of_bones,
                        body.path, of_mesh))
            .remedy("if one of them is in other units, give its file the unit (unit: cm) or a "
                    "scale; glTF "
                    "files are in metres")
            .on(who));
}

}  // namespace sinew
