/// A traction on faces that keeps its direction: a dead load per area at rest.
///
///     f_a = t integral of N_a dA        [N]

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/face_rule.hpp>
#include <sinew/mechanics/load/load_points.hpp>
#include <sinew/mechanics/load/uniform_load.hpp>
#include <sinew/mechanics/selection/frame.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

class Traction final : public UniformLoad {
public:
    struct Params : LoadedSurfaceParams {
        Selection where;
        std::optional<Varying<Eigen::Vector3d>> traction;
        std::optional<Varying<Eigen::Vector3d>> force;
        Frame frame = Frame::world;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Faces, by their nodes").required(),
            loaded_surface,
            field("traction", &Params::traction, unit::Pa,
                  "Force per area at rest; or give `force`"),
            field("force", &Params::force, unit::N,
                  "Total force, spread evenly over the area; or give `traction`"),
            field("frame", &Params::frame, "What the force is seen from"),
        };
    };

    Traction(const Params& params, const BuildContext& context) : params_(params) {
        if (params.traction.has_value() == params.force.has_value())
            context.fail(context.at("force"),
                         params.force ? "load/traction has both `traction` and `force`, and takes "
                                        "one of them"
                                      : "load/traction needs one of `traction` and `force`",
                         "give a force per area (traction: [0, 0, 1 kPa]) or a total (force: "
                         "[0, 0, 1 N])");
        const LoadFaces chosen = load_faces(params.surface, params.where, context);
        points_ = chosen.points;
        areas_ = Vector::Zero(Index(points_.size()));
        double area = 0;
        for (const std::vector<int>& face : chosen.faces) area += add_face(chosen.rest, face);
        if (params.force) fraction_ = 1 / area;
    }

    Eigen::Vector3d intensity(const Body& body, double t) const override {
        const Varying<Eigen::Vector3d>& given =
            params_.traction ? *params_.traction : *params_.force;
        return fraction_ * (turn_to_world(params_.frame, body.to_world) * given.at(t));
    }

    void share_out(const LoadSite& site, const Visit& visit) const override {
        for (std::size_t a = 0; a < points_.size(); ++a) {
            MaterialPoint point = points_[a];
            point.body = site.body_index;
            visit(point, areas_[Index(a)]);
        }
    }

private:
    /// Adds the integral of N_a to each point of a face; returns the area.
    double add_face(const Points& rest, const std::vector<int>& face) {
        const FaceRule& rule = face_rule(face.size());
        double area = 0;
        for (std::size_t q = 0; q < rule.values.size(); ++q) {
            const double dA = area_at(rule, q, rest, face);
            area += dA;
            for (std::size_t a = 0; a < face.size(); ++a)
                areas_[face[a]] += rule.values[q](Index(a)) * dA;
        }
        return area;
    }

    Params params_;
    std::vector<MaterialPoint> points_;
    Vector areas_;  ///< integral of N_a [m^2]
    double fraction_ = 1;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Traction, "load/traction", "A force per area that keeps its direction")
