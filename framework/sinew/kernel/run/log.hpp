/// The messages of a run to its user, on standard error.
#pragma once

#include <functional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string>

namespace sinew {

/// Logs a message of a line.
void log_info(const std::string& text);
/// The same where the log is not quiet.
void log_note(const std::string& text);
/// A diagnostic as it is formatted, with its place and remedy; a note only where the log is not
/// quiet.
void log_diagnostic(const Diagnostic& diagnostic);

/// Leaves out notes from now on, or no longer; listeners hear them all the same.
void keep_log_quiet(bool quiet);

/// While it lives, a diagnostic that has been logged is not logged again, nor heard: for commands
/// that build a scene more than once. One at a time.
class LogEachOnce {
public:
    LogEachOnce();
    ~LogEachOnce();
    LogEachOnce(const LogEachOnce&) = delete;
    LogEachOnce& operator=(const LogEachOnce&) = delete;
};

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
