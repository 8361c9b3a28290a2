/// Forces, stiffness and energy of elements in the plain displacement formulation: F at each
/// quadrature point from the displacements alone.
#pragma once

#include <sinew/mechanics/kernels/element_packs.hpp>
#include <sinew/mechanics/kernels/pack_kernels.hpp>
#include <sinew/mechanics/law/point_law.hpp>

namespace sinew::kernels {

/// Elements of N nodes under a law, pack after pack; few enough packs a batch that a batch's
/// stresses and point Hessians stay in the first cache. Both must outlive it.
template <int N>
class DisplacementElements {
public:
    static constexpr int packs = 4;
    using Matrices = Mat3<Pack>[packs];

    DisplacementElements(const ElementPacks& table, const PointLaw& law)
        : table_(table), law_(law) {}

    /// ElementForces::forces [N] of n <= packs packs; u: displacements of all nodes [m].
    void forces(Index first, int n, const double* u, const ElementOutput& out,
                FirstBad& bad) const {
        Pack f[packs][N - 1][3] = {};
        Matrices F, P;
        for (int q = 0; q < table_.n_points; ++q) {
            deformations(first, n, q, u, F);
            note_bad(first, n, F, bad);
            law_.stress(first, {F, std::size_t(n)}, {P, std::size_t(n)});
            for (int k = 0; k < n; ++k)
                kernels::add_forces<N>(P[k], table_.pack_gradients(first + k, q),
                                       table_.weight(first + k, q), f[k]);
        }
        store(f, n, out);
    }

    /// ElementForces::forces_and_stiffness [N, N/m] of these packs.
    void forces_and_stiffness(Index first, int n, const double* u, Definiteness definiteness,
                              const ElementOutput& out, FirstBad& bad) const {
        if constexpr (N == 4)
            simplex_stiffness(first, n, u, definiteness, out, bad);
        else
            for (int k = 0; k < n; ++k)
                pack_stiffness(first + k, u, definiteness, out_of(out, k), bad);
    }

    /// ElementForces::stiffness_times [N] of these packs; x: as u [m].
    void stiffness_times(Index first, int n, const double* u, const double* x,
                         Definiteness definiteness, const ElementOutput& out) const {
        Pack f[packs][N - 1][3] = {};
        Matrices F, H, dP;
        for (int q = 0; q < table_.n_points; ++q) {
            deformations(first, n, q, u, F);
            gradients(first, n, q, x, H);
            law_.stress_change(first, {F, std::size_t(n)}, {H, std::size_t(n)},
                               {dP, std::size_t(n)}, definiteness);
            for (int k = 0; k < n; ++k)
                kernels::add_forces<N>(dP[k], table_.pack_gradients(first + k, q),
                                       table_.weight(first + k, q), f[k]);
        }
        store(f, n, out);
    }

    /// ElementForces::energy of these packs [J].
    void energy(Index first, int n, const double* u, Pack* energies, FirstBad& bad) const {
        Matrices F;
        Pack psi[packs];
        for (int k = 0; k < n; ++k) energies[k] = Pack(0.0);
        for (int q = 0; q < table_.n_points; ++q) {
            deformations(first, n, q, u, F);
            note_bad(first, n, F, bad);
            law_.energy(first, {F, std::size_t(n)}, {psi, std::size_t(n)});
            for (int k = 0; k < n; ++k) energies[k] += table_.weight(first + k, q) * psi[k];
        }
    }

    /// Deformation gradients F of n packs from `first` on at quadrature point q.
    void deformations(Index first, int n, int q, const double* u, Matrices& F) const {
        gradients(first, n, q, u, F);
        for (int k = 0; k < n; ++k)
            for (int i = 0; i < 3; ++i) F[k](i, i) += Pack(1.0);
    }

private:
    static ElementOutput out_of(const ElementOutput& out, int k) {
        return {out.forces + Index(k) * 8 * ElementOutput::force_stride(N),
                out.blocks == nullptr ? nullptr
                                      : out.blocks + Index(k) * 8 * ElementOutput::block_stride(N)};
    }
    static void store(const Pack (&f)[packs][N - 1][3], int n, const ElementOutput& out) {
        for (int k = 0; k < n; ++k) kernels::store_forces<N>(f[k], out_of(out, k).forces);
    }

    void note_bad(Index first, int n, const Matrices& F, FirstBad& bad) const {
        Mask ok[packs];
        law_.admissible(first, {F, std::size_t(n)}, {ok, std::size_t(n)});
        for (int k = 0; k < n; ++k) bad.note(first + k, ok[k]);
    }

    /// One point an element: the whole batch goes through the law at once.
    void simplex_stiffness(Index first, int n, const double* u, Definiteness definiteness,
                           const ElementOutput& out, FirstBad& bad) const {
        Matrices F, P;
        Tangent9<Pack> C[packs];
        deformations(first, n, 0, u, F);
        note_bad(first, n, F, bad);
        law_.stress_and_tangent(first, {F, std::size_t(n)}, {P, std::size_t(n)},
                                {C, std::size_t(n)}, definiteness);
        for (int k = 0; k < n; ++k) {
            const Pack* g = table_.pack_gradients(first + k, 0);
            const Pack w = table_.weight(first + k, 0);
            Pack f[N - 1][3] = {};
            kernels::add_forces<N>(P[k], g, w, f);
            Pack K[9 * n_node_pairs(N)];
            kernels::add_blocks<N, false>(C[k], g, w, K);
            const ElementOutput to = out_of(out, k);
            kernels::store_forces<N>(f, to.forces);
            kernels::store_by_lane(K, 9 * n_node_pairs(N), to.blocks,
                                   ElementOutput::block_stride(N));
        }
    }

    /// Many points an element: pack by pack, its blocks summed over the points.
    void pack_stiffness(Index pack, const double* u, Definiteness definiteness,
                        const ElementOutput& to, FirstBad& bad) const {
        const kernels::NodalDifferences<N> d(u, table_.pack_nodes(pack));
        Pack f[N - 1][3] = {};
        Pack K[9 * n_node_pairs(N)];
        for (Pack& entry : K) entry = Pack(0.0);
        for (int q = 0; q < table_.n_points; ++q) {
            const Pack* g = table_.pack_gradients(pack, q);
            Mat3<Pack> F = d.gradient(g), P;
            for (int i = 0; i < 3; ++i) F(i, i) += Pack(1.0);
            Mask ok;
            law_.admissible(pack, {&F, 1}, {&ok, 1});
            bad.note(pack, ok);
            Tangent9<Pack> C;
            law_.stress_and_tangent(pack, {&F, 1}, {&P, 1}, {&C, 1}, definiteness);
            kernels::add_forces<N>(P, g, table_.weight(pack, q), f);
            kernels::add_blocks<N, true>(C, g, table_.weight(pack, q), K);
        }
        kernels::store_forces<N>(f, to.forces);
        kernels::store_by_lane(K, 9 * n_node_pairs(N), to.blocks, ElementOutput::block_stride(N));
    }

    void gradients(Index first, int n, int q, const double* field, Matrices& H) const {
        for (int k = 0; k < n; ++k) {
            const kernels::NodalDifferences<N> d(field, table_.pack_nodes(first + k));
            H[k] = d.gradient(table_.pack_gradients(first + k, q));
        }
    }

    const ElementPacks& table_;
    const PointLaw& law_;
};

}  // namespace sinew::kernels
