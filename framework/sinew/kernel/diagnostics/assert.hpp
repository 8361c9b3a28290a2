/// A programmer's mistake: prints the condition, both values and the place, then aborts.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <string>

namespace sinew::detail {

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line,
                                   const std::string& values);

}  // namespace sinew::detail

#define SINEW_ASSERT(condition, ...)                                          \
    do {                                                                      \
        if (!(condition))                                                     \
            ::sinew::detail::assertion_failed(#condition, __FILE__, __LINE__, \
                                              ::fmt::format("" __VA_ARGS__)); \
    } while (false)
