/// The loads of a body in few coordinates.
#pragma once

#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/load/uniform_load.hpp>
#include <sinew/mechanics/subspace/reduced_points.hpp>
#include <vector>

namespace sinew {

/// Uniform loads visit their points once, at the start: afterwards each costs O(r) an evaluation.
/// Other loads cost O(r) a point that they touch.
class SubspaceLoads {
public:
    /// All must live as long as this.
    SubspaceLoads(const Body& body, const std::vector<const Load*>& loads, const MassMatrix& mass,
                  const ReducedPoints& points);

    void move_to(double t);
    /// f += dead loads at q.
    void add_dead(const Vector& q, Vector& f) const;

    bool any_follower() const { return n_followers_ > 0; }
    /// Adds the loads that follow the body to f; and, if K and C are given, their stiffness and
    /// damping.
    void add_followers(const PointMotion& motion, const Vector& q, Definiteness definiteness,
                       Vector& f, Eigen::MatrixXd* K, Eigen::MatrixXd* C) const;

    bool symmetric() const;
    std::string asymmetry() const;
    /// [J] at coordinates q; loads that have none are left out.
    double potential(const PointMotion& motion, const Vector& q) const;
    bool conservative(const PointMotion& motion) const;

private:
    struct Part {
        const Load* load;
        const UniformLoad* uniform;  ///< the same, or nullptr
        SharedPoints points;         ///< of a uniform one
        bool active = false;
        Eigen::Vector3d intensity = Eigen::Vector3d::Zero();  ///< of a uniform one, now
    };
    LoadSite site(const PointMotion* motion) const;

    const Body& body_;
    const MassMatrix& mass_;
    const ReducedPoints& points_;
    std::vector<Part> parts_;
    int n_followers_ = 0;
    double t_ = 0;
};

}  // namespace sinew
