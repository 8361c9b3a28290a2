/// A traction on faces of the skin that keeps its direction: a dead load per area at rest.
///
///     f_a = t integral of N_a dA        [N]

#include <map>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/face_rule.hpp>
#include <sinew/mechanics/load/uniform_load.hpp>
#include <sinew/mechanics/selection/frame.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

class Traction final : public UniformLoad {
public:
    struct Params {
        Selection where;
        std::optional<Varying<Eigen::Vector3d>> traction;
        std::optional<Varying<Eigen::Vector3d>> force;
        Frame frame = Frame::world;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Faces of the skin, by their nodes").required(),
            field("traction", &Params::traction, unit::Pa,
                  "Force per area at rest; or give `force`"),
            field("force", &Params::force, unit::N,
                  "Total force, spread evenly over the area; or give `traction`"),
            field("frame", &Params::frame, "What the force is seen from"),
        };
    };

    Traction(const Params& params, const BuildContext& context) : params_(params) {
        if (params.traction.has_value() == params.force.has_value())
            context.fail(context.at("force"), "load/traction needs one of `traction` and `force`",
                         "give a force per area (traction: [0, 0, 1 kPa]) or a total (force: "
                         "[0, 0, 1 N])");
        const Body& body = body_here(context);
        double area = 0;
        for (const int face : body.faces(params.where))
            area += add_face(body, body.skin.faces[std::size_t(face)]);
        if (params.force) fraction_ = 1 / area;
    }

    Eigen::Vector3d intensity(const Body& body, double t) const override {
        const Varying<Eigen::Vector3d>& given =
            params_.traction ? *params_.traction : *params_.force;
        return fraction_ * (turn_to_world(params_.frame, body.to_world) * given.at(t));
    }

    void share_out(const LoadSite& site, const Visit& visit) const override {
        for (const auto& [node, area] : areas_)
            visit(MaterialPoint::at_node(site.body_index, node), area);
    }

private:
    /// Adds the integral of N_a to each node; returns the area.
    double add_face(const Body& body, const std::vector<int>& nodes) {
        const FaceRule& rule = face_rule(nodes.size());
        double area = 0;
        for (std::size_t q = 0; q < rule.values.size(); ++q) {
            Eigen::Matrix<double, 3, 2> tangents = Eigen::Matrix<double, 3, 2>::Zero();
            for (std::size_t a = 0; a < nodes.size(); ++a)
                tangents += body.mesh.positions.col(nodes[a]) * rule.gradients[q].row(Index(a));
            const double dA =
                rule.weights(Index(q)) * tangents.col(0).cross(tangents.col(1)).norm();
            area += dA;
            for (std::size_t a = 0; a < nodes.size(); ++a)
                areas_[nodes[a]] += rule.values[q](Index(a)) * dA;
        }
        return area;
    }

    Params params_;
    std::map<int, double> areas_;  ///< integral of N_a [m^2]
    double fraction_ = 1;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Traction, "load/traction", "A force per area that keeps its direction")
