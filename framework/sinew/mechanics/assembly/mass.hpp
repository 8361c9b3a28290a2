/// Consistent and lumped mass of a body.
#pragma once

#include <memory>
#include <sinew/mechanics/assembly/block_pattern.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// The consistent mass matrix: m_ij times the 3 x 3 identity at each block of a pattern.
class MassMatrix {
public:
    /// density: per element [kg/m^3]. The integral is exact on straight elements.
    MassMatrix(const VolumeMesh& mesh, const Eigen::VectorXd& density,
               std::shared_ptr<const BlockPattern> pattern);

    const Vector& values() const { return values_; }  ///< one a block [kg]
    /// Sums of rows, integral of rho N_i: the consistent share of a uniform acceleration [kg].
    const Vector& row_sums() const { return row_sums_; }
    /// Positive nodal masses that add up to the mass of the body [kg]: row sums for tet4 and hex8;
    /// for tet10, whose row sums are negative at corners, each element's mass shared in proportion
    /// to its diagonal (Hinton, Rock & Zienkiewicz 1976).
    const Vector& lumped() const { return lumped_; }
    /// Integral of N_i over the body at rest [m^3].
    const Vector& volumes() const { return volumes_; }

    /// y = M x: forces [N] of accelerations [m/s^2]; each row is summed in a fixed order.
    void multiply(const Vector& x, Vector& y) const;
    /// M X, of 3 n_nodes x k accelerations [m/s^2] forces [N]; columns on all threads.
    Eigen::MatrixXd times(const Eigen::Ref<const Eigen::MatrixXd>& X) const;
    /// The same matrix in a pattern that has further blocks.
    void move_to(std::shared_ptr<const BlockPattern> pattern);

private:
    std::shared_ptr<const BlockPattern> pattern_;
    Vector values_, row_sums_, lumped_, volumes_;
};

}  // namespace sinew
