/// The inertia of a rest shape that moves, on reduced coordinates, by few nodes.
///
///     U'R'M a = U'R'M (A Y + b) + U'R'M a_rest,     x = R y + c of the root
///
/// A and b are differences of the root's R and c: what the shape Y, a mix of those of the poses,
/// would have if it went with the root as one piece. That part is found exactly, from products over
/// all nodes at the poses. The rest is a weighted sum over few nodes s,
///
///     U'R'M a_rest = sum_s v_s U_s' R' sum_j m_sj a_rest,j
///
/// with j over the neighbours of s. Rows of the sample are kept in single precision.
///
/// Xu & Barbic 2016, section 5.4, equations 23 and 24.
#pragma once

#include <Eigen/Geometry>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/assembly/block_pattern.hpp>

#include "pose_basis.hpp"
#include "rows_of_poses.hpp"

namespace sinew::pose_space {

/// Nodes and their weights.
struct InertiaNodes {
    std::vector<int> nodes;  ///< ascending
    Vector weights;          ///< >= 0
    double training_error = 0, test_error = 0;

    Archive archive() const;
    static InertiaNodes from(const Archive& archive);
    /// Which nodes these are, and with which weights.
    std::string identity() const;
};

/// Accelerations of the root: R'' and c'' by differences [1/s^2, m/s^2].
struct RootAcceleration {
    Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
    Eigen::Vector3d b = Eigen::Vector3d::Zero();
};

class SampledInertia {
public:
    /// `bases`, `shapes`: U_i and Y_i of the poses.
    SampledInertia(InertiaNodes sample, const std::vector<Eigen::MatrixXd>& bases,
                   const std::vector<Points>& shapes, const MassMatrix& mass,
                   const BlockPattern& pattern);

    const InertiaNodes& sample() const { return sample_; }
    /// The nodes and their neighbours, ascending.
    const std::vector<int>& needed() const { return needed_; }
    /// Y at the needed nodes, mixed by the weights of poses.
    Points shape(const Vector& pose_weights) const;

    /// U'R'M (A Y + b), for the basis and shapes mixed as they are.
    Vector of_root(const PoseBasis& basis, const Eigen::Matrix3d& R,
                   const RootAcceleration& root) const;
    /// Momenta sum_j m_sj a_j of the sample, for accelerations of the needed nodes: 3 x n_sample.
    Points momenta(const Points& accelerations) const;
    /// The same of displacements of the basis that were kept, seen from the root.
    Points momenta(const Vector& kept) const;
    /// The sum over the sample, U'R' of its momenta.
    Vector of_momenta(const PoseBasis& basis, const Eigen::Matrix3d& R,
                      const Points& momenta) const;

private:
    /// `M_bases`: M U_i.
    SampledInertia(InertiaNodes sample, const std::vector<Eigen::MatrixXd>& bases,
                   const std::vector<Eigen::MatrixXd>& M_bases, const std::vector<Points>& shapes,
                   const MassMatrix& mass, const BlockPattern& pattern);

    struct Term {
        int node;     ///< place among those needed
        double mass;  ///< m_sj [kg]
    };

    InertiaNodes sample_;
    std::vector<int> needed_;
    std::vector<std::vector<Term>> terms_;               ///< of each node of the sample
    RowsOfPoses rows_, momenta_;                         ///< U_i and M U_i of the sample
    std::vector<Points> shapes_;                         ///< Y_i at the needed nodes
    Eigen::MatrixX3d of_translation_;                    ///< U_i'M 1, one pose below the other
    std::vector<std::vector<Eigen::MatrixXd>> of_turn_;  ///< U_i'M E_ab Y_j: r x 9, a fastest
};

}  // namespace sinew::pose_space
