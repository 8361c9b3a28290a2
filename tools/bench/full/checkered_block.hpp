/// A block of tetrahedra whose stiffness jumps from one part to the next.
#pragma once

#include <string>

namespace sinew::bench {

/// An Abaqus file of the unit cube: n x n x n cells of five tetrahedra each, in 4 x 4 x 4 parts
/// that are in turn in the element sets `soft` and `hard`.
std::string checkered_block(int n);

}  // namespace sinew::bench
