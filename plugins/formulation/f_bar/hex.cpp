/// hex8: the group is the element.

#include <sinew/mechanics/assembly/gathered_fields.hpp>
#include <sinew/mechanics/kernels/pack_kernels.hpp>
#include <sinew/mechanics/mesh/element.hpp>

#include "forces.hpp"
#include "point.hpp"

namespace sinew::f_bar {
namespace {

class HexForces final : public ElementForces {
    static constexpr int N = 8;
    static constexpr int n_points = 8;

public:
    HexForces(const VolumeMesh& mesh, const Material& material)
        : table_(mesh, force_degree(mesh.type)), law_(material.bind(table_.reordered(mesh))) {}

    const ElementTable& table() const override { return table_; }
    int batch() const override { return 1; }
    void move_to(double t) override { law_->move_to(t); }
    bool moves() const override { return law_->moves(); }

    void forces(Index pack, int, const double* u, const ElementOutput& out,
                FirstBad& bad) const override {
        Group group;
        fill(group, pack, u, bad);
        law_stress(group, pack);
        Pack f[N - 1][3] = {};
        add_forces(group, pack, f);
        kernels::store_forces<N>(f, out.forces);
    }

    void forces_and_stiffness(Index pack, int, const double* u, Definiteness definiteness,
                              const ElementOutput& out, FirstBad& bad) const override {
        Group group;
        fill(group, pack, u, bad);
        Tangent9<Pack> C[n_points];
        for (int q = 0; q < n_points; ++q)
            law_->stress_and_tangent(pack, {&group.points[q].Fb, 1}, {&group.P[q], 1}, {&C[q], 1},
                                     definiteness);
        average_pressure(group, pack);
        Pack f[N - 1][3] = {};
        add_forces(group, pack, f);
        if (definiteness == Definiteness::psd_projected) forget_stress(group);

        Pack c[N - 1][3] = {}, j[N - 1][3] = {};
        Pack h(0.0), K[9 * n_node_pairs(N)];
        for (Pack& entry : K) entry = Pack(0.0);
        for (int q = 0; q < n_points; ++q) {
            const Point& point = group.points[q];
            const Pack* g = table_.pack_gradients(pack, q);
            const Pack w = table_.weight(pack, q);
            const Mat3<Pack> C_Fb = times(C[q], point.Fb);
            kernels::add_forces<N>(point.mixed(group.P[q], C_Fb), g, w, c);
            kernels::add_forces<N>(Pack(point.d.J / group.volume) * point.d.G, g, w, j);
            h += w * point.curvature(group.P[q], C_Fb);
            kernels::add_blocks<N, true>(point.stiffness(group.P[q], C[q], group.p), g, w, K);
        }
        add_group(c, j, h, K);
        kernels::store_forces<N>(f, out.forces);
        kernels::store_by_lane(K, 9 * n_node_pairs(N), out.blocks, ElementOutput::block_stride(N));
    }

    void stiffness_times(Index pack, int, const double* u, const double* x,
                         Definiteness definiteness, const ElementOutput& out) const override {
        Group group;
        FirstBad bad;
        fill(group, pack, u, bad);
        if (definiteness == Definiteness::psd_projected)
            forget_stress(group);
        else
            law_stress(group, pack);
        const kernels::NodalDifferences<N> change(x, table_.pack_nodes(pack));
        Mat3<Pack> H[n_points], dP[n_points];
        Pack t(0.0), dp(0.0);
        for (int q = 0; q < n_points; ++q) {
            const Deformation& d = group.points[q].d;
            H[q] = change.gradient(table_.pack_gradients(pack, q));
            t += table_.weight(pack, q) * d.J * dot(d.G, H[q]) / group.volume;
        }
        for (int q = 0; q < n_points; ++q) {
            const Point& point = group.points[q];
            const Mat3<Pack> dFb = point.change_of_Fb(H[q], t);
            law_->stress_change(pack, {&point.Fb, 1}, {&dFb, 1}, {&dP[q], 1}, definiteness);
            dp += table_.weight(pack, q) * point.change_of_pressure(group.P[q], dFb, dP[q], t) /
                  group.volume;
        }
        Pack f[N - 1][3] = {};
        for (int q = 0; q < n_points; ++q)
            kernels::add_forces<N>(
                group.points[q].change_of_stress(group.P[q], group.p, H[q], dP[q], t, dp),
                table_.pack_gradients(pack, q), table_.weight(pack, q), f);
        kernels::store_forces<N>(f, out.forces);
    }

    void energy(Index pack, int, const double* u, Pack* energies, FirstBad& bad) const override {
        Group group;
        fill(group, pack, u, bad);
        energies[0] = Pack(0.0);
        for (int q = 0; q < n_points; ++q) {
            Pack psi;
            law_->energy(pack, {&group.points[q].Fb, 1}, {&psi, 1});
            energies[0] += table_.weight(pack, q) * psi;
        }
    }

    PointFields point_fields(const double* u) override {
        GatheredFields fields(table_, law_->small_strain());
        for (Index pack = 0; pack < table_.n_packs; ++pack) {
            Group group;
            FirstBad bad;
            fill(group, pack, u, bad);
            law_stress(group, pack);
            for (int q = 0; q < n_points; ++q) {
                Pack psi;
                law_->energy(pack, {&group.points[q].Fb, 1}, {&psi, 1});
                fields.set(pack, q, group.points[q].d.F,
                           group.points[q].stress(group.P[q], group.p), psi);
            }
        }
        return fields.take();
    }

private:
    struct Group {
        Point points[n_points];
        Mat3<Pack> P[n_points];
        Pack volume, p;
    };

    void fill(Group& group, Index pack, const double* u, FirstBad& bad) const {
        const kernels::NodalDifferences<N> d(u, table_.pack_nodes(pack));
        Deformation deformations[n_points];
        Pack volume(0.0), now(0.0);
        for (int q = 0; q < n_points; ++q) {
            Mat3<Pack> F = d.gradient(table_.pack_gradients(pack, q));
            for (int i = 0; i < 3; ++i) F(i, i) += Pack(1.0);
            deformations[q] = Deformation(F);
            bad.note(pack, deformations[q].J > Pack(0.0));
            const Pack w = table_.weight(pack, q);
            volume += w;
            now += w * deformations[q].J;
        }
        group.volume = volume;
        for (int q = 0; q < n_points; ++q) {
            group.points[q] = Point(deformations[q], now / volume);
            Mask ok;
            law_->admissible(pack, {&group.points[q].Fb, 1}, {&ok, 1});
            bad.note(pack, ok);
        }
    }
    void law_stress(Group& group, Index pack) const {
        for (int q = 0; q < n_points; ++q)
            law_->stress(pack, {&group.points[q].Fb, 1}, {&group.P[q], 1});
        average_pressure(group, pack);
    }
    void add_forces(const Group& group, Index pack, Pack (&f)[N - 1][3]) const {
        for (int q = 0; q < n_points; ++q)
            kernels::add_forces<N>(group.points[q].stress(group.P[q], group.p),
                                   table_.pack_gradients(pack, q), table_.weight(pack, q), f);
    }
    static void forget_stress(Group& group) {
        for (Mat3<Pack>& P : group.P) P = Mat3<Pack>::Constant(Pack(0.0));
        group.p = Pack(0.0);
    }
    void average_pressure(Group& group, Index pack) const {
        Pack sum(0.0);
        for (int q = 0; q < n_points; ++q)
            sum += table_.weight(pack, q) * group.points[q].pressure(group.P[q]);
        group.p = sum / group.volume;
    }

    /// K += c j' + j c' + h j j' on the blocks of node pairs.
    static void add_group(const Pack (&c)[N - 1][3], const Pack (&j)[N - 1][3], Pack h, Pack* K) {
        Pack whole_c[N][3], whole_j[N][3];
        for (int i = 0; i < 3; ++i) {
            whole_c[0][i] = whole_j[0][i] = Pack(0.0);
            for (int a = 1; a < N; ++a) {
                whole_c[a][i] = c[a - 1][i] + 0.5 * h * j[a - 1][i];
                whole_j[a][i] = j[a - 1][i];
                whole_c[0][i] -= whole_c[a][i];
                whole_j[0][i] -= whole_j[a][i];
            }
        }
        for (int a = 0, pair = 0; a < N; ++a)
            for (int b = a + 1; b < N; ++b, ++pair)
                for (int k = 0; k < 3; ++k)
                    for (int i = 0; i < 3; ++i)
                        K[9 * pair + i + 3 * k] +=
                            whole_c[a][i] * whole_j[b][k] + whole_j[a][i] * whole_c[b][k];
    }

    ElementTable table_;
    std::unique_ptr<PointLaw> law_;
};

}  // namespace

std::unique_ptr<ElementForces> hex_forces(const VolumeMesh& mesh, const Material& material) {
    return std::make_unique<HexForces>(mesh, material);
}

}  // namespace sinew::f_bar
