#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/scene/budget.hpp>
#include <sinew/kernel/scene/limits.hpp>

namespace sinew {

Extent extent_of(const Value& value) {
    Extent sum{1, value.text.size() + value.path.size(), 0};
    const auto add = [&](const Value& child) {
        const Extent extent = extent_of(child);
        sum.values += extent.values;
        sum.bytes += extent.bytes;
        sum.height = std::max(sum.height, extent.height);
    };
    for (const Value& item : value.items) add(item);
    for (const Value::Entry& entry : value.entries) {
        sum.bytes += entry.key.size();
        add(entry.value);
    }
    ++sum.height;
    return sum;
}

void Budget::spend(std::size_t values, std::size_t bytes, const SourceMark& where) {
    values_ += values;
    bytes_ += bytes;
    const char* const remedy =
        "big data belongs in mesh files; look for aliases or variables that multiply each other";
    if (values_ > limits::values)
        give_up(diagnostics_, where,
                fmt::format("the scene comes to more than {} values once aliases, variables and "
                            "includes are written out",
                            limits::values),
                remedy);
    if (bytes_ > limits::bytes)
        give_up(
            diagnostics_, where,
            fmt::format("the scene comes to more than {} MB once aliases, variables and includes "
                        "are written out",
                        limits::bytes / (1024 * 1024)),
            remedy);
}

}  // namespace sinew
