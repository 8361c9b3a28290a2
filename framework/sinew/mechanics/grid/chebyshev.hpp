/// Chebyshev's polynomial as a smoother: damps the upper part of a spectrum.
#pragma once

#include <sinew/mechanics/grid/single_vector.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// Steps that damp all parts of an error between largest/6 and `largest`, eigenvalues of D^-1 A (D
/// the diagonal). Adams et al. 2003; the recurrence of Saad, Iterative Methods, algorithm 12.1.
class ChebyshevSmoother {
public:
    ChebyshevSmoother(float largest, int degree)
        : degree_(degree),
          centre_(largest * (1 + 1.0F / 6) / 2),
          half_(largest * (1 - 1.0F / 6) / 2) {}

    /// x := x + q(D^-1 A) D^-1 (b - A x), apply(x, y) giving y = A x, from x = 0 if `from_zero`
    /// (what x holds then does not matter). `inverse_diagonal` is zero where x shall stay.
    template <class Apply>
    void smooth(Apply&& apply, const SingleVector& inverse_diagonal, const SingleVector& b,
                SingleVector& x, bool from_zero) {
        const Index n = b.size();
        step_.resize(n);
        product_.resize(n);
        if (from_zero)
            x.resize(n);
        else
            apply(x, product_);
        const float first = 1 / centre_;
        parallel_for_if(n > worth_a_team, n, [&](Index i) {
            const float residual = from_zero ? b[i] : b[i] - product_[i];
            step_[i] = first * inverse_diagonal[i] * residual;
            x[i] = from_zero ? step_[i] : x[i] + step_[i];
        });
        float rho = half_ / centre_;
        for (int k = 1; k < degree_; ++k) {
            apply(x, product_);
            const float next = 1 / (2 * centre_ / half_ - rho);
            const float keep = next * rho, take = 2 * next / half_;
            rho = next;
            parallel_for_if(n > worth_a_team, n, [&](Index i) {
                step_[i] = keep * step_[i] + take * inverse_diagonal[i] * (b[i] - product_[i]);
                x[i] += step_[i];
            });
        }
    }

private:
    static constexpr Index worth_a_team = 4096;

    int degree_;
    float centre_, half_;
    SingleVector step_, product_;
};

}  // namespace sinew
