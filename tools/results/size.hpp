/// `--size WxH` of pictures and windows.
#pragma once

#include <string>
#include <utility>

namespace sinew::results {

/// Width and height in pixels; throws UsageError for anything else than two sensible numbers.
std::pair<int, int> read_size(const std::string& text);

}  // namespace sinew::results
