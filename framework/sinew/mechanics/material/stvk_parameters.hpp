/// Materials whose law is that of St. Venant and Kirchhoff, for what is exact for it alone.
#pragma once

#include <sinew/mechanics/material/lame.hpp>
#include <vector>

namespace sinew {

struct VolumeMesh;

struct ElasticConstants {
    double young = 0;  ///< [Pa]
    double poisson = 0;

    Lame lame() const { return lame_from(young, poisson); }
    bool operator==(const ElasticConstants&) const = default;
};

/// What material/stvk is beside a Material; found by dynamic_cast.
class StvkMaterial {
public:
    virtual ~StvkMaterial() = default;
    /// Of every element. Throws InputError if a field does not fit the mesh.
    virtual std::vector<ElasticConstants> constants(const VolumeMesh& mesh) const = 0;
};

}  // namespace sinew
