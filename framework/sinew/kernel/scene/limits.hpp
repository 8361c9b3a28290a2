/// Upper bounds on the size of a scene: far above what people write, far below what hurts a
/// machine.
#pragma once

#include <cstddef>

namespace sinew::limits {

inline constexpr std::size_t file_bytes = 8 * 1024 * 1024;
inline constexpr std::size_t depth = 100;  ///< of lists and maps in each other
inline constexpr std::size_t values =
    1'000'000;  ///< with aliases, variables and includes written out
inline constexpr std::size_t bytes = 256 * 1024 * 1024;  ///< of texts, keys and paths, written out
inline constexpr std::size_t aliases = 10'000;           ///< in one file
inline constexpr std::size_t include_depth = 16;
inline constexpr std::size_t includes = 1000;             ///< in one scene
inline constexpr std::size_t scalar_bytes = 1024 * 1024;  ///< of one text after substitution
inline constexpr std::size_t key_bytes = 200;
inline constexpr std::size_t quantity_bytes = 1000;
inline constexpr int errors = 50;  ///< reading stops here: nobody reads more at once

}  // namespace sinew::limits
