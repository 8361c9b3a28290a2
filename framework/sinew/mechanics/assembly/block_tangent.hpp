/// A matrix of 3 x 3 blocks as the tangent of a body in full space.
#pragma once

#include <sinew/mechanics/assembly/block_matrix.hpp>
#include <sinew/mechanics/assembly/element_forces.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/system/tangent.hpp>

namespace sinew {

/// A block matrix as a Tangent of 3 n_nodes x 3 n_nodes.
class BlockTangent final : public Tangent {
public:
    /// n_nodes x n_nodes blocks of 3 x 3.
    BlockMatrix matrix;
    long revision = 0;  ///< of the pattern
    long values = 0;    ///< revision of the entries
    bool is_symmetric = true;
    Points positions;                         ///< of the nodes, for the rigid modes
    const ElementForces* elements = nullptr;  ///< whose rotations are those of their nodes

    Index size() const override { return matrix.size(); }
    void apply(const Vector& x, Vector& y) const override { matrix.multiply(x, y); }
    void add_entries(EntrySink& sink, Index offset) const override;
    long pattern_revision() const override { return revision; }
    long values_revision() const override { return values; }
    Vector diagonal() const override { return matrix.diagonal(); }
    bool symmetric() const override { return is_symmetric; }
    int dofs_per_node() const override { return 3; }
    /// Rotation of each node: the normalised mean of its elements' quaternions.
    std::vector<Eigen::Matrix3d> node_rotations() const override;
    /// Three translations, then three turns about the mean position, each of unit length.
    Eigen::MatrixXd near_null_space() const override;
};

}  // namespace sinew
