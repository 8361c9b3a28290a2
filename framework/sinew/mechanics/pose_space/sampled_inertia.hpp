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

#include <sinew/mechanics/pose_space/mixed_basis.hpp>
#include <sinew/mechanics/pose_space/root_motion.hpp>
#include <sinew/mechanics/pose_space/rows_of_poses.hpp>

namespace sinew::pose_space {

/// A sample of nodes, and what is found ahead, for m poses and r vectors.
struct InertiaSample {
    std::vector<int> needed;               ///< nodes of the sample and their neighbours, ascending
    Vector weights;                        ///< v_s of each node of the sample, >= 0
    std::vector<int> first;                ///< terms of each node of the sample, and their number
    std::vector<int> places;               ///< of each term's node j, among the needed ones
    std::vector<double> masses;            ///< m_sj of each term [kg]
    RowsOfPoses rows, momenta;             ///< U_i and M U_i at the sample
    std::vector<Eigen::Matrix3Xd> shapes;  ///< Y_i at the needed nodes, of each pose [m]
    Eigen::MatrixXd of_translation;        ///< U_i'M 1, one pose below the other: m r x 3
    /// U_i'M E_ab Y_j, i below each other and j beside: m r x 9 m, a fastest.
    Eigen::MatrixXd of_turn;
};

/// One caller at a time; no call allocates memory once each has been made.
class SampledInertia {
public:
    explicit SampledInertia(InertiaSample sample, Loop loop = in_order)
        : sample_(std::move(sample)), loop_(loop) {}

    const InertiaSample& sample() const { return sample_; }
    /// The nodes and their neighbours, ascending.
    const std::vector<int>& needed() const { return sample_.needed; }

    /// a -= A Y + b at the needed nodes, with Y mixed by the weights of poses.
    void subtract_root(const Vector& pose_weights, const RootAcceleration& root,
                       Eigen::Matrix3Xd& a) const;
    /// f := U'R'M (A Y + b), for the basis and shapes mixed as they are.
    void find_of_root(const MixedBasis& basis, const Eigen::Matrix3d& R,
                      const RootAcceleration& root, Vector& f) const;
    /// Momenta sum_j m_sj a_j of the sample, for accelerations of the needed nodes: 3 x n_sample.
    void find_momenta(const Eigen::Matrix3Xd& accelerations, Eigen::Matrix3Xd& momenta) const;
    /// The same of displacements of the basis that were kept, seen from the root.
    void find_momenta(const Vector& kept, Eigen::Matrix3Xd& momenta) const;
    /// f := the sum over the sample, U'R' of its momenta.
    void find_of_momenta(const MixedBasis& basis, const Eigen::Matrix3d& R,
                         const Eigen::Matrix3Xd& momenta, Vector& f) const;

private:
    Index n_sample() const { return sample_.weights.size(); }

    InertiaSample sample_;
    Loop loop_;
    mutable Eigen::Matrix3Xd seen_;
    mutable Vector stacked_;
};

}  // namespace sinew::pose_space
