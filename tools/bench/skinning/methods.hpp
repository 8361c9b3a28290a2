/// The ways to skin a body that are compared on one rig.
#pragma once

#include <array>

namespace sinew::bench {

struct Method {
    const char *name, *label;
    const char* slots;  ///< material and formulation
    const char* skin;   ///< blend of a procedural skin; else "": bones hold what is near them
    /// The energy grows without bound as det F goes to 0: then no element may be inverted. Under
    /// `mixed` it does so as det S goes to 0, which is less.
    bool resists_inversion;
    const char* linear = "type: cholesky";
};

inline constexpr std::array methods{
    Method{"linear_blend", "linear blend", "material: {type: linear}\n", "linear", false},
    Method{"dual_quaternion", "dual quaternions", "material: {type: linear}\n", "dual_quaternion",
           false},
    Method{"corotational", "corotational, standard FEM",
           "material: {type: corotational, young: 300 kPa, poisson: 0.4}\n", "", false},
    Method{"ex_rotated", "ex-rotated",
           "material: {type: ex_rotated, young: 300 kPa, poisson: 0.4}\n", "", false},
    Method{"ex_rotated_surface", "ex-rotated, surface alone",
           "material: {type: ex_rotated, young: 300 kPa, poisson: 0.4}\nreduction: {type: "
           "steklov_poincare}\n",
           "", false, "type: pcg, preconditioner: own"},
    Method{"mixed", "mixed, corotational",
           "material: {type: corotational, young: 300 kPa, poisson: 0.4}\nformulation: {type: "
           "mixed}\n",
           "", false},
    Method{"rigged_arap", "rigged arap (F - R)", "material: {type: rigged_arap, young: 300 kPa}\n",
           "", false},
    Method{
        "mixed_neo_hookean", "mixed, stable neo-Hookean",
        "material: {type: stable_neo_hookean, young: 300 kPa, poisson: 0.4}\nformulation: {type: "
        "mixed}\n",
        "", false},
    Method{"mixed_barrier", "mixed, neo-Hookean",
           "material: {type: neo_hookean, young: 300 kPa, poisson: 0.4}\nformulation: {type: "
           "mixed}\n",
           "", false},
    Method{"neo_hookean", "neo-Hookean, standard FEM",
           "material: {type: neo_hookean, young: 300 kPa, poisson: 0.4}\n", "", true},
};

}  // namespace sinew::bench
