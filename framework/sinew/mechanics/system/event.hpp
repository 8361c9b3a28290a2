/// Numerical events: values that are returned, not thrown.
#pragma once

#include <string>

namespace sinew {

/// Failure of an evaluation, or none.
struct Event {
    enum class Kind { none, inverted, not_finite, not_definite, not_converged } kind = Kind::none;
    std::string body;    ///< path of the body, if one is concerned
    long element = -1;   ///< the first element concerned
    std::string detail;  ///< further words: a value, a count

    explicit operator bool() const { return kind != Kind::none; }
    /// "element 12 of /beam is inverted (det F = -0.1)"
    std::string describe() const;
};

}  // namespace sinew
