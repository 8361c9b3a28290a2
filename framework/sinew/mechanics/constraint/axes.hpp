/// `axes: [x, z]`: directions of the world in which a node is held.
#pragma once

#include <array>
#include <sinew/kernel/params/params.hpp>
#include <vector>

namespace sinew {

enum class Axis { x, y, z };
template <>
struct EnumNames<Axis> {
    static constexpr std::array names{std::pair{"x", Axis::x}, std::pair{"y", Axis::y},
                                      std::pair{"z", Axis::z}};
};

using Axes = std::vector<Axis>;
inline const Axes& all_axes() {
    static const Axes axes{Axis::x, Axis::y, Axis::z};
    return axes;
}

inline std::array<bool, 3> flags(const Axes& axes) {
    std::array<bool, 3> held{};
    for (const Axis axis : axes) held[std::size_t(axis)] = true;
    return held;
}

}  // namespace sinew
