/// Bends space about an axis, as a rod along a line is bent to an arc. One parameter: the angle
/// between its ends.
///
/// With s along the rod, y towards which it bends, z across, and the curvature k = angle/(to -
/// from):
///
///     x(s, y, z) = c + (sin(k s)/k - y sin(k s)) e_s + ((1 - cos(k s))/k + y cos(k s)) e_y + z e_z
///
/// for `from` <= s <= `to`; beyond its ends space goes straight on. Lengths along the line s stay;
/// what is further than 1/k on the inner side folds over.
///
/// The deformer of animation programs that Xu & Barbic 2016 bend their "X" with (section 9).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/rig/rig.hpp>

namespace sinew {

/// The rod at rest, in the world: its middle, and axes along it, towards which it bends, and
/// across.
struct BentRod {
    Eigen::Vector3d center = Eigen::Vector3d::Zero();    ///< [m]
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  ///< columns e_s, e_y, e_z
    double from = 0, to = 1;                             ///< where along e_s it bends [m]

    /// Where X of the rest goes if the ends make this angle [rad].
    Eigen::Vector3d bent(const Eigen::Vector3d& X, double angle) const {
        const Eigen::Vector3d local = axes.transpose() * (X - center);
        const double s = std::clamp(local.x(), from, to), beyond = local.x() - s;
        const double turn = angle * s / (to - from);  // of the rod at s
        const double chord = s * sinc(0.5 * turn);
        Eigen::Vector3d x(chord * std::cos(0.5 * turn), chord * std::sin(0.5 * turn), local.z());
        x.x() += beyond * std::cos(turn) - local.y() * std::sin(turn);
        x.y() += beyond * std::sin(turn) + local.y() * std::cos(turn);
        return center + axes * x;
    }

private:
    static double sinc(double x) { return std::abs(x) < 1e-8 ? 1 : std::sin(x) / x; }
};

class BendRig final : public Rig {
public:
    struct Params {
        Eigen::Vector3d center = Eigen::Vector3d::Zero();
        Eigen::Vector3d along = Eigen::Vector3d::UnitX();
        Eigen::Vector3d toward = Eigen::Vector3d::UnitZ();
        double from = 0, to = 0;
        Varying<double> angle;

        static constexpr auto fields = std::tuple{
            field("center", &Params::center, unit::m, "A point of the line that keeps its place"),
            field("along", &Params::along, "Direction of the line, of any length but zero"),
            field("toward", &Params::toward,
                  "The side to which it bends; its part at a right angle to the line"),
            field("from", &Params::from, unit::m,
                  "Where it begins to bend, along the line from the center")
                .required(),
            field("to", &Params::to, unit::m, "Where it ends to bend").required(),
            field("angle", &Params::angle, unit::rad, "Between the two ends, over time").required(),
        };
    };
    static constexpr const char* source = "Xu & Barbic 2016, section 9";

    BendRig(const Params& params, const BuildContext& context) : angle_(params.angle) {
        if (params.along.isZero(0))
            context.fail(context.at("along"), "the line of the bend has no direction",
                         "give one, such as along: [1, 0, 0]");
        const Eigen::Vector3d along = params.along.normalized();
        const Eigen::Vector3d toward = params.toward - params.toward.dot(along) * along;
        if (!(toward.norm() > 1e-9 * params.toward.norm()))
            context.fail(context.at("toward"), "`toward` has no part at a right angle to `along`",
                         "give the side to which it bends, such as toward: [0, 0, 1]");
        if (!(params.to > params.from))
            context.fail(context.at("to"),
                         fmt::format("the bend ends at {:g} m, and begins at {:g} m", params.to,
                                     params.from),
                         "give `to` a greater number than `from`");
        const Eigen::Affine3d& world = context.node().world();
        const double scale = std::cbrt(world.linear().determinant());
        if (!(scale > 0) ||
            !(world.linear() * world.linear().transpose() / (scale * scale)).isIdentity(1e-9))
            context.fail("the bend stands on a node that is stretched or mirrored",
                         "scale all axes of the node, and of those above it, alike");
        const Eigen::Matrix3d turn = world.linear() / scale;
        rod_.center = world * params.center;
        rod_.axes.col(0) = turn * along;
        rod_.axes.col(1) = turn * toward.normalized();
        rod_.axes.col(2) = rod_.axes.col(0).cross(rod_.axes.col(1));
        rod_.from = scale * params.from;
        rod_.to = scale * params.to;
    }

    Index n_parameters() const override { return 1; }
    RigParameter parameter(Index) const override { return {"angle", "rad", 1}; }
    Vector parameters(double t) const override { return Vector::Constant(1, angle_.at(t)); }

    std::unique_ptr<RiggedSurface> carry(const SurfaceMesh& rest) const override {
        return std::make_unique<Surface>(rod_, rest.positions);
    }

private:
    class Surface final : public RiggedSurface {
    public:
        Surface(const BentRod& rod, Points rest) : rod_(rod), rest_(std::move(rest)) {}
        void positions(const Vector& p, std::span<const int> points, Points& x) const override {
            x.resize(3, Index(points.size()));
            for (std::size_t k = 0; k < points.size(); ++k)
                x.col(Index(k)) = rod_.bent(rest_.col(points[k]), p[0]);
        }

    private:
        BentRod rod_;
        Points rest_;
    };

    Varying<double> angle_;
    BentRod rod_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::BendRig, "rig/bend", "Space bent along a line to an arc, by one angle")
