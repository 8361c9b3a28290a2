/// Coefficients of the reduced energy of St. Venant and Kirchhoff's law, from Gram matrices of
/// strains: with the columns a_i, b_ij of StrainRows weighted by sqrt(c) and the integrals <.,.>
/// over the elements, the energy c/2 <E, E> has
///
///     A2_ij   = <a_i, a_j>
///     A3_ijk  = <a_i, b_jk> + <a_j, b_ik> + <a_k, b_ij>
///     A4_ijkl = <b_ij, b_kl> + <b_ik, b_jl> + <b_il, b_jk>
#pragma once

#include <sinew/mechanics/law/lame.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/player/symmetric_tensors.hpp>
#include <stvk_polynomial/element_strains.hpp>
#include <stvk_polynomial/strain_rows.hpp>

namespace sinew::stvk {

/// The energy's parts of a set of elements.
struct Coefficients {
    SymmetricTensors lambda;  ///< of 1/2 integral of weight tr(E)^2
    SymmetricTensors mu;      ///< of integral of weight E:E
};

/// Sums the polynomial's coefficients of a body in a subspace. Bits do not depend on the number of
/// threads.
class CoefficientSums {
public:
    /// U: n x r, displacements of the mesh's nodes, x y z a node. The mesh outlives this.
    CoefficientSums(const VolumeMesh& mesh, const Eigen::MatrixXd& U) : mesh_(mesh), modes_(U) {}

    /// Coefficients of some elements; `weights`: a factor of both parts for each of them, none
    /// negative.
    Coefficients over(const std::vector<int>& elements, const std::vector<Lame>& weights);

private:
    const VolumeMesh& mesh_;
    Modes modes_;
    std::unique_ptr<ElementStrains> at_points_, of_bricks_;  ///< made when they are needed
};

}  // namespace sinew::stvk
