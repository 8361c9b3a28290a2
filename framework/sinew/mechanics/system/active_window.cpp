#include <cmath>
#include <sinew/mechanics/system/active_window.hpp>

namespace sinew {

bool ActiveWindow::active(double t) const {
    constexpr double tolerance = 1e-9;
    if (until && t > *until + tolerance * std::abs(*until)) return false;
    if (!from) return true;
    const double margin = tolerance * std::abs(*from);
    return t > *from + margin || (t <= 0 && *from <= margin);
}

}  // namespace sinew
