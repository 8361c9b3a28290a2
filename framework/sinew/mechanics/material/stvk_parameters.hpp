/// Materials whose law is that of St. Venant and Kirchhoff, for what is exact for it alone.
#pragma once

#include <sinew/mechanics/law/lame.hpp>
#include <vector>

namespace sinew {

struct VolumeMesh;

/// Young's modulus and Poisson's ratio of an element.
struct ElasticConstants {
    double young = 0;  ///< [Pa]
    double poisson = 0;

    /// The Lame parameters [Pa].
    Lame lame() const { return lame_from(young, poisson); }
    bool operator==(const ElasticConstants&) const = default;
};

/// The constants of a St. Venant-Kirchhoff law: see Material::stvk.
class StvkMaterial {
public:
    virtual ~StvkMaterial() = default;
    /// Constants of every element. Throws InputError if a field does not fit the mesh.
    virtual std::vector<ElasticConstants> constants(const VolumeMesh& mesh) const = 0;
};

}  // namespace sinew
