/// Contact of bodies' skins with a rigid shape that may move, by penalty, with Coulomb friction.
///
/// A skin node with area A that is a depth d > 0 inside the shape, whose outward normal is n, feels
///
///     f_n = k A d n,        energy  k A d^2 / 2
///     f_t = -mu |f_n| phi(|u| / (eps dt)) u / |u|,    phi(s) = s (2 - s) for s < 1, else 1
///
/// where u is its motion along the surface, relative to the shape, which may turn, since the start
/// of the step of length dt. For a shape whose depth is sampled (a level set) n is the gradient of
/// the samples, of a length near 1, so that f_n is that of the energy. Below the speed eps friction
/// is smoothed (stick creeps at less than eps). Static solvers go through time too: u / dt is then
/// the slip of a load step over its length, and the first equilibrium, which no step leads to, is
/// without friction; so are accelerations that are found for themselves, at the start of a run and
/// where the set of constrained nodes changes (u = 0).
///
/// Bodies that know where their skin may be (in subspaces) are asked for the nodes that may touch;
/// of those, nodes farther off at the start of a step than a tenth of the body's diagonal are
/// without friction in it.
///
/// The PSD-projected stiffness leaves out what is not positive of the normal force's (k A n(x)n
/// less d times the curvature of the shape) and all of friction's that is not symmetric.
#pragma once

#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>

namespace sinew {

/// The rigid shape, in the world.
class ContactShape {
public:
    virtual ~ContactShape() = default;
    /// Depth, normal and curvature of the shape at a point.
    struct Probe {
        double depth = 0;                                     ///< > 0: inside [m]
        Eigen::Vector3d normal = Eigen::Vector3d::UnitX();    ///< outward: -d depth / dx
        Eigen::Matrix3d curvature = Eigen::Matrix3d::Zero();  ///< d normal / dx [1/m]
    };
    /// Probes the shape at x [m] in the world, at time t [s].
    virtual Probe probe(const Eigen::Vector3d& x, double t) const = 0;
    /// Its rigid motion since rest: x = T X [m] for the points that move with it.
    virtual Eigen::Isometry3d pose(double t) const = 0;
    /// Velocity of a point that moves with it and is at x [m/s].
    virtual Eigen::Vector3d velocity(const Eigen::Vector3d& x, double t) const = 0;
};

/// The part of friction's derivative that goes into the tangent.
enum class FrictionTangent { symmetric, consistent };

/// Parameters of penalty and friction; contact_fields.hpp declares them.
struct ContactParams {
    double stiffness = 1e7;     ///< k [Pa/m]
    double friction = 0;        ///< mu
    double stick_speed = 1e-3;  ///< eps [m/s]
    FrictionTangent tangent = FrictionTangent::symmetric;
};

/// The contact of the skin nodes of some bodies with one shape.
class PenaltyContact : public Coupling {
public:
    /// `bodies` must outlive this.
    PenaltyContact(std::vector<Body*> bodies, const ContactParams& params,
                   std::unique_ptr<ContactShape> shape);

    std::vector<Body*> bodies() const override { return bodies_; }
    bool symmetric() const override {
        return params_.friction == 0 || params_.tangent == FrictionTangent::symmetric;
    }
    bool conservative() const override { return params_.friction == 0; }
    std::optional<double> stiffness_bound() const override;
    void damp(const PointMotion& motion, double t, PointForces& out) const override;
    void begin_step(const PointMotion& motion, double t, double dt) override;
    void evaluate(const PointMotion& motion, double t, PointForces& out) override;
    double energy(const PointMotion& motion, double t) override;

private:
    struct SkinNode {
        MaterialPoint point;
        double area;             ///< [m^2]
        Eigen::Vector3d anchor;  ///< where it was at the start of the step, seen from the shape
        Eigen::Vector3d normal;  ///< there, likewise, unit
        long step = -1;          ///< that the anchor is of
    };
    /// Calls visit(node) for every node that may be deeper than -margin, in order.
    template <class Visit>
    void visit_near(const PointMotion& motion, double t, double margin, Visit&& visit) const;
    void add_friction(const SkinNode& node, const ContactShape::Probe& probe,
                      const Eigen::Vector3d& x, const Eigen::Isometry3d& pose,
                      PointForces& out) const;
    void warn_of_depth(const PointMotion& motion, double t);

    std::vector<Body*> bodies_;
    ContactParams params_;
    std::unique_ptr<ContactShape> shape_;
    std::vector<SkinNode> nodes_;
    std::vector<std::size_t> first_;  ///< of nodes_, for each body, and their number
    mutable std::vector<int> near_;
    double dt_ = 0;
    double margin_ = 0;  ///< of nodes that get an anchor [m]
    long step_ = 0;
    bool depth_is_known_ = false;  ///< warn_of_depth has looked, or has come too late
};

/// Share of each skin node in the area of the rest skin (a third of its triangles), in the order of
/// Boundary::nodes [m^2].
std::vector<double> skin_areas(const Body& body);

}  // namespace sinew
