/// Rows of a subspace, and weights of elements, mixed of those of poses.
#pragma once

#include <sinew/mechanics/math/loop.hpp>
#include <sinew/player/element_rows.hpp>
#include <vector>

namespace sinew::player {

/// The rows at the elements of a cubature,
///
///     D = (sum_i w_i D_i) diag(scales),
///
/// kept in single precision: mixing reads m times as many numbers as it writes. One caller at a
/// time; no call allocates memory.
class PosedRows {
public:
    /// `of_nodes`: U_i at the nodes of `packs` for each pose, 3 numbers a node, x r. `like`: made
    /// of them all, so that no column of any is lacking.
    PosedRows(const ElementPacks& packs, const std::vector<Eigen::MatrixXd>& of_nodes,
              const ElementRows& like, Loop loop);
    /// Rows whose numbers are given as `numbers` has them.
    PosedRows(Index n_poses, AlignedVector<float> numbers, const ElementRows& like);

    Index n_poses() const { return n_poses_; }
    /// A row of all poses after the other; each as long as in the rows that are mixed.
    const AlignedVector<float>& numbers() const { return of_poses_; }
    /// Writes D for m weights of poses and r scales.
    void mix(const Vector& weights, const Vector& scales, ElementRows& to) const;

private:
    void make_room(const ElementRows& like);

    Index n_poses_;
    Loop loop_;
    AlignedVector<float> of_poses_;
    std::vector<Index> first_scale_;        ///< of each pack
    mutable AlignedVector<double> scales_;  ///< of the columns of each pack
};

/// to := weights of elements at a pose, sum_i s_i of_poses_ei, s_i = max(w_i, 0) / sum_j max(w_j,
/// 0): none is negative if those of the poses are not. `of_poses`: a pose a column.
void mix_element_weights(const Eigen::MatrixXd& of_poses, const Vector& pose_weights, Vector& to);

}  // namespace sinew::player
