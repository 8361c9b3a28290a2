/// The characters that names and numbers of scenes are made of, whatever the locale.
#pragma once

namespace sinew {

/// 0 to 9.
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Letters of names of variables, units and functions.
constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace sinew
