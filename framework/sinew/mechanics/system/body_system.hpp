/// A System that moves one body, whatever its degrees of freedom are.
#pragma once

#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <sinew/mechanics/system/system.hpp>

namespace sinew {

class ElasticBody;

class BodySystem : public System {
public:
    virtual const Body& body() const = 0;
    /// The facet that reductions wrap; nullptr if the system is reduced already. The same
    /// throughout its life.
    virtual ElasticBody* elastic_body() { return nullptr; }
    /// True if its tangent is a dense matrix of few degrees of freedom.
    virtual bool is_dense() const { return false; }

    /// Motion of one point (a node or a point given by nodes and weights), lazily.
    virtual Eigen::Vector3d position(const MaterialPoint& point, const Vector& q) const = 0;
    virtual Eigen::Vector3d velocity(const MaterialPoint& point, const Vector& q,
                                     const Vector& v) const = 0;
    /// As PointMotion::skin_near.
    virtual bool skin_near(const Vector& /*q*/, const DepthField& /*field*/, double /*margin*/,
                           std::vector<int>& /*found*/) const {
        return false;
    }
    /// All nodes: 3 x n. O(n): for outputs.
    virtual Points positions(const Vector& q) const = 0;
    virtual Points velocities(const Vector& q, const Vector& v) const = 0;

    /// Pulls a force on a point back to the degrees of freedom: f += (dx/dq)' force.
    virtual void add_point_force(const MaterialPoint& point, const Eigen::Vector3d& force,
                                 const Vector& q, Vector& f) const = 0;
    /// dx/dq of a point as (first degree of freedom, 3 x k block) pieces: identity blocks times
    /// weights in full space, rows of U in a subspace.
    struct Jacobian {
        Index first = 0;
        Eigen::Matrix<double, 3, Eigen::Dynamic> block;
    };
    virtual std::vector<Jacobian> point_jacobian(const MaterialPoint& point,
                                                 const Vector& q) const = 0;

    /// Per element averages of the deformation gradient (column-major 9), Cauchy stress (xx yy zz
    /// xy yz xz) [Pa] and energy density [J/m^3]: components x n_elements.
    virtual Eigen::MatrixXd deformation_gradients(const Vector& q) const = 0;
    virtual Eigen::MatrixXd cauchy_stresses(const Vector& q) const = 0;
    virtual Eigen::VectorXd energy_densities(const Vector& q) const = 0;

    /// The last accepted state, for outputs, and the reaction forces of its step (3 x n_nodes).
    virtual const State& committed_state() const = 0;
    virtual Points reactions() const = 0;
};

}  // namespace sinew
