/// Contributions of elements to the reduced forces in example poses, for the training of cubatures.
#pragma once

#include <sinew/mechanics/cubature/cubature_training.hpp>

#include "element_part.hpp"

namespace sinew {

/// Candidates are the elements of a body; column e holds C_t U_e' f_e(U q_t) for the poses q_t one
/// after the other: forces of elements in a metric of each pose.
class ElementColumns final : public CubatureColumns {
public:
    /// U: n x r, poses q: r x T, reduced forces of the whole body there: r x T, none zero; C: a
    /// matrix r x r for each pose.
    ElementColumns(const Body& body, const ElementTable& whole, const Eigen::MatrixXd& U,
                   Eigen::MatrixXd poses, const Eigen::MatrixXd& forces,
                   std::vector<Eigen::MatrixXd> metrics);

    int n_candidates() const override { return whole_.n_elements; }
    const Vector& target() const override { return target_; }
    void compute(std::span<const int> candidates, std::span<double* const> columns) const override;

    /// |A w - b| / |b| for weights of some elements.
    double error(std::span<const int> elements, const Vector& weights) const;

private:
    void compute_some(std::span<const int> candidates, std::span<double* const> columns) const;

    const Body& body_;
    const ElementTable& whole_;
    const Eigen::MatrixXd& U_;
    Eigen::MatrixXd poses_;
    std::vector<Eigen::MatrixXd> metrics_;  ///< C_t, r x r
    Vector target_;
    std::vector<int> place_;  ///< of each element among all, those with the same columns together
};

}  // namespace sinew
