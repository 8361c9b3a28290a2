/// Nodes that follow the bones by weights, as a procedural skin does.
///
///     linear:           x_i = sum_j w_ij T_j X_i
///     dual_quaternion:  x_i = the rigid motion of the blended unit dual quaternions, of X_i
///
/// On all nodes of a body it is that skin itself, next to the ones that physics makes. Velocities
/// and accelerations are differences over 0.1 ms.
///
/// Magnenat-Thalmann, Laperriere & Thalmann 1988; Kavan, Collins, Zara & O'Sullivan, Geometric
/// skinning with approximate dual quaternion blending, 2008.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/selection/selection.hpp>
#include <sinew/mechanics/skinning/moving_points.hpp>
#include <sinew/mechanics/skinning/rigged_body.hpp>
#include <sinew/mechanics/skinning/skinning.hpp>

namespace sinew {

class SkinnedNodes final : public Constraint {
public:
    struct Params {
        Selection where;
        Blend blend = Blend::dual_quaternion;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Nodes that follow; all if absent"),
            field("blend", &Params::blend, "How the motions of the bones are mixed"),
        };
    };
    static constexpr const char* source =
        "Kavan, Collins, Zara & O'Sullivan, Geometric skinning with approximate dual quaternion "
        "blending, 2008";

    SkinnedNodes(const Params& params, BuildContext& context)
        : blend_(params.blend), node_(context.node()) {
        const Body& body = body_here(context);
        nodes_ = params.where.empty() ? Selection::everything().nodes(body.local_mesh(), body.skin)
                                      : body.nodes(params.where);
        skeletal_rig_here(context);
    }

    void constrain(const Body& body, double t, std::vector<ConstrainedNode>& out) const override {
        const RiggedBody& rigged = rigged_body_of(node_, provenance);
        if (weights_.rows() == 0) take(body, rigged.nodes);
        constrain_to_motion(*rigged.rig, nodes_, t, out, [&](const BoneMotion& motion) {
            return skinned(rest_, weights_, motion, blend_);
        });
    }

private:
    void take(const Body& body, const SkinWeights& all) const {
        rest_ = body.mesh.positions(Eigen::all, nodes_);
        std::vector<Eigen::Triplet<double>> entries;
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            for (SkinWeights::InnerIterator w(all, nodes_[i]); w; ++w)
                entries.emplace_back(int(i), int(w.col()), w.value());
        weights_.resize(Eigen::Index(nodes_.size()), all.cols());
        weights_.setFromTriplets(entries.begin(), entries.end());
    }

    Blend blend_;
    SceneNode& node_;
    std::vector<int> nodes_;
    // Found at the first use: weights may ask for the body.
    mutable Points rest_;
    mutable SkinWeights weights_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::SkinnedNodes, "constraint/skinned",
             "Nodes that follow the bones by weights, as a procedural skin")
