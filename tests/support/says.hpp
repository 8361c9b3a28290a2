/// Patterns in what a program prints.
#pragma once

#include <regex>
#include <string>

namespace sinew::test {

/// True if a part of the text fits the pattern, a regular expression.
inline bool says(const std::string& text, const std::string& pattern) {
    return std::regex_search(text, std::regex(pattern));
}

}  // namespace sinew::test
