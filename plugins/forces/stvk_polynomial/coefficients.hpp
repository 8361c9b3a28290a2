/// Coefficients of the reduced energy of St. Venant and Kirchhoff's law, from Gram matrices of
/// strains: with the columns a_i, b_ij of StrainRows weighted by sqrt(c) and the integrals <.,.>
/// over the elements, the energy c/2 <E, E> has
///
///     A2_ij   = <a_i, a_j>
///     A3_ijk  = <a_i, b_jk> + <a_j, b_ik> + <a_k, b_ij>
///     A4_ijkl = <b_ij, b_kl> + <b_ik, b_jl> + <b_il, b_jk>
#pragma once

#include <sinew/mechanics/material/lame.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <stvk_polynomial/symmetric_tensors.hpp>

namespace sinew::stvk {

/// The energy's parts of a set of elements.
struct Coefficients {
    SymmetricTensors lambda;  ///< of 1/2 integral of weight tr(E)^2
    SymmetricTensors mu;      ///< of integral of weight E:E
};

/// U: n x r, displacements of the mesh's nodes, x y z a node. `weights`: a factor of both parts for
/// each of the elements, none negative. Bits do not depend on the number of threads.
Coefficients coefficients(const VolumeMesh& mesh, const Eigen::MatrixXd& U,
                          const std::vector<int>& elements, const std::vector<Lame>& weights);

}  // namespace sinew::stvk
