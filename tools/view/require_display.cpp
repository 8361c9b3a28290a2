#include "require_display.hpp"

#include <unistd.h>
#include <X11/Xlib.h>

#include <cstdlib>
#include <iostream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew::view {

namespace {

/// Xlib would call exit().
int end_without_display(Display*) {
    std::cerr << format(Diagnostic::error("the display went away, and the window with it")
                            .remedy("look whether the X server, or the connection to it, has "
                                    "ended; what was written before is whole"))
              << std::endl;
    ::_exit(1);
}

}  // namespace

void require_display(const std::string& command) {
    const char* name = std::getenv("DISPLAY");
    const bool is_named = name && *name;
    // Stays open: Xvfb starts anew when its last client leaves, and refuses others meanwhile.
    if (is_named && XOpenDisplay(nullptr)) {
        XSetIOErrorHandler(end_without_display);
        return;
    }
    throw InputError(
        Diagnostic::error(is_named ? "there is no window to open: no X server answers at DISPLAY=" +
                                         std::string(name)
                                   : "there is no display to open a window on: DISPLAY is not set")
            .remedy("work on a desktop or over `ssh -X`; without a screen, run it as `xvfb-run -a "
                    "sinew " +
                    command + " ...`"));
}

}  // namespace sinew::view
