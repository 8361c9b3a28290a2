/// The unit part of a quantity, `kg/m^3`: units, their products and powers.
#pragma once

#include <sinew/kernel/scene/quantity.hpp>
#include <string>
#include <string_view>

namespace sinew {

/// Result of evaluate_unit.
struct UnitResult {
    double scale = 1;  ///< of the unit, in SI
    Dimension dimension;
    std::string error;  ///< empty if all is well
    std::string remedy;
};

/// Reads `kg/m^3`, `N*m`, `m s^-2`, `1/s`, `kg/(m*s)`.
UnitResult evaluate_unit(std::string_view text);

/// Names of known units of that dimension: "Pa, kPa, MPa, GPa"; empty if there is none.
std::string units_of(const Dimension& dimension);

}  // namespace sinew
