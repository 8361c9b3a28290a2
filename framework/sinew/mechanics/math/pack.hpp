/// Eight doubles that one formula treats as one number.
///
/// A point formula is a template on its number type: with double it computes one point, with Pack
/// eight at a time, in the widest registers that the machine has. Each lane depends on the same
/// lane of the arguments only, and in the same way whatever its position, so that results do not
/// depend on which elements share a pack.
///
/// Pack is also an Eigen scalar, alone or mixed with double. A comparison gives a Mask, one truth
/// value a lane; formulas choose with select(mask, a, b), which works on (bool, double) too.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <Eigen/Core>

#if defined(__AVX512F__) || defined(__AVX__)
#include <immintrin.h>
#endif

#define SINEW_INLINE [[gnu::always_inline]] inline

/// For functions that evaluate long formulas on packs: inlines all that they call. GCC otherwise
/// stops half way at its limits on growth, and then even reading a coefficient of a matrix is a
/// call.
#define SINEW_FLATTEN [[gnu::flatten]]

namespace sinew {

namespace detail {
/// Alignment of a pack [bytes]: that of the machine's registers, not of the pack, since Eigen
/// aligns its arrays so, and no more.
constexpr int pack_alignment =
    EIGEN_MAX_STATIC_ALIGN_BYTES < 64 ? EIGEN_MAX_STATIC_ALIGN_BYTES : 64;
typedef double Doubles __attribute__((vector_size(64), aligned(pack_alignment)));
typedef std::int64_t Bits __attribute__((vector_size(64), aligned(pack_alignment)));
}  // namespace detail

/// One truth value a lane. Logical operators evaluate both sides.
struct Mask {
    detail::Bits bits;  // all ones or all zeros in each lane

    Mask() = default;
    /// `b`: all ones or all zeros in each lane.
    SINEW_INLINE explicit Mask(detail::Bits b) : bits(b) {}
    /// The same truth value in all lanes.
    template <std::same_as<bool> Bool>
    SINEW_INLINE Mask(Bool value) : bits(detail::Bits{} - std::int64_t{value}) {}

    SINEW_INLINE bool operator[](int lane) const { return bits[lane] != 0; }

    SINEW_INLINE friend Mask operator&(Mask a, Mask b) { return Mask(a.bits & b.bits); }
    SINEW_INLINE friend Mask operator|(Mask a, Mask b) { return Mask(a.bits | b.bits); }
    SINEW_INLINE friend Mask operator^(Mask a, Mask b) { return Mask(a.bits ^ b.bits); }
    SINEW_INLINE friend Mask operator&&(Mask a, Mask b) { return a & b; }
    SINEW_INLINE friend Mask operator||(Mask a, Mask b) { return a | b; }
    SINEW_INLINE friend Mask operator!(Mask a) { return Mask(~a.bits); }
};

/// One bit a lane, lane 0 lowest.
SINEW_INLINE unsigned lane_bits(Mask m) {
#if defined(__AVX512DQ__)
    return _mm512_movepi64_mask((__m512i)m.bits);
#else
    unsigned bits = 0;
    for (int lane = 0; lane < 8; ++lane) bits |= unsigned(m.bits[lane] & 1) << lane;
    return bits;
#endif
}
/// True if a lane is true; for a bool, its value.
SINEW_INLINE bool any(Mask m) {
    return lane_bits(m) != 0;
}
/// True if all lanes are true; for a bool, its value.
SINEW_INLINE bool all(Mask m) {
    return lane_bits(m) == 0xff;
}
SINEW_INLINE bool any(bool m) {
    return m;
}
SINEW_INLINE bool all(bool m) {
    return m;
}

/// Eight doubles; arithmetic, comparisons and functions act lane by lane.
struct Pack {
    /// Numbers in a pack.
    static constexpr int lanes = 8;
    detail::Doubles v;

    Pack() = default;
    /// The same number in all lanes.
    SINEW_INLINE Pack(double x) : v(x - detail::Doubles{}) {}
    SINEW_INLINE explicit Pack(detail::Doubles x) : v(x) {}

    /// Eight consecutive doubles, at any address.
    SINEW_INLINE static Pack load(const double* from) {
        Pack p;
        std::memcpy(&p.v, from, sizeof p.v);
        return p;
    }
    /// Writes the eight numbers to consecutive doubles, at any address.
    SINEW_INLINE void store(double* to) const { std::memcpy(to, &v, sizeof v); }

    /// base[index[0]] ... base[index[7]].
    template <class Integer>
    SINEW_INLINE static Pack gather(const double* base, const Integer* index) {
        return Pack(detail::Doubles{base[index[0]], base[index[1]], base[index[2]], base[index[3]],
                                    base[index[4]], base[index[5]], base[index[6]],
                                    base[index[7]]});
    }

    SINEW_INLINE double operator[](int lane) const { return v[lane]; }
    /// Sets one of the eight numbers.
    SINEW_INLINE void set_lane(int lane, double x) { v[lane] = x; }

    SINEW_INLINE Pack operator-() const { return Pack(-v); }
    SINEW_INLINE Pack operator+() const { return *this; }
    SINEW_INLINE Pack& operator+=(Pack b) { return v += b.v, *this; }
    SINEW_INLINE Pack& operator-=(Pack b) { return v -= b.v, *this; }
    SINEW_INLINE Pack& operator*=(Pack b) { return v *= b.v, *this; }
    SINEW_INLINE Pack& operator/=(Pack b) { return v /= b.v, *this; }
    SINEW_INLINE friend Pack operator+(Pack a, Pack b) { return Pack(a.v + b.v); }
    SINEW_INLINE friend Pack operator-(Pack a, Pack b) { return Pack(a.v - b.v); }
    SINEW_INLINE friend Pack operator*(Pack a, Pack b) { return Pack(a.v * b.v); }
    SINEW_INLINE friend Pack operator/(Pack a, Pack b) { return Pack(a.v / b.v); }

    SINEW_INLINE friend Mask operator<(Pack a, Pack b) { return Mask(a.v < b.v); }
    SINEW_INLINE friend Mask operator<=(Pack a, Pack b) { return Mask(a.v <= b.v); }
    SINEW_INLINE friend Mask operator>(Pack a, Pack b) { return Mask(a.v > b.v); }
    SINEW_INLINE friend Mask operator>=(Pack a, Pack b) { return Mask(a.v >= b.v); }
    SINEW_INLINE friend Mask operator==(Pack a, Pack b) { return Mask(a.v == b.v); }
    SINEW_INLINE friend Mask operator!=(Pack a, Pack b) { return Mask(a.v != b.v); }
};

/// a where the mask is true, b elsewhere.
SINEW_INLINE Pack select(Mask m, Pack a, Pack b) {
    return Pack(m.bits ? a.v : b.v);
}
SINEW_INLINE Mask select(Mask m, Mask a, Mask b) {
    return Mask((m.bits & a.bits) | (~m.bits & b.bits));
}
SINEW_INLINE double select(bool m, double a, double b) {
    return m ? a : b;
}
SINEW_INLINE bool select(bool m, bool a, bool b) {
    return m ? a : b;
}

namespace detail {
SINEW_INLINE Bits bits_of(Pack x) {
    return (Bits)x.v;
}
SINEW_INLINE Pack pack_of(Bits b) {
    return Pack((Doubles)b);
}
constexpr std::int64_t sign_bit = INT64_MIN;
}  // namespace detail

/// The smaller and the larger; b where one of them is not a number.
SINEW_INLINE Pack min(Pack a, Pack b) {
// The zero-masked forms, since GCC 12 warns of an uninitialised value inside the plain ones.
#if defined(__AVX512F__)
    return Pack((detail::Doubles)_mm512_maskz_min_pd(0xff, (__m512d)a.v, (__m512d)b.v));
#else
    return select(a < b, a, b);
#endif
}
SINEW_INLINE Pack max(Pack a, Pack b) {
#if defined(__AVX512F__)
    return Pack((detail::Doubles)_mm512_maskz_max_pd(0xff, (__m512d)a.v, (__m512d)b.v));
#else
    return select(a > b, a, b);
#endif
}

/// The absolute values.
SINEW_INLINE Pack abs(Pack x) {
    return detail::pack_of(detail::bits_of(x) & ~detail::sign_bit);
}
/// The size of x with the sign of y (also of zeros).
SINEW_INLINE Pack copysign(Pack x, Pack y) {
    return detail::pack_of((detail::bits_of(x) & ~detail::sign_bit) |
                           (detail::bits_of(y) & detail::sign_bit));
}

/// Correctly rounded.
SINEW_INLINE Pack sqrt(Pack x) {
#if defined(__AVX512F__)
    return Pack((detail::Doubles)_mm512_maskz_sqrt_pd(0xff, (__m512d)x.v));
#elif defined(__AVX__)
    __m256d half[2];
    std::memcpy(half, &x.v, sizeof half);
    for (__m256d& h : half) h = _mm256_sqrt_pd(h);
    std::memcpy(&x.v, half, sizeof half);
    return x;
#else
    for (int lane = 0; lane < Pack::lanes; ++lane) x.v[lane] = __builtin_sqrt(x.v[lane]);
    return x;
#endif
}

/// Lanes that are not numbers.
SINEW_INLINE Mask isnan(Pack x) {
    return x != x;
}
/// Lanes that are finite.
SINEW_INLINE Mask isfinite(Pack x) {
    return abs(x) < __builtin_inf();
}

/// Sum of the lanes, always in the same order.
SINEW_INLINE double sum(Pack x) {
    return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
}
SINEW_INLINE double sum(double x) {
    return x;
}

}  // namespace sinew

namespace Eigen {

template <>
struct NumTraits<sinew::Pack> : GenericNumTraits<sinew::Pack> {
    using Real = sinew::Pack;
    using NonInteger = sinew::Pack;
    using Nested = sinew::Pack;
    using Literal = double;
    enum {
        IsComplex = 0,
        IsInteger = 0,
        IsSigned = 1,
        RequireInitialization = 0,
        ReadCost = 1,
        AddCost = 1,
        MulCost = 1
    };
    static inline Real epsilon() { return NumTraits<double>::epsilon(); }
    static inline Real dummy_precision() { return NumTraits<double>::dummy_precision(); }
    static inline Real highest() { return NumTraits<double>::highest(); }
    static inline Real lowest() { return NumTraits<double>::lowest(); }
    static inline int digits10() { return NumTraits<double>::digits10(); }
};

template <class BinaryOp>
struct ScalarBinaryOpTraits<sinew::Pack, double, BinaryOp> {
    using ReturnType = sinew::Pack;
};
template <class BinaryOp>
struct ScalarBinaryOpTraits<double, sinew::Pack, BinaryOp> {
    using ReturnType = sinew::Pack;
};

}  // namespace Eigen
