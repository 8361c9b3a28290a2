/// The loads of a body in few reduced coordinates.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/load/uniform_load.hpp>
#include <sinew/mechanics/reduced/reduced_points.hpp>
#include <vector>

namespace sinew {

/// Uniform loads visit their points once, at the start: afterwards each costs O(r) an evaluation.
/// Other loads cost O(r) a point that they touch.
class SubspaceLoads {
public:
    /// All must live as long as this.
    SubspaceLoads(const Body& body, const std::vector<const Load*>& loads, const MassMatrix& mass,
                  const ReducedPoints& points);

    /// Nodal masses [kg] that are later counted more often (a density that changes).
    void add_region(const Vector& nodal_mass);
    /// Makes the nodal mass of the region added as number k count 1 + more times.
    void set_region(std::size_t k, double more) { more_[k] = more; }

    /// Moves the loads to time t [s].
    void move_to(double t);
    /// f += U' times dead loads [N] at q; both have a number for each reduced coordinate, n of
    /// them.
    void add_dead(const Vector& q, Vector& f);

    /// Writes loads/ of a reduced model (docs/player.md): intensities at those times [s], in order.
    /// Throws InputError, at its place, for a load that is not uniform.
    void export_to(Archive& archive, const std::vector<double>& times) const;

    /// True if a load that follows the body is active.
    bool any_follower() const { return n_followers_ > 0; }
    /// Adds U' times the loads that follow the body to f, n numbers; and, if K and C are given,
    /// their stiffness and damping, n x n each.
    void add_followers(const PointMotion& motion, const Vector& q, Definiteness definiteness,
                       Vector& f, Eigen::MatrixXd* K, Eigen::MatrixXd* C);

    /// True if the stiffness of every active load is symmetric.
    bool symmetric() const;
    /// A load whose stiffness is not symmetric, at any time, in words; or "".
    std::string asymmetry() const;
    /// Energy at coordinates q [J]; loads that have none are left out.
    double potential(const PointMotion& motion, const Vector& q) const;
    /// Energy of the uniform loads alone [J], where nodes are displaced so, 3 x n_nodes [m];
    /// O(n_nodes).
    double potential_of_uniform(const Points& displacements) const;
    /// True if every active load has a potential.
    bool conservative(const PointMotion& motion) const;

    /// Room for the Jacobians of two points, and a product of one: 3 x r each.
    struct Work {
        Eigen::Matrix3Xd J_i, J_j, K_J_j;
    };

private:
    struct LoadPart {
        const Load* load = nullptr;
        const UniformLoad* uniform = nullptr;  ///< the same, or nullptr
        SharedPoints points;                   ///< of a uniform one
        std::vector<SharedPoints> of_regions;
        bool active = false;
        Eigen::Vector3d intensity = Eigen::Vector3d::Zero();  ///< of a uniform one, now
    };
    LoadSite site(const PointMotion* motion) const;
    Eigen::Matrix3Xd intensities(const LoadPart& part, const std::vector<double>& times) const;
    SharedPoints shared(const UniformLoad& load, const LoadSite& site) const;
    /// Calls visit(points, factor) for all that a uniform load acts on.
    template <class Visit>
    void each(const LoadPart& part, Visit&& visit) const {
        visit(part.points, 1.0);
        for (std::size_t k = 0; k < part.of_regions.size(); ++k)
            if (more_[k] != 0) visit(part.of_regions[k], more_[k]);
    }

    const Body& body_;
    const MassMatrix& mass_;
    const ReducedPoints& points_;
    std::vector<LoadPart> parts_;
    std::vector<double> more_;
    int n_followers_ = 0;
    double t_ = 0;
    Work work_;
};

}  // namespace sinew
