/// Texts of the user inside messages: shortened, and harmless to a terminal.
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// The text with control characters (and bytes that are not UTF-8) written as '?', line breaks and
/// tabs as spaces.
std::string printable(std::string_view text);

/// `'text'`, printable and cut to 60 characters with "..." where it is longer.
std::string quote(std::string_view text);

/// The text with each of its words cut to 200 characters, and with "..." where one was longer:
/// messages hold names and texts of the user, of any length. Paths stay whole, as far as a file can
/// have one.
std::string shortened(std::string_view text);

/// Code points in a text; a byte that is no UTF-8 counts as one.
std::size_t n_characters(std::string_view text);

/// True if the text is UTF-8 throughout.
bool is_utf8(std::string_view text);

/// Bytes of the code point that starts at `position` (1 for a byte that starts none).
std::size_t character_size(std::string_view text, std::size_t position);

}  // namespace sinew
