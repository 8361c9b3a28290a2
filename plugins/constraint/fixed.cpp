/// Nodes that stay where they are when the run starts; with `from:`, where they are then.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/constraint/axes.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

class Fixed final : public Constraint {
public:
    struct Params {
        Selection where;
        Axes axes = all_axes();

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Nodes that are constrained").required(),
            field("axes", &Params::axes, "Directions of the world in which they are constrained"),
        };
    };

    Fixed(const Params& params, const BuildContext& context) : axes_(flags(params.axes, context)) {
        nodes_ = body_here(context).nodes(params.where);
    }

    bool still() const override { return true; }

    void constrain(const Body& body, double, std::vector<ConstrainedNode>& out) const override {
        const Eigen::Vector3d still = Eigen::Vector3d::Zero();
        for (const int node : nodes_)
            out.push_back({node, axes_,
                           body.mesh.positions.col(node) + body.initial_displacement.col(node),
                           still, still, true});
    }

private:
    std::array<bool, 3> axes_;
    std::vector<int> nodes_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Fixed, "constraint/fixed", "Nodes that stay where they are")
