#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/assembly/gathered_fields.hpp>
#include <sinew/mechanics/kernels/displacement_elements.hpp>
#include <sinew/mechanics/mesh/element.hpp>

namespace sinew {
namespace {

/// N nodes an element.
template <int N>
class DisplacementForces final : public ElementForces {
public:
    using Elements = kernels::DisplacementElements<N>;

    DisplacementForces(const VolumeMesh& mesh, const LawOfMesh& law, int degree)
        : table_(mesh, degree), law_(law(table_.reordered(mesh))) {}

    const ElementTable& table() const override { return table_; }
    int batch() const override { return Elements::packs; }
    void move_to(double t) override { law_->move_to(t); }
    bool moves() const override { return law_->moves(); }
    bool follows_rest_shape() const override { return true; }
    FirstBad move_rest(const Points& rest) override { return table_.move_nodes(rest); }
    void limit_stretch(double least, const Points& positions) override {
        table_.limit_stretch(least, positions);
    }
    std::span<const Eigen::Matrix3d> rotations() const override { return law_->rotations(); }
    bool constant_stiffness() const override { return law_->constant_tangent(); }

    void forces(Index first, int n, const double* u, const ElementOutput& out,
                FirstBad& bad) const override {
        elements().forces(first, n, u, out, bad);
    }
    void forces_and_stiffness(Index first, int n, const double* u, Definiteness definiteness,
                              const ElementOutput& out, FirstBad& bad) const override {
        elements().forces_and_stiffness(first, n, u, definiteness, out, bad);
    }
    void stiffness_times(Index first, int n, const double* u, const double* x,
                         Definiteness definiteness, const ElementOutput& out) const override {
        elements().stiffness_times(first, n, u, x, definiteness, out);
    }
    void energy(Index first, int n, const double* u, Pack* energies, FirstBad& bad) const override {
        elements().energy(first, n, u, energies, bad);
    }

    PointFields point_fields(const double* u) override {
        GatheredFields fields(table_, law_->small_strain());
        for (Index pack = 0; pack < table_.n_packs; ++pack)
            for (int q = 0; q < table_.n_points; ++q) {
                typename Elements::Matrices F, P;
                Pack psi[1];
                elements().deformations(pack, 1, q, u, F);
                law_->stress(pack, {F, 1}, {P, 1});
                law_->energy(pack, {F, 1}, psi);
                fields.set(pack, q, F[0], P[0], psi[0]);
            }
        return fields.take();
    }

private:
    Elements elements() const { return {table_, *law_}; }

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
