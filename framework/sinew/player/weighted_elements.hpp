/// Internal forces in a subspace as a weighted sum over some elements:
///
///     f(q) = sum w_e U_e' f_e(U_e q),   K(q) = sum w_e U_e' K_e U_e,   W(q) = sum w_e W_e(U_e q).
///
/// Exact, up to round-off, for all elements with weights of one. Costs O(c s^2) for c elements that
/// s of the r columns of U move.
///
/// Teng, Subspace methods for deformable solids (dissertation, 2016), equations 2.11 and 2.12.
#pragma once

#include <memory>
#include <sinew/mechanics/kernels/element_output.hpp>
#include <sinew/mechanics/kernels/element_packs.hpp>
#include <sinew/mechanics/law/point_law.hpp>
#include <sinew/mechanics/math/loop.hpp>
#include <sinew/player/element_rows.hpp>
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

/// One caller at a time; no call allocates memory once each has been made. Many elements are summed
/// in shares of their own, which a loop may spread over threads: sums do not depend on how.
class WeightedElements final : public Forces {
public:
    /// rows: U at the nodes of the sum.
    WeightedElements(ElementSum sum, ElementRows rows, Loop loop = in_order);

    /// Rows of U, which may be changed: of the columns that they have.
    ElementRows& rows() { return rows_; }
    /// The same elements with rows of other columns.
    void set_rows(ElementRows rows);
    /// The same elements with another geometry and weights.
    void move(const ElementPacks& packs, const Vector& weights);
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
    /// A sum over some packs, which begin with a whole batch.
    struct Share {
        Index first = 0, end = 0;  ///< packs
        FirstBad bad;
        double energy = 0;
        Vector f;
        Eigen::MatrixXd K;  ///< on and above the diagonal
        /// Workspace of one batch, and of a run of packs with the same columns.
        AlignedVector<double> forces, blocks, q, f_run, K_run, KD;
        AlignedVector<Pack> energies;
    };

    template <class Evaluate>
    auto with_elements(Evaluate&& evaluate) const;
    template <class Batch>
    void over_batches(const Vector& q, Batch&& batch);
    void displace(const Vector& q, Index pack, Share& share);
    Failure sum_forces(Vector& f) const;
    void add_forces(Index pack, const double* forces, Share& share) const;
    template <int N>
    void add_stiffness(Index pack, const double* blocks, Share& share) const;
    void end_run(Index pack, bool has_stiffness, Share& share) const;

    ElementSum sum_;
    ElementPacks own_nodes_;  ///< the same packs, where each element has nodes of its own
    ElementRows rows_;
    Loop loop_;
    std::vector<Share> shares_;
    Vector u_;  ///< of nodes of each element relative to its node 0, which has zero
};

}  // namespace sinew::player
