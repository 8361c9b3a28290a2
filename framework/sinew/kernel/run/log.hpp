/// The messages of a run to its user, on standard error.
#pragma once

#include <functional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string>

namespace sinew {

/// Logs a message of a line.
void log_info(const std::string& text);
/// A diagnostic as it is formatted, with its place and remedy.
void log_diagnostic(const Diagnostic& diagnostic);

/// While it lives, hears each diagnostic that is logged, from whatever thread: a run keeps them in
/// its report. One at a time.
class LogListener {
public:
    /// `hear` is called for each diagnostic.
    explicit LogListener(std::function<void(const Diagnostic&)> hear);
    ~LogListener();
    LogListener(const LogListener&) = delete;
    LogListener& operator=(const LogListener&) = delete;
};

}  // namespace sinew
