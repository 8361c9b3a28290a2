/// Prepares a scene's text for yaml-cpp.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sinew {

/// Writes the braces of `${name}` as two control characters (the text holds none of its own), since
/// YAML ends a plain word of a flow list or map at a brace: `{young: ${E}}`. No byte moves.
std::string hide_variables(std::string text);

/// Undoes it, in a scalar or key.
std::string show_variables(std::string text);

/// The offset at which more brackets are open than any scene has, or npos. yaml-cpp keeps all that
/// stands in an open bracket in memory, so this is asked first; brackets in quotes and comments
/// count, which is why the bound lies far above limits::depth.
std::size_t too_many_brackets(std::string_view text);

}  // namespace sinew
