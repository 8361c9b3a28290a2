/// Linear extension of fields beyond the nodes where they are known.
#pragma once

#include <cstdint>
#include <sinew/mechanics/grid/grid.hpp>
#include <vector>

namespace sinew {

/// Gives a field values at nodes where it is not known, layer by layer: the means of what the known
/// neighbours' values and gradients say, among the 26 about a node, near ones counting more. The
/// gradient of a node on the edge of what is known is that of the linear function that fits its
/// known neighbours best, by least squares, as far as they span space; a new node has the mean of
/// its neighbours' gradients. A field that is linear where it is known goes on so.
///
/// known: 1 at nodes that are; nodes that get values become 2, nodes beyond `layers` stay 0. Bits
/// do not depend on the number of threads.
void extend_linearly(const Lattice& lattice, VectorField& field, int layers,
                     std::vector<std::uint8_t>& known);

}  // namespace sinew
