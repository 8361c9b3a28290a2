/// Nodes whose motion is prescribed: a turn about an axis, then a displacement.
///
///     x(t) = c + R(angle(t)) (X - c) + d(t)         X: position at rest
///     v    = w x r + d',   a = w' x r + w x (w x r) + d'',   r = R (X - c),   w = angle' axis

#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/constraint/axes.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/selection/frame.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

class PrescribedMotion final : public Constraint {
public:
    struct Turn {
        Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
        Varying<double> angle;
        Eigen::Vector3d center = Eigen::Vector3d::Zero();

        static constexpr auto fields = std::tuple{
            field("axis", &Turn::axis, "Axis, of any length but zero; seen from `frame`")
                .required(),
            field("angle", &Turn::angle, unit::rad, "Angle, positive by the right hand").required(),
            field("center", &Turn::center, unit::m,
                  "A point of the axis, in the node's rest frame"),
        };
    };
    struct Params {
        Selection where;
        Axes axes = all_axes();
        Varying<Eigen::Vector3d> displacement;
        std::optional<Turn> rotate;
        Frame frame = Frame::world;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Nodes that are moved").required(),
            field("axes", &Params::axes, "Directions of the world in which they are constrained"),
            field("displacement", &Params::displacement, unit::m,
                  "Displacement from the position at rest"),
            field("rotate", &Params::rotate, "Turns them first, as one rigid piece"),
            field("frame", &Params::frame, "What the displacement and the axis are seen from"),
        };
    };

    PrescribedMotion(const Params& params, const BuildContext& context)
        : params_(params), axes_(flags(params.axes, context)) {
        const Body& body = body_here(context);
        nodes_ = body.nodes(params.where);
        turn_ = turn_to_world(params.frame, body.to_world);
        if (!params.rotate) return;
        if (params.rotate->axis.isZero(0))
            context.fail(context.at("axis"), "the axis of constraint/prescribed has no length",
                         "give a direction, such as axis: [0, 0, 1]");
        axis_ = turn_ * params.rotate->axis.normalized();
        center_ = body.to_world * params.rotate->center;
    }

    void constrain(const Body& body, double t, std::vector<ConstrainedNode>& out) const override {
        const Eigen::Vector3d d = turn_ * params_.displacement.at(t);
        refuse_what_is_left_free(d, t);
        const Eigen::Vector3d d_rate = turn_ * params_.displacement.rate(t);
        const Eigen::Vector3d d_acceleration = turn_ * params_.displacement.acceleration(t);
        Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
        Eigen::Vector3d omega = Eigen::Vector3d::Zero(), omega_rate = omega;
        if (params_.rotate) {
            const Varying<double>& angle = params_.rotate->angle;
            R = Eigen::AngleAxisd(angle.at(t), axis_).toRotationMatrix();
            omega = angle.rate(t) * axis_;
            omega_rate = angle.acceleration(t) * axis_;
        }
        for (const int node : nodes_) {
            const Eigen::Vector3d X = body.mesh.positions.col(node);
            const Eigen::Vector3d arm = params_.rotate ? Eigen::Vector3d(R * (X - center_)) : X;
            const Eigen::Vector3d spin = omega.cross(arm);
            out.push_back({node, axes_, center_ + arm + d, spin + d_rate,
                           omega_rate.cross(arm) + omega.cross(spin) + d_acceleration});
        }
    }

private:
    /// A displacement along an axis that is not constrained would be ignored; what rounded angles
    /// leave there may be.
    void refuse_what_is_left_free(const Eigen::Vector3d& d, double t) const {
        for (int axis = 0; axis < 3; ++axis)
            if (!axes_[std::size_t(axis)] && std::abs(d[axis]) > 1e-6 * d.norm())
                throw InputError(
                    Diagnostic::error(
                        fmt::format(
                            "the displacement is {:.3g} m along {} of the world at {:.3g} s, "
                            "but axes leaves {} free",
                            d[axis], "xyz"[axis], t, "xyz"[axis]))
                        .remedy(
                            fmt::format("add {} to axes, or let the displacement be zero along it",
                                        "xyz"[axis])));
    }

    Params params_;
    std::array<bool, 3> axes_;
    std::vector<int> nodes_;
    Eigen::Matrix3d turn_;
    Eigen::Vector3d axis_ = Eigen::Vector3d::UnitZ(), center_ = Eigen::Vector3d::Zero();
};

}  // namespace sinew

SINEW_PLUGIN(sinew::PrescribedMotion, "constraint/prescribed",
             "Nodes whose motion is given in time")
