/// The nodes of all elements that a bone crosses, and those near a bone, stay where they are when
/// the run starts. In a body whose shape at rest goes with a rig (formulation/posed), that is where
/// the rig takes them: bone is what the tissue around it hangs on.
///
/// Xu & Barbic 2016, section 9 ("all the tets intersecting the skeleton are fixed").

#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/rig/named_bones.hpp>

namespace sinew {

/// True if a straight piece of a bone crosses an element with flat faces.
bool crosses(const BoneSegment& piece, const VolumeMesh& mesh, Eigen::Index element) {
    const auto corner = [&](int local) {
        return Eigen::Vector3d(mesh.positions.col(mesh.elements(local, element)));
    };
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    const int n = mesh.type == ElementType::hex8 ? 8 : 4;
    for (int k = 0; k < n; ++k) center += corner(k) / n;
    double from = 0, to = 1;  // what of it is inside of all faces so far
    for (const std::vector<int>& face : faces(mesh.type)) {
        const Eigen::Vector3d a = corner(face[0]);
        Eigen::Vector3d inward = (corner(face[1]) - a).cross(corner(face[2]) - a);
        if (inward.dot(center - a) < 0) inward = -inward;
        const double head = inward.dot(piece.head - a), tail = inward.dot(piece.tail - a);
        if (head < 0 && tail < 0) return false;
        if (head < 0) from = std::max(from, head / (head - tail));
        if (tail < 0) to = std::min(to, head / (head - tail));
    }
    return from <= to;
}

class Bones final : public Constraint {
public:
    struct Params {
        std::vector<std::string> bones;
        double radius = 0;

        static constexpr auto fields = std::tuple{
            field("bones", &Params::bones, "Names of bones; all if absent"),
            field("radius", &Params::radius, unit::m, non_negative,
                  "Nodes that are no further from a bone stay, too"),
        };
    };
    static constexpr const char* source = "Xu & Barbic 2016, section 9";

    Bones(const Params& params, BuildContext& context) {
        const SkeletalRig& rig = skeletal_rig_here(context);
        const VolumeMesh& mesh = body_here(context).mesh;
        std::vector<char> is_bone(std::size_t(mesh.n_nodes()), 0);
        for (const int number : named_bones(rig, params.bones, context)) {
            const Bone& bone = rig.bones()[std::size_t(number)];
            for (const BoneSegment& piece : bone.segments)
                for (Eigen::Index element = 0; element < mesh.n_elements(); ++element)
                    if (crosses(piece, mesh, element))
                        for (const int node : mesh.elements.col(element))
                            is_bone[std::size_t(node)] = 1;
            for (int node = 0; node < mesh.n_nodes(); ++node)
                if (params.radius > 0 &&
                    distance_to(bone, mesh.positions.col(node)) <= params.radius)
                    is_bone[std::size_t(node)] = 1;
        }
        for (int node = 0; node < mesh.n_nodes(); ++node)
            if (is_bone[std::size_t(node)]) nodes_.push_back(node);
        refuse_none_or_all(mesh, context);
    }

    bool still() const override { return true; }

    void constrain(const Body& body, double, std::vector<ConstrainedNode>& out) const override {
        const Eigen::Vector3d still = Eigen::Vector3d::Zero();
        for (const int node : nodes_)
            out.push_back({node,
                           {true, true, true},
                           body.mesh.positions.col(node) + body.initial_displacement.col(node),
                           still,
                           still,
                           true});
    }

private:
    void refuse_none_or_all(const VolumeMesh& mesh, const BuildContext& context) const {
        if (nodes_.empty())
            context.fail("no bone crosses an element of the body",
                         "check that the rig stands in the mesh (units and scales of both, which "
                         "axis is up), or give a radius");
        if (Eigen::Index(nodes_.size()) == mesh.n_nodes())
            context.fail("bones cross or touch all elements, so that nothing can deform",
                         "give a smaller radius, fewer bones, or mesh more finely");
    }

    std::vector<int> nodes_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Bones, "constraint/bones", "Nodes of the elements that bones cross, fixed")
