/// Linear extension of fields beyond the nodes where they are known.
#pragma once

#include <cstdint>
#include <sinew/mechanics/grid/grid.hpp>
#include <span>
#include <vector>

namespace sinew {

/// Gives the fields values at nodes that are not known, layer by layer: those of the linear
/// function that fits best, by least squares, what is known within two nodes of each, near nodes
/// counting more. A field that is linear where it is known goes on so. Where the known nodes do not
/// span space a layer takes their mean.
///
/// known: 1 at nodes that are; nodes that get values become 2, nodes beyond `layers` stay 0. Bits
/// do not depend on the number of threads.
void extend_linearly(const Lattice& lattice, std::span<VectorField* const> fields, int layers,
                     std::vector<std::uint8_t>& known);

}  // namespace sinew
