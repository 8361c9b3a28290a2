/// The number part of a quantity, `2*sqrt(3)/1e3`: arithmetic on constants.
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// True if a word is a function or constant of expressions (pi, e, sqrt, sin, ...), not a unit.
bool is_expression_word(std::string_view word);

/// True for deg and rad, which may stand behind a number inside a function: sin(45 deg).
bool is_angle_word(std::string_view word);

/// Result of evaluate_number.
struct NumberResult {
    double value = 0;
    std::string error;  ///< empty if all is well
    std::string remedy;
};

/// Evaluates + - * / ^, parentheses, pi, e, functions of one number, and angles in deg or rad. NaN
/// and infinity are errors.
NumberResult evaluate_number(std::string_view expression);

/// Bytes of the number literal (`12`, `.5`, `1e-3`) that `text` starts with; 0 if it starts with
/// none. An `e` that no digits follow belongs to what comes next.
std::size_t number_literal(std::string_view text);

}  // namespace sinew
