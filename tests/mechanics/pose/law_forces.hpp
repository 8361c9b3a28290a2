/// Forces of a law on the elements of a mesh.
#pragma once

#include <catch2/catch.hpp>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/mesh/element.hpp>

namespace sinew::test {

/// Forces of all nodes under displacements u, at time t.
inline Vector forces(const VolumeMesh& mesh, const LawOfMesh& law, const Vector& u, double t = 0) {
    Assembler assembler(displacement_forces(mesh, law, force_degree(mesh.type)));
    assembler.move_to(t);
    Vector f;
    REQUIRE_FALSE(assembler.forces(u, f));
    return f;
}

}  // namespace sinew::test
