/// Quantities: an arithmetic expression and a unit, `1/90 s`, `2*0.5 MPa`, `9.81 m/s^2`.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace sinew {

/// Powers of kilogram, metre, second, radian and kelvin.
/// (Angle is kept as a dimension so that `90 deg` cannot become a length.)
struct Dimension {
    std::array<signed char, 5> powers{};
    constexpr bool operator==(const Dimension&) const = default;
};

/// A unit: its dimension, its name for messages, and its size in SI.
struct Unit {
    Dimension dimension;
    const char* name = "";  ///< "Pa"; "" for pure numbers
};

namespace unit {
inline constexpr Unit one{{{0, 0, 0, 0, 0}}, ""};
inline constexpr Unit kg{{{1, 0, 0, 0, 0}}, "kg"};
inline constexpr Unit m{{{0, 1, 0, 0, 0}}, "m"};
inline constexpr Unit m2{{{0, 2, 0, 0, 0}}, "m^2"};
inline constexpr Unit m3{{{0, 3, 0, 0, 0}}, "m^3"};
inline constexpr Unit s{{{0, 0, 1, 0, 0}}, "s"};
inline constexpr Unit per_s{{{0, 0, -1, 0, 0}}, "1/s"};
inline constexpr Unit Hz{{{0, 0, -1, 0, 0}}, "Hz"};
inline constexpr Unit rad{{{0, 0, 0, 1, 0}}, "rad"};
inline constexpr Unit rad_per_s{{{0, 0, -1, 1, 0}}, "rad/s"};
inline constexpr Unit m_per_s{{{0, 1, -1, 0, 0}}, "m/s"};
inline constexpr Unit m_per_s2{{{0, 1, -2, 0, 0}}, "m/s^2"};
inline constexpr Unit N{{{1, 1, -2, 0, 0}}, "N"};
inline constexpr Unit N_per_m{{{1, 0, -2, 0, 0}}, "N/m"};
inline constexpr Unit Nm{{{1, 2, -2, 0, 0}}, "N*m"};
inline constexpr Unit Pa{{{1, -1, -2, 0, 0}}, "Pa"};
inline constexpr Unit Pa_per_m{{{1, -2, -2, 0, 0}}, "Pa/m"};
inline constexpr Unit Pa_s{{{1, -1, -1, 0, 0}}, "Pa*s"};
inline constexpr Unit J{{{1, 2, -2, 0, 0}}, "J"};
inline constexpr Unit kg_per_m3{{{1, -3, 0, 0, 0}}, "kg/m^3"};
inline constexpr Unit N_per_m3{{{1, -2, -2, 0, 0}}, "N/m^3"};
inline constexpr Unit kg_per_s{{{1, 0, -1, 0, 0}}, "kg/s"};
}  // namespace unit

/// Result of evaluating a quantity's text: a number in SI, or an error.
struct Quantity {
    double value = 0;  ///< in SI units (radians, kilograms, metres, seconds)
    bool has_unit =
        false;  ///< a unit was written; a bare number is SI in whatever unit is expected
    Dimension dimension;
    std::string error;  ///< empty if all is well; else one sentence
    std::string remedy;
};

/// Evaluates `expression [unit]`. Never throws; NaN and infinity are errors.
Quantity evaluate_quantity(std::string_view text);

/// The same, checked against the dimension that is expected; the error names both units.
Quantity evaluate_quantity(std::string_view text, const Unit& expected);

}  // namespace sinew
