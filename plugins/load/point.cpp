/// A force on chosen nodes, or at one point of the body.
///
/// At a point, the nodes of the element around it share the force by their shape functions N_a; so
/// do those around each point of the visual surface.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/load_points.hpp>
#include <sinew/mechanics/load/uniform_load.hpp>
#include <sinew/mechanics/selection/frame.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

enum class Share { total, each };
template <>
struct EnumNames<Share> {
    static constexpr std::array names{std::pair{"total", Share::total},
                                      std::pair{"each", Share::each}};
};

class PointLoad final : public UniformLoad {
public:
    struct Params : LoadedSurfaceParams {
        Selection where;
        std::optional<Eigen::Vector3d> at;
        Varying<Eigen::Vector3d> force;
        Share share = Share::total;
        Frame frame = Frame::world;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Nodes that are pulled; or give `at`"),
            field("at", &Params::at, unit::m,
                  "A point of the body at rest, in the node's frame; or give `where`"),
            loaded_surface,
            field("force", &Params::force, unit::N, "Force").required(),
            field("share", &Params::share,
                  "total: the chosen nodes share the force equally; each: everyone gets it whole"),
            field("frame", &Params::frame, "What the force is seen from"),
        };
    };

    PointLoad(const Params& params, const BuildContext& context) : params_(params) {
        points_ = load_points(params.surface, params.where, params.at, context).points;
        if (params.share == Share::total) fraction_ = 1.0 / double(points_.size());
    }

    Eigen::Vector3d intensity(const Body& body, double t) const override {
        return fraction_ * (turn_to_world(params_.frame, body.to_world) * params_.force.at(t));
    }

    void share_out(const LoadSite& site, const Visit& visit) const override {
        for (MaterialPoint point : points_) {
            point.body = site.body_index;
            visit(point, 1);
        }
    }

private:
    Params params_;
    std::vector<MaterialPoint> points_;
    double fraction_ = 1;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::PointLoad, "load/point", "A force on nodes, or at a point of the body")
