/// A force on chosen nodes, or at one place of the body.
///
/// At a place, the nodes of the element around it share the force by their shape functions N_a.

#include <fmt/format.h>

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/uniform_load.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/scene/frame.hpp>
#include <sinew/mechanics/scene/selection.hpp>

namespace sinew {

enum class Share { total, each };
template <>
struct EnumNames<Share> {
    static constexpr std::array names{std::pair{"total", Share::total},
                                      std::pair{"each", Share::each}};
};

class PointLoad final : public UniformLoad {
public:
    struct Params {
        Selection where;
        std::optional<Eigen::Vector3d> at;
        Varying<Eigen::Vector3d> force;
        Share share = Share::total;
        Frame frame = Frame::world;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Nodes that are pulled; or give `at`"),
            field("at", &Params::at, unit::m,
                  "A place of the body at rest, in the node's frame; or give `where`"),
            field("force", &Params::force, unit::N, "Force").required(),
            field("share", &Params::share,
                  "total: the chosen nodes share the force equally; each: everyone gets it whole"),
            field("frame", &Params::frame, "What the force is seen from"),
        };
    };

    PointLoad(const Params& params, const BuildContext& context) : params_(params) {
        const Body& body = body_here(context);
        if (params.where.empty() != params.at.has_value())
            context.fail("load/point needs one of `where` and `at`",
                         "name nodes (where: ...) or a place (at: [x, y, z])");
        if (params.at)
            embed_at(body, body.to_world * *params.at, context);
        else
            for (const int node : body.nodes(params.where))
                points_.push_back(MaterialPoint::at_node(0, node));
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
    void embed_at(const Body& body, const Eigen::Vector3d& place, const BuildContext& context) {
        const Embedding found = embed(body.mesh, Points(place)).front();
        if (!found.inside)
            context.fail(fmt::format("the load's place [{:g}, {:g}, {:g}] is outside the body",
                                     place.x(), place.y(), place.z()),
                         "move `at` inside, or choose nodes with `where`");
        MaterialPoint point;
        point.n = int(found.nodes.size());
        for (int a = 0; a < point.n; ++a) {
            point.nodes[std::size_t(a)] = found.nodes(a);
            point.weights[std::size_t(a)] = found.weights(a);
        }
        points_.push_back(point);
    }

    Params params_;
    std::vector<MaterialPoint> points_;
    double fraction_ = 1;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::PointLoad, "load/point", "A force on nodes, or at a place of the body")
