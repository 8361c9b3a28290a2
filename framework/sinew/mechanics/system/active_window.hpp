/// `from:` and `until:`: when a constraint, load or coupling acts.
#pragma once

#include <limits>
#include <optional>
#include <sinew/kernel/params/params.hpp>

namespace sinew {

class BuildContext;

/// Parameters of the interval of time in which an object acts.
struct ActiveWindow {
    std::optional<double> from;
    std::optional<double> until;
    static constexpr auto fields = std::tuple{
        field("from", &ActiveWindow::from, unit::s,
              "Acts from this time on; from the start if absent"),
        field("until", &ActiveWindow::until, unit::s,
              "Acts before this time; to the end if absent"),
    };

    /// Acts in the step that ends at t: from < t <= until (and at t = 0 if from <= 0), with a
    /// tolerance of 1e-9 of the bounds, so that `until: 1 s` releases in the first step that ends
    /// past 1 s.
    bool active(double t) const;
    /// True if it acts in no step that begins at t or later.
    bool is_over(double t) const;
    /// Fails where it would never act, and warns where it does not before the scene's end.
    /// `structure`: the parameter that holds the window ("sources[0]"); empty: the object itself.
    static void check(const ActiveWindow& window, BuildContext& context,
                      const std::string& structure = {});
};

}  // namespace sinew
