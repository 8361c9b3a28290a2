/// `axes: [x, z]`: directions of the world in which a node is constrained.
#pragma once

#include <array>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/params/params.hpp>
#include <vector>

namespace sinew {

/// An axis of the world.
enum class Axis { x, y, z };
template <>
struct EnumNames<Axis> {
    static constexpr std::array names{std::pair{"x", Axis::x}, std::pair{"y", Axis::y},
                                      std::pair{"z", Axis::z}};
};

using Axes = std::vector<Axis>;
/// x, y and z.
inline const Axes& all_axes() {
    static const Axes axes{Axis::x, Axis::y, Axis::z};
    return axes;
}

/// Flags of the constrained axes x, y, z; an InputError if none is named.
inline std::array<bool, 3> flags(const Axes& axes, const BuildContext& context) {
    if (axes.empty())
        context.fail(context.at("axes"),
                     "axes: none is named, so that nothing would be constrained",
                     "name some of x, y and z, or leave axes out to hold all");
    std::array<bool, 3> constrained{};
    for (const Axis axis : axes) constrained[std::size_t(axis)] = true;
    return constrained;
}

}  // namespace sinew
