#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/system/active_window.hpp>

namespace sinew {

bool ActiveWindow::active(double t) const {
    constexpr double tolerance = 1e-9;
    if (until && t > *until + tolerance * std::abs(*until)) return false;
    if (!from) return true;
    const double margin = tolerance * std::abs(*from);
    return t > *from + margin || (t <= 0 && *from <= margin);
}

void ActiveWindow::check(const ActiveWindow& window, BuildContext& context) {
    if (window.from && window.until && *window.until <= *window.from)
        context.fail(fmt::format("it would never act: until {:.6g} s is not after from {:.6g} s",
                                 *window.until, *window.from),
                     "give an `until` that is later than `from`");
}

}  // namespace sinew
