#include <sinew/mechanics/pose/pose_material.hpp>

namespace sinew {
namespace {

// No scene can name these arrays.
constexpr const char* young = "\nyoung at the pose";
constexpr const char* poisson = "\npoisson at the pose";

}  // namespace

PoseMaterial::PoseMaterial(const PoseModuli& moduli, Index pose)
    : material_(moduli.material()), moduli_(moduli.at(pose)) {
    provenance = material_.provenance;
    common = material_.common;
}

void PoseMaterial::give(VolumeMesh& mesh) const {
    mesh.element_arrays[young] = moduli_.young.transpose();
    mesh.element_arrays[poisson] = moduli_.poisson.transpose();
}

std::optional<Moduli> PoseMaterial::moduli(const VolumeMesh& mesh) const {
    return Moduli{mesh.element_arrays.at(young).transpose(),
                  mesh.element_arrays.at(poisson).transpose()};
}

std::unique_ptr<PointLaw> PoseMaterial::bind(const VolumeMesh& mesh) const {
    return material_.bind_with(*moduli(mesh), mesh);
}

std::vector<ElasticConstants> PoseMaterial::constants(const VolumeMesh& mesh) const {
    const Moduli all = *moduli(mesh);
    std::vector<ElasticConstants> each;
    for (Index e = 0; e < all.young.size(); ++e) each.push_back({all.young[e], all.poisson[e]});
    return each;
}

}  // namespace sinew
