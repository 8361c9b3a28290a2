/// Quadratic programs on the unit box.
///
///     min 1/2 w'Qw + c'w,     0 <= w <= 1,     Q symmetric, positive definite
///
/// With the gradient g = Qw + c the minimum is where each w_i is 0 and g_i >= 0, or 1 and g_i <= 0,
/// or in between and g_i = 0.
#pragma once

#include "factor.hpp"

namespace sinew::bbw {

/// Q is in an order of little fill, both halves.
struct BoxProblem {
    const Sparse& Q;
    Vector c;
};

enum class At : char { lower, between, upper };

/// The bound that each variable is at, if any, near enough to the minimum for `settle`: predictor
/// and corrector steps of an interior point method on the variables `subset`, the others being
/// fixed at 0. `start`: values of all variables, 0 to 1. `n_steps` is added to.
///
/// Mehrotra, On the implementation of a primal-dual interior point method, SIAM J. Optim. 2, 1992;
/// Nocedal & Wright, Numerical Optimization, 2006, section 16.6.
std::vector<At> near_minimum(const BoxProblem& problem, const Vector& start,
                             const std::vector<int>& subset, int& n_steps);

struct Settled {
    Vector w;  ///< in [0, 1] to the last bit
    std::vector<At> at;
    int n_steps = 0;    ///< factorisations
    double error = 0;   ///< greatest violation of the conditions on g_i, over Q_ii
    bool done = false;  ///< the conditions hold to `tolerance`
};

/// The minimum, from a guess of what each variable is at: block principal pivoting, which exchanges
/// all that violates the conditions, and one by one where that goes round in circles, so that it
/// ends. Between exchanges, variables within `tail` of a bound are settled by themselves.
///
/// Judice & Pires, A block principal pivoting algorithm for large-scale strictly monotone linear
/// complementarity problems, Computers & Operations Research 21(5), 1994.
Settled settle(const BoxProblem& problem, std::vector<At> at, double tail = 1e-2);

}  // namespace sinew::bbw
