/// Internal forces in a subspace as a weighted sum over some elements:
///
///     f(q) = sum w_e U_e' f_e(U_e q),   K(q) = sum w_e U_e' K_e U_e,   W(q) = sum w_e W_e(U_e q).
///
/// Exact, up to round-off, for all elements with weights of one. Costs O(c r^2) for c elements.
///
/// Teng, Subspace methods for deformable solids (dissertation, 2016), equations 2.11 and 2.12.
#pragma once

#include <sinew/mechanics/cubature/element_part.hpp>
#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/mechanics/system/event.hpp>

namespace sinew {

/// One thread at a time; no call allocates memory.
class WeightedElements {
public:
    /// U: n x r; weights >= 0. `whole`: of the body's own elements.
    WeightedElements(const Body& body, const ElementTable& whole, const Eigen::MatrixXd& U,
                     std::vector<int> elements, const Vector& weights);

    /// f := f(q), r numbers.
    Event forces(const Vector& q, Vector& f);
    /// f as of `forces`, and K := df/dq, r x r, both triangles; without negative eigenvalues if
    /// `definiteness` is psd_projected.
    Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& K);
    /// [J]; +inf if an element is inadmissible.
    double energy(const Vector& q);

    /// Number of elements with weights.
    Index size() const { return part_.size(); }

private:
    template <int N>
    void add_stiffness(Index pack, const double* blocks);
    template <class Batch>
    Event over_batches(const Vector& q, Vector& f, Batch&& batch);
    void add_forces(Index pack, const double* forces);

    std::string path_;
    std::vector<int> elements_;
    ElementPart part_;
    Index r_, width_;          ///< columns of U, and rounded up to whole packs
    Vector weights_;           ///< by position in the table; 0 in lanes past the last
    Eigen::MatrixXd rows_;     ///< of U at the part's nodes
    AlignedVector<double> D_;  ///< differences of rows, element after element
    Vector u_;
    AlignedVector<Pack> energies_;
    AlignedVector<double> out_forces_, out_blocks_, f_, K_, KD_;
};

}  // namespace sinew
