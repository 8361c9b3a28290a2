#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/material/plasticity.hpp>

namespace sinew {

const Material& elastic_part(const Material& material) {
    const Plasticity* plasticity = material.plasticity();
    return plasticity ? *plasticity->elastic : material;
}

}  // namespace sinew
