/// A spring from chosen nodes, or from one point of the body, to a target that moves.
///
///     f_i = k/n (target + (X_i - c) - x_i),     i = 1 ... n
///
/// X_i nodes at rest, c their mean: they are pulled as they stand, so that the spring turns and
/// squeezes nothing as long as the body does not. With one point, c = X_1: f = k (target - x).
/// While it acts, the point follows the target as far as the spring is stiffer than the body.
/// solver/central_difference does not count the spring in its stable step: keep it softer than the
/// elements there.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/load_points.hpp>
#include <sinew/mechanics/load/spring_load.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

class Pull final : public SpringLoad {
public:
    static constexpr std::array traits{load_trait::follows_motion};

    struct Params : LoadedSurfaceParams {
        Selection where;
        std::optional<Eigen::Vector3d> at;
        Varying<Eigen::Vector3d> target;
        double stiffness = 0;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Nodes that are pulled as a whole; or give `at`"),
            field("at", &Params::at, unit::m,
                  "A point of the body at rest, in the node's frame; or give `where`"),
            loaded_surface,
            field("target", &Params::target, unit::m,
                  "Where the spring ends, in the node's frame: for the point, or for the mean of "
                  "the nodes")
                .required(),
            field("stiffness", &Params::stiffness, unit::N_per_m, positive,
                  "Of the spring, over all nodes")
                .required(),
        };
    };

    Pull(const Params& params, const BuildContext& context) : params_(params) {
        LoadPoints chosen = load_points(params.surface, params.where, params.at, context);
        points_ = std::move(chosen.points);
        stiffness_ = params.stiffness / double(points_.size());
        to_world_ = body_here(context).to_world;
        const Eigen::Vector3d mean = chosen.rest.rowwise().mean();
        offsets_ = chosen.rest.colwise() - mean;
    }

    void each_spring(double t, const Visit& visit) const override {
        const Eigen::Vector3d target = to_world_ * params_.target.at(t);
        for (std::size_t i = 0; i < points_.size(); ++i)
            visit({points_[i], stiffness_, target + offsets_.col(Index(i))});
    }

private:
    Params params_;
    std::vector<MaterialPoint> points_;
    Points offsets_;        ///< from the mean, 3 x n [m]
    double stiffness_ = 0;  ///< of one point's spring [N/m]
    Eigen::Affine3d to_world_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Pull, "load/pull", "A spring that pulls nodes, or a point, towards a target")
