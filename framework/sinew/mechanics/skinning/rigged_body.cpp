#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/skinning/rig_and_body.hpp>
#include <sinew/mechanics/skinning/rigged_body.hpp>

namespace sinew {
namespace {

void warn(SceneNode& node, const Object& weights, std::string message, std::string remedy) {
    const Origin& who = weights.provenance;
    node.graph().warn(Diagnostic::warning(std::move(message)).remedy(std::move(remedy)).on(who));
}

std::string text(const Eigen::AlignedBox3d& box) {
    return fmt::format("({:.3g}, {:.3g}, {:.3g}) to ({:.3g}, {:.3g}, {:.3g})", box.min().x(),
                       box.min().y(), box.min().z(), box.max().x(), box.max().y(), box.max().z());
}

/// Weights that are what was asked for, and not what was meant.
void warn_of_misses(SceneNode& node, const Weights& weights, const Body& body,
                    const std::vector<Bone>& bones, const SkinWeights& nodes) {
    const Eigen::AlignedBox3d of_bones = box_around(bones),
                              of_mesh = bounding_box(body.mesh.positions);
    if (!of_bones.intersects(of_mesh)) {
        warn(node, weights,
             fmt::format("the bones miss the mesh of {}: they go from {} m, and it goes from {} m",
                         body.path, text(of_bones), text(of_mesh)),
             "look at the units and scales of both, and at which axis is up");
        return;
    }
    warn_of_sizes(node, body, bones, weights.provenance);
    if (weights.may_leave_bones_out() || shares_its_rig(node)) return;
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(nodes.cols());
    for (Eigen::Index i = 0; i < nodes.rows(); ++i)
        for (SkinWeights::InnerIterator entry(nodes, i); entry; ++entry)
            sums(entry.col()) += entry.value();
    std::vector<std::string> idle;
    for (std::size_t j = 0; j < bones.size(); ++j)
        if (sums(Eigen::Index(j)) == 0) idle.push_back(fmt::format("'{}'", bones[j].name));
    if (!idle.empty())
        warn(node, weights,
             fmt::format("no node of {} goes with the bone{} {}", body.path,
                         idle.size() == 1 ? "" : "s", fmt::join(idle, ", ")),
             "move what misses the mesh into it, use a finer mesh, or leave it out of the rig");
}

}  // namespace

ElementRotations RiggedBody::rotations(const VolumeMesh& mesh) const {
    return {*rig, weights->on_elements(mesh, rig->bones(), nodes)};
}

const RiggedBody& rigged_body_of(SceneNode& node, const Origin& who) {
    if (RiggedBody* made = node.attached<RiggedBody>()) return *made;
    const SkeletalRig* rig = skeletal_rig_of(node);
    if (rig == nullptr)
        who.fail(fmt::format("{} needs a rig, and neither {} nor a node above has one", who.plugin,
                             node.path()),
                 "give the node a rig: {type: skeleton, ...}");
    if (node.slot("weights") == nullptr)
        who.fail(fmt::format("{} needs weights, and {} has none", who.plugin, node.path()),
                 "add weights: {type: closest_bone}, or bbw for smooth ones");
    const Weights* weights = node.graph().object<Weights>(node, "weights");
    const Body* body = body_of(node);
    return node.attachment<RiggedBody>([&] {
        Activity activity("the weights of " + node.path());
        activity.detail(
            fmt::format("{} nodes, {} bones", body->mesh.n_nodes(), rig->bones().size()));
        SkinWeights nodes = weights->on_nodes(body->mesh, rig->bones());
        warn_of_misses(node, *weights, *body, rig->bones(), nodes);
        return std::make_unique<RiggedBody>(RiggedBody{rig, weights, nodes});
    });
}

}  // namespace sinew
