/// Logarithm, exponential and powers of a Pack.
///
/// log and exp lie within 1 ulp of the true value (exp within 1 ulp also where the result is
/// subnormal) and treat zeros, infinities, negative numbers and NaN as std::log and std::exp do.
/// The reductions are those of fdlibm (Sun Microsystems 1993, e_log.c and e_exp.c), done with the
/// same instructions in every lane.
#pragma once

#include <cmath>
#include <limits>
#include <sinew/mechanics/math/pack.hpp>

namespace sinew {

namespace detail {

/// Arithmetic on the bits of any double, NaN too, must be allowed to wrap.
using Unsigned = std::uint64_t __attribute__((vector_size(64)));

/// Whole numbers below 2^51 in size from their integers, without a conversion instruction, which
/// machines before AVX-512 lack.
SINEW_INLINE Pack to_doubles(Unsigned k) {
    constexpr double magic = 0x1.8p52;
    constexpr std::uint64_t magic_bits = 0x4338000000000000;
    return pack_of((Bits)(k + magic_bits)) - magic;
}

constexpr double ln2_high = 6.93147180369123816490e-01;  // its last 32 bits are zero
constexpr double ln2_low = 1.90821492927058770002e-10;

}  // namespace detail

/// Natural logarithm: x = 2^k (1 + f) with sqrt(1/2) <= 1 + f < sqrt(2), and with s = f / (2 + f)
/// log(1 + f) = f - f^2/2 + s (f^2/2 + R(s^2)), R a polynomial that is exact to 2^-58.
SINEW_INLINE Pack log(Pack x) {
    constexpr std::uint64_t one_bits = 0x3ff0000000000000;
    constexpr std::uint64_t root_half_bits = 0x3fe6a09e00000000;
    constexpr std::uint64_t mantissa = 0x000fffffffffffff;
    const Mask subnormal = x < std::numeric_limits<double>::min();
    const Pack normal = select(subnormal, x * 0x1p54, x);
    const auto shifted = (detail::Unsigned)detail::bits_of(normal) + (one_bits - root_half_bits);
    const Pack k = detail::to_doubles((shifted >> 52) - 1023) - select(subnormal, Pack(54.0), 0.0);
    const Pack f = detail::pack_of((detail::Bits)((shifted & mantissa) + root_half_bits)) - 1.0;

    const Pack s = f / (f + 2.0);
    const Pack z = s * s;
    const Pack w = z * z;
    const Pack even = w * (3.999999999940941908e-01 +
                           w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    const Pack odd = z * (6.666666666666735130e-01 +
                          w * (2.857142874366239149e-01 +
                               w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
    const Pack half_square = 0.5 * f * f;
    const Pack finite =
        k * detail::ln2_high -
        ((half_square - (s * (half_square + (even + odd)) + k * detail::ln2_low)) - f);

    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Pack at_edge =
        select(x == 0.0, Pack(-infinity), x);  // log of +inf and NaN are themselves
    const Pack special = select(x < 0.0, Pack(std::numeric_limits<double>::quiet_NaN()), at_edge);
    return select((x > 0.0) & (x < infinity), finite, special);
}

/// Exponential: x = k ln 2 + r with |r| <= ln(2)/2, and exp(r) by Taylor's polynomial of degree 13,
/// whose remainder is below 2^-57.
SINEW_INLINE Pack exp(Pack x) {
    constexpr double magic = 0x1.8p52;
    constexpr std::uint64_t magic_bits = 0x4338000000000000;
    // Beyond these limits the result is infinite or zero; NaN passes through the second argument.
    const Pack bounded = max(Pack(-750.0), min(Pack(710.0), x));
    const Pack shifted = bounded * 1.44269504088896338700 + magic;
    const Pack k = shifted - magic;
    const Pack r = (bounded - k * detail::ln2_high) - k * detail::ln2_low;

    const Pack r2 = r * r;
    const Pack r4 = r2 * r2;
    const Pack p2 = 1.0 / 2 + r * (1.0 / 6);
    const Pack p4 = 1.0 / 24 + r * (1.0 / 120);
    const Pack p6 = 1.0 / 720 + r * (1.0 / 5040);
    const Pack p8 = 1.0 / 40320 + r * (1.0 / 362880);
    const Pack p10 = 1.0 / 3628800 + r * (1.0 / 39916800);
    const Pack p12 = 1.0 / 479001600 + r * (1.0 / 6227020800);
    const Pack tail = (p2 + r2 * p4) + r4 * ((p6 + r2 * p8) + r4 * (p10 + r2 * p12));
    const Pack exp_r = 1.0 + (r + r2 * tail);

    // 2^k in two factors, since k reaches 1024 and, where results are subnormal, -1082.
    const auto whole = (detail::Unsigned)detail::bits_of(shifted) - magic_bits;
    const auto first = (detail::Unsigned)((detail::Bits)whole >> 1);
    const auto second = whole - first;
    const Pack scale_1 = detail::pack_of((detail::Bits)((first + 1023) << 52));
    const Pack scale_2 = detail::pack_of((detail::Bits)((second + 1023) << 52));
    return exp_r * scale_1 * scale_2;
}

/// x^y for x >= 0 as exp(y log x): within (3 |y log x| + 2) ulp. 1 for y = 0; not a number for
/// negative x, and for NaN in either.
SINEW_INLINE Pack pow(Pack x, Pack y) {
    return select(y == 0.0, Pack(1.0), exp(y * log(x)));
}

/// Real cube root, also of negative numbers, within 3 ulp for normal x.
SINEW_INLINE Pack cbrt(Pack x) {
    const Pack size = abs(x);
    const Pack y = exp(log(size) * (1.0 / 3));
    // One Newton step takes the error of exp(log) back to round-off.
    const Pack root = y - (y - size / (y * y)) * (1.0 / 3);
    const Mask plain = (size > 0.0) & isfinite(size);
    return select(plain, copysign(root, x), x);
}

}  // namespace sinew
