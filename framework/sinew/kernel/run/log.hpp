/// What a run tells its user, on standard error.
#pragma once

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string>

namespace sinew {

void log_info(const std::string& text);
/// A diagnostic as it is formatted, with its place and remedy.
void log_diagnostic(const Diagnostic& diagnostic);

}  // namespace sinew
