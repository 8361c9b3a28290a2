#include "size.hpp"

#include <cstdio>
#include <sinew/kernel/diagnostics/program.hpp>

namespace sinew::results {

std::pair<int, int> read_size(const std::string& text) {
    char rest = 0;
    int width = 0, height = 0;
    const int n = std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest);
    const auto fits = [](int pixels) { return pixels >= 64 && pixels <= 8192; };
    if (n != 2 || !fits(width) || !fits(height))
        throw UsageError("--size takes WIDTHxHEIGHT, each from 64 to 8192, such as 1280x720");
    return {width, height};
}

}  // namespace sinew::results
