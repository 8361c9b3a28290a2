/// Ranges of numbers, which are checked on reading and printed in the reference.
#pragma once

#include <limits>

namespace sinew {

/// An interval of numbers; open ends exclude the bound.
struct Check {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool low_open = false;
    bool high_open = false;

    /// True if x lies in the range.
    constexpr bool contains(double x) const {
        return (low_open ? x > low : x >= low) && (high_open ? x < high : x <= high);
    }
};

inline constexpr Check any_number{};
/// x > 0
inline constexpr Check positive{0, std::numeric_limits<double>::infinity(), true, false};
/// x >= 0
inline constexpr Check non_negative{0, std::numeric_limits<double>::infinity(), false, false};

/// low < x < high
constexpr Check between(double low, double high) {
    return {low, high, true, true};
}
/// low <= x <= high
constexpr Check from_to(double low, double high) {
    return {low, high, false, false};
}
/// x >= low
constexpr Check at_least(double low) {
    return {low, std::numeric_limits<double>::infinity()};
}

}  // namespace sinew
