/// Scenes of solids in a room of solver/eulerian_coupled, and the tables that they leave.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <support/small_run.hpp>
#include <vector>

#include "grid_scene.hpp"

namespace sinew::test {

inline const std::string empty_room =
    "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [20, 20, 20]}\n      fluid: {density: "
    "0}\n";

/// A scene of a room with bodies, `solver` being what follows its type.
inline std::string room(const std::string& solver, const std::string& bodies,
                        const std::string& time = "{end: 0.5 s, step: 0.125 s}",
                        const std::string& outputs = "{type: energy}") {
    return grid_scene("room", solver, bodies, time, outputs);
}

/// A box of 0.3 m whose lower corner is at x; `more` goes below its material.
inline std::string box(const std::string& name, const std::string& x, const std::string& more = "",
                       double density = 500) {
    return cube(name, x, density, more);
}

/// Rows of a table of numbers, without its head.
inline std::vector<std::vector<double>> table(const testing::SmallRun& run,
                                              const std::string& file) {
    const std::vector<std::vector<double>> rows = run.table(file);
    REQUIRE(rows.size() > 1);
    return rows;
}

/// Columns of output/energy.
enum EnergyColumn { kinetic = 1, elastic = 2, p_x = 6, p_z = 8 };

}  // namespace sinew::test
