/// Runs of bodies with reduction/steklov_poincare, for its tables: how they are asked for, what
/// their reports count, and the paper's figures while an elbow bends.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "stepped_scene.hpp"

namespace sinew::bench {

/// Slots of a scene that make its body, and those of one that touches itself.
inline const std::vector<std::string> body_slots{"rig", "mesh", "weights", "material",
                                                 "constraints"};
inline const std::vector<std::string> touching_slots{"rig",      "mesh",        "weights",
                                                     "material", "constraints", "couplings"};
constexpr const char* surface_unknowns =
    "reduction: {type: steklov_poincare, interior_tolerance: 3e-4}\n";
constexpr const char* volume_unknowns = "reduction: {type: steklov_poincare, unknowns: volume}\n";
constexpr const char* touches_itself = "couplings: [{type: contact}]\n";

/// Relative residual of the forces at which Newton's method ends.
constexpr double surface_tolerance = 3e-3;

/// The solver that ends there.
std::string surface_solver();

/// The report of the only body.
const nlohmann::json& surface_body_of(const nlohmann::json& report);

/// Counts of a solver's report since its start, or since another one, and the time that passed [s].
struct SurfaceCounts {
    double frames = 0, wall = 0, newton = 0, iterations = 0, linear = 0;
    double skins = 0, skinning = 0, matrices = 0, stiffness = 0;
    double solves = 0, solve_iterations = 0, interior = 0;

    static SurfaceCounts of(const nlohmann::json& report);
    nlohmann::json minus(const SurfaceCounts& before) const;
};

/// One count of minus() over another; 0 of none.
double per(const nlohmann::json& counts, const char* what, const char* of);

/// Frames in which the arm of scenes/skinning/arm_surface_contact bends, with the figures of Gao,
/// Mitchell & Sifakis 2014, section 7, second table: pairs, and seconds.
struct BendingRange {
    int first, last;  ///< frames
    const char* angle;
    int pairs;
    double interior, boundary_iteration, boundary, surface_frame;
    double volume_iteration, volume, volume_frame;
};
constexpr BendingRange bending_ranges[]{
    {0, 15, "0-45", 0, 0.093, 0.019, 0.152, 0.349, 0.013, 0.16, 0.293},
    {15, 30, "45-90", 0, 0.096, 0.02, 0.177, 0.38, 0.014, 0.174, 0.306},
    {30, 35, "90-105", 64, 0.097, 0.02, 0.198, 0.397, 0.016, 0.269, 0.407},
    {35, 40, "105-120", 239, 0.099, 0.023, 0.425, 0.619, 0.019, 1.12, 1.25},
    {40, 45, "120-135", 530, 0.098, 0.026, 0.48, 0.673, 0.02, 1.97, 2.11},
    {45, 50, "135-150", 1094, 0.097, 0.028, 0.512, 0.691, 0.022, 2.63, 2.77}};

/// Goes through the ranges, from the start: counts of each, the frames' mean still to be taken, and
/// the `energy` at its end. `look` adds to a range what it finds in the report of the body's
/// coupling after each frame. quick: two frames of the first range.
nlohmann::json bend(
    SteppedScene& run, bool quick,
    const std::function<void(const nlohmann::json& coupling, nlohmann::json& range)>& look);
/// Adds a number to one that may not be there yet.
void add_to(nlohmann::json& sum, double value);

}  // namespace sinew::bench
