/// Penalty contact of bodies with a plane that may move, with Coulomb friction: the depth of a skin
/// node x is d = (p(t) - x) . n, its normal n. Nodes behind the plane are pushed along n.
///
/// Forces: sinew/mechanics/coupling/penalty_contact.hpp. Valid while d stays small against the
/// elements; d is about pressure / stiffness.

#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/coupling/contact_fields.hpp>
#include <sinew/mechanics/coupling/coupled_bodies.hpp>

namespace sinew {

namespace {

class Plane final : public ContactShape {
public:
    Plane(Varying<Eigen::Vector3d> point, const Eigen::Vector3d& normal)
        : point_(std::move(point)), normal_(normal.normalized()) {}
    Probe probe(const Eigen::Vector3d& x, double t) const override {
        return {(point_.at(t) - x).dot(normal_), normal_, Eigen::Matrix3d::Zero()};
    }
    Eigen::Isometry3d pose(double t) const override {
        return Eigen::Isometry3d(Eigen::Translation3d(point_.at(t)));
    }
    Eigen::Vector3d velocity(const Eigen::Vector3d&, double t) const override {
        return point_.rate(t);
    }

private:
    Varying<Eigen::Vector3d> point_;
    Eigen::Vector3d normal_;
};

}  // namespace

class ContactPlane final : public PenaltyContact {
public:
    struct Params : ContactPluginParams {
        Varying<Eigen::Vector3d> point;
        Eigen::Vector3d normal{0, 0, 1};
        static constexpr auto fields = std::tuple{
            contact_bodies,
            field("point", &Params::point, unit::m, "A point of the plane, in the world"),
            field("normal", &Params::normal, "Direction out of the plane, in the world"),
            contact_stiffness,
            contact_friction,
            contact_stick_speed,
            contact_tangent,
        };
    };

    ContactPlane(const Params& params, BuildContext& context)
        : PenaltyContact(bodies_named(context, params.bodies), params,
                         std::make_unique<Plane>(params.point, checked(params.normal, context))) {}

private:
    static const Eigen::Vector3d& checked(const Eigen::Vector3d& normal, BuildContext& context) {
        if (normal.norm() == 0)
            context.fail(context.at("normal"),
                         "normal: a plane needs a direction, and this one is zero",
                         "write normal: [0, 0, 1], for a floor");
        return normal;
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ContactPlane, "coupling/contact_plane",
             "Contact with a plane that may move, with friction")
