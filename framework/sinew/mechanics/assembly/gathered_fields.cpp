#include <sinew/mechanics/assembly/gathered_fields.hpp>
#include <sinew/mechanics/math/symmetric.hpp>

namespace sinew {

GatheredFields::GatheredFields(const ElementTable& table, bool small_strain)
    : table_(table), small_strain_(small_strain) {
    const Index n = Index(table.n_points) * table.n_elements;
    fields_.n_points = table.n_points;
    fields_.xi = table.points;
    fields_.volume.resize(n);
    fields_.deformation_gradient.resize(9, n);
    fields_.kirchhoff_stress.resize(6, n);
    fields_.volume_change.resize(n);
    fields_.energy_density.resize(n);
}

void GatheredFields::set(Index pack, int point, const Mat3<Pack>& F, const Mat3<Pack>& P,
                         const Pack& psi) {
    const Pack w = table_.weight(pack, point);
    for (int l = 0; l < table_.lanes(pack); ++l) {
        const Index i =
            Index(table_.element_at[std::size_t(8 * pack + l)]) * table_.n_points + point;
        const Eigen::Matrix3d f = lane(F, l);
        Eigen::Matrix3d stress = lane(P, l);
        if (!small_strain_) stress *= f.transpose();
        fields_.volume[i] = w[l];
        fields_.deformation_gradient.col(i) = f.reshaped();
        fields_.kirchhoff_stress.col(i) = components(stress);
        fields_.volume_change[i] = small_strain_ ? 1.0 : f.determinant();
        fields_.energy_density[i] = psi[l];
    }
}

}  // namespace sinew
