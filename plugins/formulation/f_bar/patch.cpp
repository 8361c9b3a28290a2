/// tet4: the group is a patch of tets, one point each.

#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/assembly/gathered_fields.hpp>
#include <sinew/mechanics/kernels/pack_kernels.hpp>
#include <sinew/mechanics/material/alike_laws.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/element.hpp>

#include "forces.hpp"
#include "patches.hpp"
#include "point.hpp"

namespace sinew::f_bar {
namespace {

class PatchForces final : public ElementForces {
    static constexpr int N = 4;
    /// Nodal vectors of one tet.
    using Nodal = Eigen::Matrix<double, 3, N>;

public:
    PatchForces(const VolumeMesh& mesh, const Material& material, int patch_size)
        : table_(mesh, force_degree(mesh.type)),
          law_(material.bind(table_.reordered(mesh))),
          patches_(table_, patch_size, alike_laws(*law_, table_.n_elements)),
          n_packs_(std::size_t(table_.n_packs)),
          volume_(patches_.size()),
          theta_(patches_.size()),
          pressure_(patches_.size()),
          points_(n_packs_),
          P_(n_packs_),
          mixed_(n_packs_),
          curvature_(n_packs_) {
        for (int p = 0; p < patches_.size(); ++p) {
            volume_(p) = 0;
            for (const int position : members(p)) volume_(p) += weight(position);
        }
    }

    const ElementTable& table() const override { return table_; }
    int batch() const override { return 1; }
    void move_to(double t) override { law_->move_to(t); }
    bool moves() const override { return law_->moves(); }
    std::vector<NodePair> nonlocal_pairs() const override { return patches_.pairs(); }

    /// Volume changes of the patches, then stresses, then pressures of the patches.
    FirstBad prepare(const double* u) override {
        std::vector<Deformation> deformations(n_packs_);
        std::vector<Mask> ok(n_packs_);
        parallel_for(table_.n_packs, [&](Index pack) {
            deformations[std::size_t(pack)] = Deformation(deformation(pack, u));
            ok[std::size_t(pack)] = deformations[std::size_t(pack)].J > Pack(0.0);
        });
        FirstBad bad;
        for (Index pack = 0; pack < table_.n_packs; ++pack) bad.note(pack, ok[std::size_t(pack)]);
        if (bad) return bad;

        average(theta_, [&](int position) {
            return deformations[std::size_t(position / 8)].J[position % 8];
        });
        parallel_for(table_.n_packs, [&](Index pack) {
            const std::size_t k = std::size_t(pack);
            points_[k] = Point(deformations[k], of_patches(theta_, pack));
            law_->admissible(pack, {&points_[k].Fb, 1}, {&ok[k], 1});
            law_->stress(pack, {&points_[k].Fb, 1}, {&P_[k], 1});
        });
        for (Index pack = 0; pack < table_.n_packs; ++pack) bad.note(pack, ok[std::size_t(pack)]);
        average(pressure_, [&](int position) {
            const std::size_t k = std::size_t(position / 8);
            return points_[k].pressure(P_[k])[position % 8];
        });
        return bad;
    }

    void forces(Index pack, int, const double*, const ElementOutput& out,
                FirstBad&) const override {
        Pack f[N - 1][3] = {};
        add(pack,
            points_[std::size_t(pack)].stress(P_[std::size_t(pack)], of_patches(pressure_, pack)),
            f);
        kernels::store_forces<N>(f, out.forces);
    }

    void forces_and_stiffness(Index pack, int n, const double* u, Definiteness definiteness,
                              const ElementOutput& out, FirstBad& bad) const override {
        forces(pack, n, u, out, bad);
        const std::size_t k = std::size_t(pack);
        const Point& point = points_[k];
        Mat3<Pack> P;
        Tangent9<Pack> C;
        law_->stress_and_tangent(pack, {&point.Fb, 1}, {&P, 1}, {&C, 1}, definiteness);
        P = stress_for(definiteness, k);
        const Mat3<Pack> C_Fb = times(C, point.Fb);
        mixed_[k] = point.mixed(P, C_Fb);
        curvature_[k] = point.curvature(P, C_Fb);
        Pack K[9 * n_node_pairs(N)];
        kernels::add_blocks<N, false>(point.stiffness(P, C, pressure_for(definiteness, pack)),
                                      table_.pack_gradients(pack, 0), table_.weight(pack, 0), K);
        kernels::store_by_lane(K, 9 * n_node_pairs(N), out.blocks, ElementOutput::block_stride(N));
    }

    /// c j' + j c' + h j j' of every patch.
    void add_nonlocal_stiffness(double factor, BlockMatrix& K) override {
        for (const std::vector<int>& colour : patches_.colours)
            parallel_for(colour.size(), [&](std::size_t i) {
                const Group group = sum_patch(colour[i]);
                const std::vector<int>& nodes = patches_.nodes[std::size_t(colour[i])];
                for (std::size_t a = 0; a < nodes.size(); ++a)
                    for (std::size_t b = 0; b < nodes.size(); ++b) {
                        K.at(K.pattern().find(nodes[a], nodes[b])) +=
                            factor * (group.c.col(Index(a)) * group.j.col(Index(b)).transpose() +
                                      group.j.col(Index(a)) * group.c.col(Index(b)).transpose());
                    }
            });
    }

    /// The product at fixed theta; the rest is in add_nonlocal_product.
    void stiffness_times(Index pack, int, const double*, const double* x, Definiteness definiteness,
                         const ElementOutput& out) const override {
        const std::size_t k = std::size_t(pack);
        const Point& point = points_[k];
        const Mat3<Pack> H = gradient(pack, x);
        const Mat3<Pack> dFb = point.change_of_Fb(H, Pack(0.0));
        Mat3<Pack> dP;
        law_->stress_change(pack, {&point.Fb, 1}, {&dFb, 1}, {&dP, 1}, definiteness);
        Pack f[N - 1][3] = {};
        add(pack,
            point.change_of_stress(stress_for(definiteness, k), pressure_for(definiteness, pack), H,
                                   dP, Pack(0.0), Pack(0.0)),
            f);
        kernels::store_forces<N>(f, out.forces);
    }

    void add_nonlocal_product(const double*, const double* x, Definiteness definiteness,
                              Vector& y) override {
        parallel_for(table_.n_packs, [&](Index pack) {
            const std::size_t k = std::size_t(pack);
            const Point& point = points_[k];
            // C:Fb by the law's own product, as Fb is a change of F too.
            Mat3<Pack> C_Fb;
            law_->stress_change(pack, {&point.Fb, 1}, {&point.Fb, 1}, {&C_Fb, 1}, definiteness);
            const Mat3<Pack> P = stress_for(definiteness, k);
            mixed_[k] = point.mixed(P, C_Fb);
            curvature_[k] = point.curvature(P, C_Fb);
        });
        for (int p = 0; p < patches_.size(); ++p) {
            const Group group = sum_patch(p);
            const std::vector<int>& nodes = patches_.nodes[std::size_t(p)];
            double cx = 0, jx = 0;
            for (std::size_t a = 0; a < nodes.size(); ++a) {
                const Eigen::Map<const Eigen::Vector3d> at(x + 3 * std::ptrdiff_t(nodes[a]));
                cx += group.c.col(Index(a)).dot(at);
                jx += group.j.col(Index(a)).dot(at);
            }
            for (std::size_t a = 0; a < nodes.size(); ++a)
                y.segment<3>(3 * Index(nodes[a])) +=
                    jx * group.c.col(Index(a)) + cx * group.j.col(Index(a));
        }
    }

    void energy(Index pack, int, const double*, Pack* energies, FirstBad&) const override {
        Pack psi;
        law_->energy(pack, {&points_[std::size_t(pack)].Fb, 1}, {&psi, 1});
        energies[0] = table_.weight(pack, 0) * psi;
    }

    PointFields point_fields(const double*) override {
        GatheredFields fields(table_, law_->small_strain());
        for (Index pack = 0; pack < table_.n_packs; ++pack) {
            const std::size_t k = std::size_t(pack);
            Pack psi;
            law_->energy(pack, {&points_[k].Fb, 1}, {&psi, 1});
            fields.set(pack, 0, points_[k].d.F,
                       points_[k].stress(P_[k], of_patches(pressure_, pack)), psi);
        }
        return fields.take();
    }

private:
    /// A patch's c (with h/2 j in it) and j, on its nodes.
    struct Group {
        Eigen::Matrix3Xd c, j;
    };

    /// Stress and pressure as the stiffness takes them: the PSD-projected one has no share of
    /// theirs.
    Mat3<Pack> stress_for(Definiteness definiteness, std::size_t pack) const {
        if (definiteness == Definiteness::exact) return P_[pack];
        return Mat3<Pack>::Constant(Pack(0.0));
    }
    Pack pressure_for(Definiteness definiteness, Index pack) const {
        return definiteness == Definiteness::exact ? of_patches(pressure_, pack) : Pack(0.0);
    }

    const std::vector<int>& members(int patch) const {
        return patches_.elements[std::size_t(patch)];
    }
    double weight(int position) const { return table_.weight(position / 8, 0)[position % 8]; }

    Mat3<Pack> gradient(Index pack, const double* field) const {
        return kernels::NodalDifferences<N>(field, table_.pack_nodes(pack))
            .gradient(table_.pack_gradients(pack, 0));
    }
    Mat3<Pack> deformation(Index pack, const double* u) const {
        Mat3<Pack> F = gradient(pack, u);
        for (int i = 0; i < 3; ++i) F(i, i) += Pack(1.0);
        return F;
    }
    void add(Index pack, const Mat3<Pack>& stress, Pack (&f)[N - 1][3]) const {
        kernels::add_forces<N>(stress, table_.pack_gradients(pack, 0), table_.weight(pack, 0), f);
    }

    /// Volume averages over the patches.
    template <class Value>
    void average(Vector& result, Value&& value) const {
        parallel_for(patches_.size(), [&](int p) {
            double sum = 0;
            for (const int position : members(p)) sum += weight(position) * value(position);
            result(p) = sum / volume_(p);
        });
    }
    Pack of_patches(const Vector& values, Index pack) const {
        Pack result;
        for (int lane = 0; lane < 8; ++lane) {
            const int position = std::min(int(8 * pack) + lane, table_.n_elements - 1);
            result.set_lane(lane, values(patches_.of[std::size_t(position)]));
        }
        return result;
    }

    /// sum of w B'X over the nodes of one tet.
    static Nodal nodal(const ElementTable& table, int position, const Eigen::Matrix3d& X) {
        const Pack* g = table.pack_gradients(position / 8, 0);
        const double w = table.weight(position / 8, 0)[position % 8];
        Nodal result;
        result.col(0).setZero();
        for (int a = 1; a < N; ++a) {
            const Pack* ga = g + 3 * (a - 1);
            result.col(a) =
                w * X *
                Eigen::Vector3d(ga[0][position % 8], ga[1][position % 8], ga[2][position % 8]);
            result.col(0) -= result.col(a);
        }
        return result;
    }

    Group sum_patch(int p) const {
        const Index n = Index(patches_.nodes[std::size_t(p)].size());
        Group group{Eigen::Matrix3Xd::Zero(3, n), Eigen::Matrix3Xd::Zero(3, n)};
        double h = 0;
        for (std::size_t m = 0; m < members(p).size(); ++m) {
            const int position = members(p)[m];
            const std::size_t k = std::size_t(position / 8);
            const int lane_of = position % 8;
            const Deformation& d = points_[k].d;
            const Nodal c = nodal(table_, position, lane(mixed_[k], lane_of));
            const Nodal j = nodal(table_, position, d.J[lane_of] / volume_(p) * lane(d.G, lane_of));
            h += weight(position) * curvature_[k][lane_of];
            for (int a = 0; a < N; ++a) {
                const Index at = patches_.local[std::size_t(p)][m][std::size_t(a)];
                group.c.col(at) += c.col(a);
                group.j.col(at) += j.col(a);
            }
        }
        group.c += 0.5 * h * group.j;
        return group;
    }

    ElementTable table_;
    std::unique_ptr<PointLaw> law_;
    Patches patches_;
    std::size_t n_packs_;
    Vector volume_, theta_, pressure_;  ///< by patch
    std::vector<Point> points_;         ///< of the last prepare()
    std::vector<Mat3<Pack>> P_;
    mutable std::vector<Mat3<Pack>> mixed_;  ///< each batch writes its own
    mutable std::vector<Pack> curvature_;
};

}  // namespace

std::unique_ptr<ElementForces> patch_forces(const VolumeMesh& mesh, const Material& material,
                                            int patch_size) {
    return std::make_unique<PatchForces>(mesh, material, patch_size);
}

}  // namespace sinew::f_bar
