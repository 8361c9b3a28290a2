/// The way out of a computation that a signal has ended.
#pragma once

#include <exception>

namespace sinew {

/// Leaves a computation that was asked to stop (see run/stop_signal.hpp). It is no error: whoever
/// turns exceptions into errors lets it pass.
class Stopped : public std::exception {
public:
    const char* what() const noexcept override { return "stopped by a signal"; }
};

}  // namespace sinew
