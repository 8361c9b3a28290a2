/// Rows of a subspace at the elements of a cubature, mixed of those of poses,
///
///     D = (sum_i w_i D_i) diag(scales),
///
/// kept in single precision: mixing reads m times as many numbers as it writes.
#pragma once

#include <sinew/player/element_rows.hpp>
#include <vector>

namespace sinew::cubature {

class PosedRows {
public:
    /// `of_nodes`: U_i at the nodes of `packs` for each pose, 3 numbers a node, x r. `like`: made
    /// of them all, so that no column of any is lacking.
    PosedRows(const ElementPacks& packs, const std::vector<Eigen::MatrixXd>& of_nodes,
              const player::ElementRows& like);

    /// Writes D for m weights of poses and r scales.
    void mix(const Vector& weights, const Vector& scales, player::ElementRows& to) const;

private:
    Index n_poses_;
    /// A row of all poses after the other; each as long as in the rows that are mixed.
    AlignedVector<float> of_poses_;
};

}  // namespace sinew::cubature
