/// Penalty contact of bodies with a sphere that may move, with Coulomb friction: the depth of a
/// skin node x is d = R - |x - c(t)| and its normal n = (x - c)/|x - c|; inside out (a bowl) d and
/// n change sign.
///
/// Forces: sinew/mechanics/coupling/penalty_contact.hpp.

#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/coupling/contact_fields.hpp>
#include <sinew/mechanics/coupling/coupled_bodies.hpp>

namespace sinew {

namespace {

class Sphere final : public ContactShape {
public:
    Sphere(Varying<Eigen::Vector3d> center, double radius, bool inside_out)
        : center_(std::move(center)), radius_(radius), sign_(inside_out ? -1 : 1) {}
    Probe probe(const Eigen::Vector3d& x, double t) const override {
        const Eigen::Vector3d r = x - center_.at(t);
        const double length = r.norm();
        if (length == 0)
            return {sign_ * radius_, Eigen::Vector3d::UnitZ(), Eigen::Matrix3d::Zero()};
        const Eigen::Vector3d n = r / length;
        const Eigen::Matrix3d across = Eigen::Matrix3d::Identity() - n * n.transpose();
        return {sign_ * (radius_ - length), sign_ * n, sign_ / length * across};
    }
    Eigen::Isometry3d pose(double t) const override {
        return Eigen::Isometry3d(Eigen::Translation3d(center_.at(t)));
    }
    Eigen::Vector3d velocity(const Eigen::Vector3d&, double t) const override {
        return center_.rate(t);
    }

private:
    Varying<Eigen::Vector3d> center_;
    double radius_, sign_;
};

}  // namespace

class ContactSphere final : public PenaltyContact {
public:
    struct Params : ContactPluginParams {
        Varying<Eigen::Vector3d> center;
        double radius = 1;
        bool inside_out = false;
        static constexpr auto fields = std::tuple{
            contact_bodies,
            field("center", &Params::center, unit::m, "Its centre, in the world"),
            field("radius", &Params::radius, unit::m, positive, "Its radius").required(),
            field("inside_out", &Params::inside_out, "A bowl: bodies stay inside"),
            contact_stiffness,
            contact_friction,
            contact_stick_speed,
            contact_tangent,
        };
    };

    ContactSphere(const Params& params, BuildContext& context)
        : PenaltyContact(
              bodies_named(context, params.bodies), params,
              std::make_unique<Sphere>(params.center, params.radius, params.inside_out)) {}
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ContactSphere, "coupling/contact_sphere",
             "Contact with a sphere that may move, with friction")
