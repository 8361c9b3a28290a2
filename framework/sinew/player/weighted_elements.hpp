/// Internal forces in a subspace as a weighted sum over some elements:
///
///     f(q) = sum w_e U_e' f_e(U_e q),   K(q) = sum w_e U_e' K_e U_e,   W(q) = sum w_e W_e(U_e q).
///
/// Exact, up to round-off, for all elements with weights of one. Costs O(c r^2) for c elements.
///
/// Teng, Subspace methods for deformable solids (dissertation, 2016), equations 2.11 and 2.12.
#pragma once

#include <memory>
#include <sinew/mechanics/kernels/element_packs.hpp>
#include <sinew/mechanics/law/point_law.hpp>
#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/player/forces.hpp>

namespace sinew::player {

/// The elements of a sum, c of them, in the displacement formulation.
struct ElementSum {
    ElementPacks packs;             ///< of 4, 8 or 10 nodes an element, as numbers into `nodes`
    std::vector<int> nodes;         ///< the body's nodes that elements have, ascending
    std::vector<int> numbers;       ///< of the elements, as the body's mesh counts them
    Vector weights;                 ///< c, >= 0
    std::unique_ptr<PointLaw> law;  ///< on these elements
};

/// For the element at each position, with N nodes, the 3 (N - 1) rows of U at its nodes 1 ... minus
/// those at node 0, one after the other, each padded with zeros to `width` numbers: what forces do
/// work on, since those on an element's nodes have no sum. `rows`: U at the nodes of `packs`.
void node_differences(const ElementPacks& packs, const Eigen::MatrixXd& rows, Index width,
                      double* to);

/// One thread at a time; no call allocates memory once each has been made.
class WeightedElements final : public Forces {
public:
    /// rows: U at the nodes of the sum, 3 numbers each, x r.
    WeightedElements(ElementSum sum, Eigen::MatrixXd rows);

    /// The same elements with another geometry, rows of U, and weights.
    void move(const ElementPacks& packs, const Eigen::MatrixXd& rows, const Vector& weights);

    /// The same elements with another law.
    void set_law(std::unique_ptr<PointLaw> law) { sum_.law = std::move(law); }

    Failure forces(const Vector& q, Vector& f) override;
    Failure forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                                 Eigen::MatrixXd& K) override;
    /// W(q) [J]; +inf if an element is inadmissible.
    double energy(const Vector& q);

    /// The elements.
    const ElementSum& sum() const { return sum_; }

private:
    template <class Evaluate>
    auto with_elements(Evaluate&& evaluate) const;
    template <class Batch>
    Failure over_batches(const Vector& q, Vector& f, Batch&& batch);
    void add_forces(Index pack, const double* forces);
    template <int N>
    void add_stiffness(Index pack, const double* blocks);

    ElementSum sum_;
    Eigen::MatrixXd rows_;
    Index r_, width_;          ///< columns of U, and rounded up to whole packs
    AlignedVector<double> D_;  ///< differences of rows, element after element
    Vector u_;
    AlignedVector<Pack> energies_;
    AlignedVector<double> out_forces_, out_blocks_, f_, K_, KD_;
};

}  // namespace sinew::player
