/// Cases that cannot run everywhere.
#pragma once

#include <string>

namespace sinew::test {

/// Prints "SKIPPED: reason". ctest counts the case as skipped, unless it fails as well; the caller
/// returns.
void skip(const std::string& reason);

}  // namespace sinew::test
