/// Point-wise pieces of assembly on packs of eight elements of N nodes each.
#pragma once

#include <sinew/mechanics/kernels/element_output.hpp>
#include <sinew/mechanics/law/tangent9.hpp>
#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew::kernels {

/// Eight packs side by side become eight runs of eight consecutive numbers, one a lane.
SINEW_INLINE void transpose(detail::Doubles (&r)[8]) {
    detail::Doubles s[8];
    for (int i = 0; i < 8; i += 2) {
        s[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        s[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (int i = 0; i < 8; i += 4)
        for (int k = 0; k < 2; ++k) {
            r[i + k] = __builtin_shufflevector(s[i + k], s[i + k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            r[i + k + 2] =
                __builtin_shufflevector(s[i + k], s[i + k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (int k = 0; k < 4; ++k) {
        s[k] = __builtin_shufflevector(r[k], r[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        s[k + 4] = __builtin_shufflevector(r[k], r[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
    for (int i = 0; i < 8; ++i) r[i] = s[i];
}

/// Writes `count` packs so that the numbers of one lane follow each other: to[lane stride + i].
/// Room for whole runs of eight must be there.
SINEW_INLINE void store_by_lane(const Pack* from, int count, double* to, Index stride) {
    for (int first = 0; first < count; first += 8) {
        detail::Doubles rows[8];
        for (int i = 0; i < 8; ++i)
            rows[i] = first + i < count ? from[first + i].v : detail::Doubles{};
        transpose(rows);
        for (int lane = 0; lane < 8; ++lane) Pack(rows[lane]).store(to + lane * stride + first);
    }
}

/// A nodal vector field on the elements of a pack, relative to node 0.
template <int N>
struct NodalDifferences {
    Pack d[N - 1][3];

    /// `field`: x y z of every node; `nodes`: those of the pack, 8 lanes a local node.
    SINEW_INLINE NodalDifferences(const double* field, const std::int32_t* nodes) {
        Pack origin[3];
        gather(field, nodes, origin);
        for (int a = 1; a < N; ++a) {
            Pack value[3];
            gather(field, nodes + 8 * a, value);
            for (int i = 0; i < 3; ++i) d[a - 1][i] = value[i] - origin[i];
        }
    }

    /// Values of the field at 8 nodes: out[0 ... 2] are x, y and z.
    SINEW_INLINE static void gather(const double* field, const std::int32_t* nodes, Pack* out) {
        for (int i = 0; i < 3; ++i) {
            detail::Doubles value;
            for (int lane = 0; lane < 8; ++lane)
                value[lane] = field[3 * std::ptrdiff_t(nodes[lane]) + i];
            out[i] = Pack(value);
        }
    }

    /// Sum of d_a g_a': the gradient of the field.
    SINEW_INLINE Mat3<Pack> gradient(const Pack* g) const {
        Mat3<Pack> result;
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 3; ++i) {
                Pack sum = d[0][i] * g[j];
                for (int a = 1; a < N - 1; ++a) sum += d[a][i] * g[3 * a + j];
                result(i, j) = sum;
            }
        return result;
    }
};

/// f_a += w P g_a for nodes 1 ...
template <int N>
SINEW_INLINE void add_forces(const Mat3<Pack>& P, const Pack* g, Pack w, Pack (&f)[N - 1][3]) {
    Mat3<Pack> wP;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) wP(i, j) = w * P(i, j);
    for (int a = 0; a < N - 1; ++a)
        for (int i = 0; i < 3; ++i)
            f[a][i] += wP(i, 0) * g[3 * a] + wP(i, 1) * g[3 * a + 1] + wP(i, 2) * g[3 * a + 2];
}

/// Writes the forces of a pack, two nodes at a time; node 0 takes minus the sum of the others.
template <int N>
SINEW_INLINE void store_forces(const Pack (&f)[N - 1][3], double* to) {
    static_assert(N % 2 == 0);
    for (int a = 0; a < N; a += 2) {
        detail::Doubles rows[8];
        for (int i = 0; i < 3; ++i) {
            if (a == 0) {
                Pack sum = f[0][i];
                for (int b = 1; b < N - 1; ++b) sum += f[b][i];
                rows[i] = -sum.v;
            } else {
                rows[i] = f[a - 1][i].v;
            }
            rows[4 + i] = f[a][i].v;
        }
        rows[3] = rows[7] = detail::Doubles{};
        transpose(rows);
        for (int lane = 0; lane < 8; ++lane)
            Pack(rows[lane]).store(to + lane * ElementOutput::force_stride(N) + 4 * a);
    }
}

/// K_ab(i,k) (+)= w g_a(j) C(i + 3 j, k + 3 l) g_b(l) for the pairs a < b.
template <int N, bool accumulate>
SINEW_INLINE void add_blocks(const Tangent9<Pack>& C, const Pack* g, Pack w, Pack* K) {
    Pack wg[N - 1][3];  // of nodes 0 ... N - 2
    for (int j = 0; j < 3; ++j) {
        Pack sum = g[j];
        for (int a = 1; a < N - 1; ++a) {
            sum += g[3 * a + j];
            wg[a][j] = w * g[3 * (a - 1) + j];
        }
        wg[0][j] = -w * sum;
    }
    const Pack* c = C.data();
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i) {
            Pack h[3][3];
            for (int l = 0; l < 3; ++l)
                for (int j = 0; j < 3; ++j) h[j][l] = c[(i + 3 * j) + 9 * (k + 3 * l)];
            for (int b = 1; b < N; ++b) {
                const Pack* gb = g + 3 * (b - 1);
                Pack s[3];
                for (int j = 0; j < 3; ++j)
                    s[j] = h[j][0] * gb[0] + h[j][1] * gb[1] + h[j][2] * gb[2];
                for (int a = 0; a < b; ++a) {
                    const int pair = a * (2 * N - a - 1) / 2 + b - a - 1;
                    const Pack value = wg[a][0] * s[0] + wg[a][1] * s[1] + wg[a][2] * s[2];
                    Pack& entry = K[9 * pair + i + 3 * k];
                    entry = accumulate ? entry + value : value;
                }
            }
        }
}

}  // namespace sinew::kernels
