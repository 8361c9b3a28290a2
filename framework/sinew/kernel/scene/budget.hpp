/// Counts what a scene comes to once aliases, variables and includes are written out.
#pragma once

#include <cstddef>
#include <sinew/kernel/scene/document.hpp>
#include <sinew/kernel/scene/value.hpp>

namespace sinew {

/// Size of a tree of values.
struct Extent {
    std::size_t values = 0;
    std::size_t bytes = 0;   ///< of texts, keys and paths
    std::size_t height = 0;  ///< 1 for a scalar
};

/// The size of a value with all that is inside it.
Extent extent_of(const Value& value);

/// Refuses small texts that come to gigabytes (the "billion laughs").
class Budget {
public:
    /// Mistakes found so far are thrown along with its own.
    explicit Budget(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    /// Throws InputError at `where` when the sum of all that was spent is more than a scene may
    /// have.
    void spend(std::size_t values, std::size_t bytes, const SourceMark& where);

private:
    Diagnostics& diagnostics_;
    std::size_t values_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace sinew
