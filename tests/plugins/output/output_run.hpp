/// A small body that falls, for the tests of outputs.
#pragma once

#include <support/small_run.hpp>

namespace sinew::testing {

/// The body's node is `block`: a cube of 1 m and 1000 kg that falls freely from z = 0 on.
class OutputRun : public SmallRun {
public:
    explicit OutputRun(const std::string& outputs, const std::string& material = "neo_hookean")
        : SmallRun("fall",
                   "sinew: 1\n"
                   "time: {end: 0.2 s, step: 0.01 s}\n"
                   "scene:\n"
                   "  - node: block\n"
                   "    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: tet4}\n"
                   "    material: {type: " +
                       material +
                       ", young: 1 MPa, poisson: 0.3, density: 1000}\n"
                       "    loads: [{type: gravity, acceleration: [0, 0, -10]}]\n"
                       "    solver: {type: implicit_newmark}\n"
                       "    outputs: " +
                       outputs + "\n") {}
};

}  // namespace sinew::testing
