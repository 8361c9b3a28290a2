/// A free body that falls, whose steps have closed forms.
#pragma once

#include <support/small_run.hpp>

namespace sinew::testing {

/// The displacement [m] along z of the centre of a cube that falls from rest at 10 m/s^2, at 0 and
/// after each of 20 steps of 0.01 s.
inline std::vector<double> falling(const std::string& solver) {
    const SmallRun run("fall", R"(sinew: 1
time: {end: 0.2 s, step: 0.01 s}
scene:
  - node: cube
    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2]}
    material: {type: neo_hookean, young: 10 kPa, poisson: 0.3, density: 1000}
    loads: [{type: gravity, acceleration: [0, 0, -10]}]
    solver: {type: )" + solver + R"(}
    outputs: [{type: probe, name: centre, at: [0.5, 0.5, 0.5]}]
)");
    std::vector<double> z;
    if (run.run() != 0) return z;
    for (const auto& row : run.table("out/fall-centre.csv")) z.push_back(row.at(3));
    return z;
}

}  // namespace sinew::testing
