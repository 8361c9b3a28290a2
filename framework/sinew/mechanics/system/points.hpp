/// Loads and couplings speak in material points: forces, stiffness and motion of points on bodies.
#pragma once

#include <array>
#include <sinew/mechanics/math/definiteness.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <span>
#include <vector>

namespace sinew {

/// A point on a body: a node (one weight of 1), or a point in an element or a skin triangle.
struct MaterialPoint {
    int body = 0;                      ///< along Coupling::bodies; LoadSite::body_index of loads
    int n = 0;                         ///< nodes used
    std::array<int, 10> nodes{};       ///< their numbers in the body's mesh
    std::array<double, 10> weights{};  ///< of those nodes, sum 1

    /// The point at a node.
    static MaterialPoint at_node(int body, int node) { return {body, 1, {node}, {1.0}}; }
};

/// Forces and stiffness blocks at material points, from loads and couplings.
class PointForces {
public:
    virtual ~PointForces() = default;
    /// A force [N] on a point.
    virtual void force(const MaterialPoint& point, const Eigen::Vector3d& f) = 0;
    /// K = -d(force on i)/d(position of j) [N/m]. Call for (i, j) and (j, i).
    virtual void stiffness(const MaterialPoint& i, const MaterialPoint& j,
                           const Eigen::Matrix3d& K) = 0;
    /// Forces [N] on a few points, x y z a point, with all blocks of their stiffness [N/m] if
    /// wants_tangent().
    virtual void stencil(std::span<const MaterialPoint* const> points, const double* forces,
                         const Eigen::Ref<const Eigen::MatrixXd>& K) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            force(*points[i], Eigen::Map<const Eigen::Vector3d>(forces + 3 * i));
            if (!wants_tangent()) continue;
            for (std::size_t j = 0; j < points.size(); ++j)
                stiffness(*points[i], *points[j],
                          K.block<3, 3>(3 * Eigen::Index(i), 3 * Eigen::Index(j)));
        }
    }
    /// C = -d(force on i)/d(velocity of j) [N s/m].
    virtual void damping(const MaterialPoint& i, const MaterialPoint& j,
                         const Eigen::Matrix3d& C) = 0;
    /// True if stiffness and damping are asked for (else those calls may be left out).
    virtual bool wants_tangent() const = 0;
    /// The stiffness that is wanted: with psd_projected its blocks together have no negative
    /// eigenvalue.
    virtual Definiteness definiteness() const { return Definiteness::exact; }
};

/// Present motion of points of the bodies; only the points that are asked for are computed.
class PointMotion {
public:
    virtual ~PointMotion() = default;
    /// Position of a point in the world [m].
    virtual Eigen::Vector3d position(const MaterialPoint& point) const = 0;
    /// Velocity of a point in the world [m/s].
    virtual Eigen::Vector3d velocity(const MaterialPoint& point) const = 0;
    /// True if all that moves the point is given (a Dirichlet condition).
    virtual bool is_prescribed(const MaterialPoint& /*point*/) const { return false; }
    /// All nodes of a body at once, 3 x n_nodes. False, if they can only be asked for one by one.
    virtual bool positions(int /*body*/, Points& /*x*/) const { return false; }
    /// Generalised coordinates of a body that tells from them how far its nodes have moved, without
    /// a look at each; empty if it cannot. Its points are best asked for one by one.
    virtual Vector generalised_coordinates(int /*body*/) const { return {}; }
    /// A bound on how far any node of such a body has moved since its generalised coordinates were
    /// `from` [m]; so far times the sum of |w_a| a point with weights w_a has.
    virtual double moved_since(int /*body*/, const Vector& /*from*/) const { return 0; }
};

}  // namespace sinew
