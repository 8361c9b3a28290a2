/// Four numbers side by side, of which blocks of 3 x 3 use three.
#pragma once

#include <cstring>
#include <sinew/mechanics/math/pack.hpp>

namespace sinew {

namespace detail {
template <class Real>
struct QuadOf {
    typedef Real type __attribute__((vector_size(4 * sizeof(Real))));
};
}  // namespace detail

/// A register of four numbers.
template <class Real>
using Quad = typename detail::QuadOf<Real>::type;

/// Four numbers from anywhere: a column of a block, and whatever follows it.
template <class Real>
SINEW_INLINE Quad<Real> load_quad(const Real* from) {
    Quad<Real> quad;
    std::memcpy(&quad, from, sizeof quad);
    return quad;
}

}  // namespace sinew
