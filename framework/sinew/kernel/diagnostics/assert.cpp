#include <cstdio>
#include <sinew/kernel/diagnostics/assert.hpp>

namespace sinew::detail {

void assertion_failed(const char* condition, const char* file, int line,
                      const std::string& values) {
    std::fprintf(stderr, "%s:%d: assertion failed: %s%s%s\n", file, line, condition,
                 values.empty() ? "" : ": ", values.c_str());
    std::abort();
}

}  // namespace sinew::detail
