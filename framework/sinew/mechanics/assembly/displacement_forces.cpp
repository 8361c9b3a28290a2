#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/assembly/gathered_fields.hpp>
#include <sinew/mechanics/assembly/pack_kernels.hpp>
#include <sinew/mechanics/mesh/element.hpp>

namespace sinew {
namespace {

/// N nodes an element; few enough packs a batch that a batch's stresses and point Hessians stay in
/// the first cache.
template <int N>
class DisplacementForces final : public ElementForces {
public:
    static constexpr int packs = 4;
    using Matrices = Mat3<Pack>[packs];

    DisplacementForces(const VolumeMesh& mesh, const LawOfMesh& law, int degree)
        : table_(mesh, degree), law_(law(table_.reordered(mesh))) {}

    const ElementTable& table() const override { return table_; }
    int batch() const override { return packs; }
    void move_to(double t) override { law_->move_to(t); }
    bool moves() const override { return law_->moves(); }
    std::span<const Eigen::Matrix3d> rotations() const override { return law_->rotations(); }
    bool constant_stiffness() const override { return law_->constant_tangent(); }

    void forces(Index first, int n, const double* u, const ElementOutput& out,
                FirstBad& bad) const override {
        Pack f[packs][N - 1][3] = {};
        Matrices F, P;
        for (int q = 0; q < table_.n_points; ++q) {
            deformations(first, n, q, u, F);
            note_bad(first, n, F, bad);
            law_->stress(first, {F, std::size_t(n)}, {P, std::size_t(n)});
            for (int k = 0; k < n; ++k)
                kernels::add_forces<N>(P[k], table_.pack_gradients(first + k, q),
                                       table_.weight(first + k, q), f[k]);
        }
        store(f, n, out);
    }

    void forces_and_stiffness(Index first, int n, const double* u, Definiteness definiteness,
                              const ElementOutput& out, FirstBad& bad) const override {
        if constexpr (N == 4)
            simplex_stiffness(first, n, u, definiteness, out, bad);
        else
            for (int k = 0; k < n; ++k)
                pack_stiffness(first + k, u, definiteness, out_of(out, k), bad);
    }

    void stiffness_times(Index first, int n, const double* u, const double* x,
                         Definiteness definiteness, const ElementOutput& out) const override {
        Pack f[packs][N - 1][3] = {};
        Matrices F, H, dP;
        for (int q = 0; q < table_.n_points; ++q) {
            deformations(first, n, q, u, F);
            gradients(first, n, q, x, H);
            law_->stress_change(first, {F, std::size_t(n)}, {H, std::size_t(n)},
                                {dP, std::size_t(n)}, definiteness);
            for (int k = 0; k < n; ++k)
                kernels::add_forces<N>(dP[k], table_.pack_gradients(first + k, q),
                                       table_.weight(first + k, q), f[k]);
        }
        store(f, n, out);
    }

    void energy(Index first, int n, const double* u, Pack* energies, FirstBad& bad) const override {
        Matrices F;
        Pack psi[packs];
        for (int k = 0; k < n; ++k) energies[k] = Pack(0.0);
        for (int q = 0; q < table_.n_points; ++q) {
            deformations(first, n, q, u, F);
            note_bad(first, n, F, bad);
            law_->energy(first, {F, std::size_t(n)}, {psi, std::size_t(n)});
            for (int k = 0; k < n; ++k) energies[k] += table_.weight(first + k, q) * psi[k];
        }
    }

    PointFields point_fields(const double* u) override {
        GatheredFields fields(table_, law_->small_strain());
        for (Index pack = 0; pack < table_.n_packs; ++pack)
            for (int q = 0; q < table_.n_points; ++q) {
                Matrices F, P;
                Pack psi[1];
                deformations(pack, 1, q, u, F);
                law_->stress(pack, {F, 1}, {P, 1});
                law_->energy(pack, {F, 1}, psi);
                fields.set(pack, q, F[0], P[0], psi[0]);
            }
        return fields.take();
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

    void gradients(Index first, int n, int q, const double* field, Matrices& H) const {
        for (int k = 0; k < n; ++k) {
            const kernels::NodalDifferences<N> d(field, table_.pack_nodes(first + k));
            H[k] = d.gradient(table_.pack_gradients(first + k, q));
        }
    }
    void deformations(Index first, int n, int q, const double* u, Matrices& F) const {
        gradients(first, n, q, u, F);
        for (int k = 0; k < n; ++k)
            for (int i = 0; i < 3; ++i) F[k](i, i) += Pack(1.0);
    }
    void note_bad(Index first, int n, const Matrices& F, FirstBad& bad) const {
        Mask ok[packs];
        law_->admissible(first, {F, std::size_t(n)}, {ok, std::size_t(n)});
        for (int k = 0; k < n; ++k) bad.note(first + k, ok[k]);
    }

    /// One point an element: the whole batch goes through the law at once.
    void simplex_stiffness(Index first, int n, const double* u, Definiteness definiteness,
                           const ElementOutput& out, FirstBad& bad) const {
        Matrices F, P;
        Tangent9<Pack> C[packs];
        deformations(first, n, 0, u, F);
        note_bad(first, n, F, bad);
        law_->stress_and_tangent(first, {F, std::size_t(n)}, {P, std::size_t(n)},
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
            law_->admissible(pack, {&F, 1}, {&ok, 1});
            bad.note(pack, ok);
            Tangent9<Pack> C;
            law_->stress_and_tangent(pack, {&F, 1}, {&P, 1}, {&C, 1}, definiteness);
            kernels::add_forces<N>(P, g, table_.weight(pack, q), f);
            kernels::add_blocks<N, true>(C, g, table_.weight(pack, q), K);
        }
        kernels::store_forces<N>(f, to.forces);
        kernels::store_by_lane(K, 9 * n_node_pairs(N), to.blocks, ElementOutput::block_stride(N));
    }

    ElementTable table_;
    std::unique_ptr<PointLaw> law_;
};

}  // namespace

std::unique_ptr<ElementForces> displacement_forces(const VolumeMesh& mesh, const LawOfMesh& law,
                                                   int degree) {
    switch (mesh.type) {
        case ElementType::tet4:
            return std::make_unique<DisplacementForces<4>>(mesh, law, degree);
        case ElementType::tet10:
            return std::make_unique<DisplacementForces<10>>(mesh, law, degree);
        case ElementType::hex8:
            break;
    }
    return std::make_unique<DisplacementForces<8>>(mesh, law, degree);
}

std::unique_ptr<ElementForces> displacement_forces(const VolumeMesh& mesh, const Material& material,
                                                   int degree) {
    return displacement_forces(
        mesh, [&](const VolumeMesh& ordered) { return material.bind(ordered); }, degree);
}

std::unique_ptr<ElementForces> displacement_forces(const VolumeMesh& mesh,
                                                   const Material& material) {
    return displacement_forces(mesh, material, force_degree(mesh.type));
}

}  // namespace sinew
