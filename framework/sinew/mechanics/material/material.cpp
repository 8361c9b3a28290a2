#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/material/material.hpp>

namespace sinew {

std::unique_ptr<PointLaw> Material::bind_with(const Moduli&, const VolumeMesh&) const {
    SINEW_ASSERT(false, "{} has no moduli to replace", provenance.plugin);
    return nullptr;
}

}  // namespace sinew
