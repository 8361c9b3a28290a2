#include "fit_law.hpp"

#include <sinew/mechanics/law/neo_hookean.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {
namespace {

LamePoint<Pack> nearest_isotropic(const Tangent9<Pack>& C) {
    const auto entry = [&](int i, int j, int k, int l) { return C(i + 3 * j, k + 3 * l); };
    Pack nine_bulk = 0.0, double_trace = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            nine_bulk += entry(i, i, j, j);
            double_trace += 0.5 * (entry(i, j, i, j) + entry(i, j, j, i));
        }
    const Pack mu = (double_trace - nine_bulk / 3.0) / 10.0;
    return {mu, nine_bulk / 9.0 - 2.0 / 3 * mu};
}

}  // namespace

LawOfMesh fit_law(const Material& material) {
    return [&material](const VolumeMesh& mesh) {
        const std::unique_ptr<PointLaw> own = material.bind(mesh);
        const Mat3<Pack> at_rest = Mat3<Pack>::Identity();
        std::vector<LamePoint<Pack>> points;
        for (Index pack = 0; pack * Pack::lanes < mesh.n_elements(); ++pack) {
            Mat3<Pack> P;
            Tangent9<Pack> C;
            own->stress_and_tangent(pack, {&at_rest, 1}, {&P, 1}, {&C, 1}, Definiteness::exact);
            points.push_back(nearest_isotropic(C));
        }
        return NeoHookeanLaw::on({std::move(points), false});
    };
}

}  // namespace sinew
