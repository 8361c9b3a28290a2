/// A sum of symmetric tensors whose weights change.
#pragma once

#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/player/symmetric_tensors.hpp>

namespace sinew::stvk {

/// Coefficients of all terms stand interleaved, such that a sum reads memory once, from the first
/// number to the last: its time is that of reading 8 bytes a coefficient and term.
class TensorSum {
public:
    /// terms: of the same r, at least one.
    explicit TensorSum(const std::vector<SymmetricTensors>& terms);

    /// sum := the sum of weights[k] times term k; sum has the terms' r. Its bits depend on the
    /// weights alone. Allocates nothing.
    void evaluate(const std::vector<double>& weights, SymmetricTensors& sum) const;

private:
    static constexpr std::size_t run = 32;  ///< coefficients of a term that stand together
    std::size_t n_terms_;
    AlignedVector<double> runs_;
};

}  // namespace sinew::stvk
