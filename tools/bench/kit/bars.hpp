/// The boxes of five tetrahedra a cell that the peers were measured on.
#pragma once

#include <array>
#include <string>

namespace sinew::bench {

/// `mesh:` of a box of cells with edges of 5 cm.
std::string bar_mesh(const std::array<int, 3>& cells);

/// bar16k: 4080 nodes, 16335 tetrahedra; bar11k: 2900 nodes, 11340 tetrahedra. A fraction of them
/// for --quick.
inline constexpr std::array bar16k{33, 11, 9};
inline constexpr std::array bar11k{28, 9, 9};
inline constexpr std::array small_bar{6, 3, 2};

}  // namespace sinew::bench
