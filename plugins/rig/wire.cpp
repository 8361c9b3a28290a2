/// Curves that take along what is near them. Parameters p: three displacements a control point.
///
///     x = X + sum_i s_i (c_i(p) - c_i(0) + (R_i(p) - 1) (X - c_i(0)))
///     s_i = f_i^2 / sum_j f_j,     f_i = (1 - (d_i / radius_i)^2)^2,  0 beyond the radius
///
/// c_i(0): the point of wire i at rest that is nearest to X, at the distance d_i; c_i(p): the same
/// point of the curve through displaced control points; R_i: the turn of its tangent, without
/// twist, or the share `rotation` of that. Of one wire s is f: 1 on the wire, and without value and
/// slope at the radius. All in the frame of the node. Without rotation x is linear in p.
///
/// Points with several nearest points on one wire are torn from their neighbours: its radius should
/// be smaller than those of its bends, and than half the distance of its parts.
///
/// Singh & Fiume, Wires: a geometric deformation technique, SIGGRAPH 1998 (f and c of one wire).
/// Such is the rig of the polar bear of Xu & Barbic 2016, with 144 degrees of freedom (section 9).

#include <fmt/format.h>

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/rig/rig.hpp>

#include "wire/wire_curve.hpp"

namespace sinew {

template <>
struct EnumNames<WireShape> {
    static constexpr std::array names{std::pair{"spline", WireShape::spline},
                                      std::pair{"polyline", WireShape::polyline}};
};

/// A control point, as the scene says it.
struct WrittenWirePoint {
    Eigen::Vector3d at = Eigen::Vector3d::Zero();
    Varying<Eigen::Vector3d> displacement;

    static constexpr auto fields = std::tuple{
        field("at", &WrittenWirePoint::at, unit::m, "Where it is at rest, in the node's frame")
            .required(),
        field("displacement", &WrittenWirePoint::displacement, unit::m,
              "From there, over time, in the node's frame"),
    };
};

/// A wire, as the scene says it.
struct WrittenWire {
    std::vector<WrittenWirePoint> points;
    double radius = 0;
    WireShape curve = WireShape::spline;
    double rotation = 0;

    static constexpr auto fields = std::tuple{
        field("points", &WrittenWire::points, "The control points, in their order along the curve")
            .required(),
        field("radius", &WrittenWire::radius, unit::m, positive,
              "Distance from the wire at rest, in the node's frame, up to which it takes along")
            .required(),
        field("curve", &WrittenWire::curve, "How it goes from point to point"),
        field("rotation", &WrittenWire::rotation, from_to(0, 1),
              "How far the surface turns with the wire's tangent, beside moving with it"),
    };
};

/// A wire as a point of a surface sees it.
struct WireNearby {
    std::size_t wire;     ///< its number
    double share;         ///< s
    WirePoint nearest;    ///< at rest
    Eigen::Vector3d arm;  ///< X - c(0), in the node's frame [m]
};

class WireRig final : public Rig {
public:
    struct Params {
        std::vector<WrittenWire> wires;

        static constexpr auto fields = std::tuple{
            field("wires", &Params::wires,
                  "The wires; where several take a point along, it goes between them")
                .required(),
        };
    };
    static constexpr const char* source = "Singh & Fiume 1998";

    WireRig(const Params& params, const BuildContext& context) : world_(context.node().world()) {
        for (std::size_t i = 0; i < params.wires.size(); ++i) {
            wires_.push_back({params.wires[i], control_points(params.wires[i], i, context), n_});
            n_ += 3 * wires_.back().points.cols();
        }
        if (wires_.empty())
            context.fail(context.at("wires"), "no wire",
                         "give one: wires: [{radius: ..., points: [{at: [0, 0, 0]}]}]");
    }

    Index n_parameters() const override { return n_; }
    /// A displacement counts beside the radius.
    RigParameter parameter(Index k) const override {
        std::size_t i = wires_.size() - 1;
        while (wires_[i].first > k) --i;
        const Index local = k - wires_[i].first;
        return {fmt::format("wires[{}].points[{}].{}", i, local / 3, "xyz"[local % 3]), "m",
                wires_[i].written.radius};
    }
    Vector parameters(double t) const override {
        Vector p(n_);
        Index k = 0;
        for (const Wire& wire : wires_)
            for (const WrittenWirePoint& point : wire.written.points) {
                p.segment<3>(k) = point.displacement.at(t);
                k += 3;
            }
        return p;
    }

    std::unique_ptr<RiggedSurface> carry(const SurfaceMesh& rest) const override {
        const Points here = world_.inverse() * rest.positions;
        std::vector<std::vector<WireNearby>> nearby(std::size_t(here.cols()));
        bool any = false;
        for (std::size_t i = 0; i < wires_.size(); ++i) {
            const WrittenWire& written = wires_[i].written;
            const WireCurve curve(wires_[i].points, written.curve);
            for (Index k = 0; k < here.cols(); ++k)
                if (const auto nearest = curve.nearest(here.col(k), written.radius)) {
                    const Eigen::Vector3d arm = here.col(k) - curve.rest(*nearest);
                    const double f =
                        std::pow(1 - arm.squaredNorm() / std::pow(written.radius, 2), 2);
                    nearby[std::size_t(k)].push_back({i, f, *nearest, arm});
                    any = true;
                }
        }
        if (!any)
            provenance.fail(fmt::format("none of the {} points of the surface is within the "
                                        "radius of a wire",
                                        here.cols()),
                            "move the wires to the surface (they are in the node's frame), or "
                            "raise `radius`");
        for (std::vector<WireNearby>& wires : nearby) {
            double sum = 0;
            for (const WireNearby& wire : wires) sum += wire.share;
            for (WireNearby& wire : wires)
                if (sum > 0) wire.share *= wire.share / sum;
        }
        return std::make_unique<Surface>(*this, rest.positions, std::move(nearby));
    }

private:
    struct Wire {
        WrittenWire written;
        Points points;  ///< control points at rest, in the node's frame [m]
        Index first;    ///< of its parameters
    };

    class Surface final : public RiggedSurface {
    public:
        Surface(const WireRig& rig, Points rest, std::vector<std::vector<WireNearby>> nearby)
            : rig_(rig), rest_(std::move(rest)), nearby_(std::move(nearby)) {}

        void positions(const Vector& p, std::span<const int> points, Points& x) const override {
            x.resize(3, Index(points.size()));
            for (std::size_t k = 0; k < points.size(); ++k) {
                Eigen::Vector3d u = Eigen::Vector3d::Zero();
                for (const WireNearby& wire : nearby_[std::size_t(points[k])])
                    u += wire.share * displacement(rig_.wires_[wire.wire], wire, p);
                x.col(Index(k)) = rest_.col(points[k]) + rig_.world_.linear() * u;
            }
        }
        /// Coordinates at rest, and shares in the displacement of each control point, of wires that
        /// turn nothing.
        Eigen::MatrixXd linear_factors() const override {
            for (const Wire& wire : rig_.wires_)
                if (wire.written.rotation != 0) return {};
            Eigen::MatrixXd factors =
                Eigen::MatrixXd::Zero(rest_.cols(), 3 + rig_.n_parameters() / 3);
            factors.leftCols<3>() = rest_.transpose();
            for (Index i = 0; i < rest_.cols(); ++i)
                for (const WireNearby& wire : nearby_[std::size_t(i)])
                    for (int k = 0; k < wire.nearest.count; ++k)
                        factors(i, 3 + rig_.wires_[wire.wire].first / 3 + wire.nearest.first + k) +=
                            wire.share * wire.nearest.position[std::size_t(k)];
            return factors;
        }
        Points linear_vectors(const Vector& p) const override {
            Points vectors(3, 3 + p.size() / 3);
            vectors.leftCols<3>().setIdentity();
            vectors.rightCols(p.size() / 3) = rig_.world_.linear() * p.reshaped(3, p.size() / 3);
            return vectors;
        }

    private:
        /// c(p) - c(0) + (R - 1) arm
        static Eigen::Vector3d displacement(const Wire& wire, const WireNearby& near,
                                            const Vector& p) {
            const WirePoint& c = near.nearest;
            const Eigen::Map<const Points> moves(p.data() + wire.first, 3, wire.points.cols());
            const Eigen::Vector3d u = c.sum(c.position, moves);
            if (wire.written.rotation == 0) return u;
            const Eigen::Vector3d rest = c.sum(c.tangent, wire.points),
                                  tangent = rest + c.sum(c.tangent, moves);
            if (tangent.isZero(0)) return u;
            const auto turn = Eigen::Quaterniond::Identity().slerp(
                wire.written.rotation, Eigen::Quaterniond::FromTwoVectors(rest, tangent));
            return u + turn * near.arm - near.arm;
        }

        const WireRig& rig_;
        Points rest_;                                  ///< in the world [m]
        std::vector<std::vector<WireNearby>> nearby_;  ///< of each point
    };

    static Points control_points(const WrittenWire& wire, std::size_t i,
                                 const BuildContext& context) {
        const auto at = [&](const std::string& key) {
            return context.at(fmt::format("wires[{}].{}", i, key));
        };
        if (wire.points.empty())
            context.fail(at("points"), fmt::format("wire {} has no control points", i),
                         "give one at least: points: [{at: [0, 0, 0]}]");
        Points points(3, Index(wire.points.size()));
        for (std::size_t k = 0; k < wire.points.size(); ++k) {
            points.col(Index(k)) = wire.points[k].at;
            if (k > 0 && wire.points[k].at == wire.points[k - 1].at)
                context.fail(
                    at(fmt::format("points[{}].at", k)),
                    fmt::format("control point {} of wire {} is where number {} is", k, i, k - 1),
                    "move one of them, or leave it out");
        }
        if (wire.rotation > 0 && points.cols() == 1)
            context.fail(at("rotation"), "`rotation` of a wire that is a point",
                         "a point has no direction: give it a second one, or leave it out");
        if (wire.rotation > 0 && wire.curve == WireShape::polyline)
            context.fail(at("rotation"),
                         "`rotation` of a polyline, whose direction jumps at its points",
                         "take curve: spline, or leave it out");
        return points;
    }

    Eigen::Affine3d world_;  ///< from the node's frame
    std::vector<Wire> wires_;
    Index n_ = 0;  ///< number of parameters
};

}  // namespace sinew

SINEW_PLUGIN(sinew::WireRig, "rig/wire", "Curves that take along what is near them")
