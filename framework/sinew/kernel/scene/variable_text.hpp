/// `${name}` in a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// A literal or a variable in a text.
struct TextPiece {
    std::string text;  ///< the literal, or the variable's name
    bool variable = false;
};

/// A text in pieces, or the error in it.
struct TextPieces {
    std::vector<TextPiece> pieces;
    std::string error;  ///< empty if all is well
    std::string remedy;

    /// The text is one variable and nothing else: it may stand for a list or map.
    bool is_one_variable() const { return pieces.size() == 1 && pieces[0].variable; }
};

/// Takes a text apart; `$${` is a literal `${`.
TextPieces split_variables(std::string_view text);

/// Letters, digits and underscores, not starting with a digit.
bool is_variable_name(std::string_view name);

}  // namespace sinew
