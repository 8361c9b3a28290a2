/// The remedy for triangles that are open, cross or disagree: a wrap about them.
#pragma once

#include <fmt/format.h>

#include <sinew/mechanics/mesh/holes.hpp>
#include <string>

namespace sinew {

/// A wrap of the surface that a scene writes as `written` ("{type: file, ...}"). Its balls have the
/// radius `least` [m] or, where a hole would let these in, a larger one.
inline std::string wrapped(const std::string& written, const SurfaceMesh& surface, double least) {
    constexpr double for_two_digits = 1.05;
    const double closing = closing_radius(surface, least);
    return fmt::format("{{type: wrap, surface: {}, alpha: {:.2g}}}", written,
                       closing > least ? for_two_digits * closing : least);
}

}  // namespace sinew
