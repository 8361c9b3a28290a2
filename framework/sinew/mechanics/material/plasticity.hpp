/// Plasticity, as a material adds it to the elastic one that it is made of.
#pragma once

#include <sinew/mechanics/material/field.hpp>

namespace sinew {

class Material;

/// Multiplicative plasticity: F = F_e F_p, and where the stress is above its yield a part of F_e
/// becomes F_p.
struct Plasticity {
    const Material* elastic = nullptr;  ///< the law of F_e
    Field<double> yield = 0.0;          ///< size of the Cauchy stress beyond which it flows [Pa]
    Field<double> flow_rate = 0.0;      ///< nu [1/s]; a step if `per_step`
    bool per_step = false;              ///< nu is of a step, however long it is, as published
};

/// The elastic law of a plastic material; of an elastic one, itself.
const Material& elastic_part(const Material& material);

}  // namespace sinew
