/// The text of a C++ file as far as it matters to who compiles it.
#pragma once

#include <string>
#include <string_view>

namespace sinew::stamp {

/// `text` without comments, without whitespace between tokens that stay apart without it, and with
/// every preprocessor directive on a line of its own. Files of equal bare text declare the same.
std::string bare_text(std::string_view text);

}  // namespace sinew::stamp
