/// "Did you mean": the names nearest to a misspelt one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// At most `most` of `names` within an edit distance (with transpositions) of a third of the
/// word's length (at least 2), but never of more than half of the longer name, nearest first.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& names,
                                 std::size_t most = 3);

/// "did you mean 'young'?" or "allowed: a, b, c" when nothing is near. Where no edit leads to a
/// name, one is near that begins with the word, or that the word begins with, from three letters
/// on.
std::string suggestion(std::string_view word, const std::vector<std::string>& names);

}  // namespace sinew
