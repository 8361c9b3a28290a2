/// An X server of our own, since Debian's VTK renders only under one.
#pragma once

#include <sys/types.h>

namespace sinew::results {

/// Starts Xvfb on a free display and points DISPLAY at it; ends it again. Where there is no Xvfb,
/// the user's own display serves. Throws InputError if there is neither.
class Display {
public:
    Display();
    ~Display();
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;

private:
    pid_t server_ = -1;
};

}  // namespace sinew::results
