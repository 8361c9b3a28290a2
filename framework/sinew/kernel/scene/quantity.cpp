#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/scene/characters.hpp>
#include <sinew/kernel/scene/limits.hpp>
#include <sinew/kernel/scene/number_expression.hpp>
#include <sinew/kernel/scene/quantity.hpp>
#include <sinew/kernel/scene/unit_expression.hpp>
#include <vector>

namespace sinew {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// Offset at which the unit starts: the first word that is no function or constant, nor an angle's
/// unit inside a function's parentheses, sin(45 deg).
std::size_t unit_position(std::string_view text) {
    std::vector<char> is_call;  // of each parenthesis that is open
    bool is_after_function = false;
    for (std::size_t i = 0; i < text.size();) {
        if (const std::size_t number = number_literal(text.substr(i))) {
            i += number;
            continue;
        }
        if (!is_letter(text[i])) {
            if (text[i] == '(') is_call.push_back(is_after_function);
            if (text[i] == ')' && !is_call.empty()) is_call.pop_back();
            is_after_function = is_after_function && text[i] == ' ';
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && is_letter(text[end])) ++end;
        const std::string_view word = text.substr(i, end - i);
        const bool is_in_call = std::find(is_call.begin(), is_call.end(), 1) != is_call.end();
        if (!is_expression_word(word) && !(is_in_call && is_angle_word(word))) return i;
        is_after_function = is_expression_word(word);
        i = end;
    }
    return text.size();
}

struct Parts {
    std::string_view number;  ///< may be empty: "1/s" alone
    std::string_view unit;    ///< starts with '/' in "10/s"
};

/// Takes `2*0.5 MPa` apart. An operator between number and unit goes to the unit (`10/s`, `2*m`,
/// and the whole fraction in `5 1/s`), so that `1/90 s` is (1/90) s and `10/s` still a rate.
Parts split(std::string_view text) {
    std::size_t at = unit_position(text);
    if (at == text.size()) return {text, {}};
    // An opening parenthesis right before the unit belongs to it: 5 (kg*m)/s.
    std::string_view number = trimmed(text.substr(0, at));
    while (!number.empty() && number.back() == '(') {
        at = number.size() - 1 + static_cast<std::size_t>(number.data() - text.data());
        number = trimmed(text.substr(0, at));
    }
    if (number.ends_with('*')) {
        number.remove_suffix(1);
    } else if (number.ends_with('/')) {
        at = static_cast<std::size_t>(number.data() - text.data()) + number.size() - 1;
        number.remove_suffix(1);
        const std::string_view before = trimmed(number);
        const bool fraction = before.ends_with(" 1") && before.size() > 2;
        const std::string_view left =
            fraction ? trimmed(before.substr(0, before.size() - 1)) : before;
        if (fraction && std::string_view("+-*/^(").find(left.back()) == std::string_view::npos)
            number = left;
    }
    return {trimmed(number), trimmed(text.substr(at))};
}

Quantity no_quantity(std::string error, std::string remedy) {
    Quantity quantity;
    quantity.error = std::move(error);
    quantity.remedy = std::move(remedy);
    return quantity;
}

const char* const how_to_write = "write a number and a unit, like 1/90 s, 2*0.5 MPa or 9.81 m/s^2";

/// YAML's own words for numbers that are none: .nan, .inf, -.Inf.
bool is_yaml_non_number(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return text == ".nan" || text == ".NaN" || text == ".NAN" || text == ".inf" || text == ".Inf" ||
           text == ".INF";
}

Quantity with_unit(std::string_view text, const Parts& parts) {
    // A word alone is a text, not a quantity; only a reciprocal unit carries its own number, 1/s.
    const bool reciprocal = parts.unit.starts_with('/');
    if (parts.number.empty() || parts.number == "-" || parts.number == "+")
        return no_quantity(quote(text) + " is not a number", how_to_write);
    const std::string unit_text = (reciprocal ? "1" : "") + std::string(parts.unit);
    const UnitResult unit = evaluate_unit(unit_text);
    if (!unit.error.empty()) return no_quantity(unit.error + " in " + quote(text), unit.remedy);
    const NumberResult number = evaluate_number(parts.number);
    if (!number.error.empty()) return no_quantity(number.error, number.remedy);
    Quantity quantity;
    quantity.value = number.value * unit.scale;
    quantity.has_unit = true;
    quantity.dimension = unit.dimension;
    if (!std::isfinite(quantity.value))
        return no_quantity(quote(text) + " is beyond what a number can hold",
                           "numbers go to 1e308");
    return quantity;
}

/// "Pa, kPa, MPa or GPa" as advice; the unit itself where no table unit has its dimension.
std::string advice(const Unit& expected) {
    if (expected.dimension == Dimension{}) return "write a bare number";
    const std::string names = units_of(expected.dimension);
    const std::string allowed = names.empty() ? std::string(expected.name) : names;
    return "allowed units: " + allowed + "; a bare number is in " + expected.name;
}

}  // namespace

Quantity evaluate_quantity(std::string_view whole) {
    const std::string_view text = trimmed(whole);
    if (text.empty()) return no_quantity("a number is missing", how_to_write);
    if (text.size() > limits::quantity_bytes)
        return no_quantity(
            "a quantity of " + std::to_string(text.size()) + " characters is too long",
            "at most " + std::to_string(limits::quantity_bytes) + " are allowed");
    if (is_yaml_non_number(text))
        return no_quantity(quote(text) + " is not a finite number", how_to_write);
    const Parts parts = split(text);
    if (!parts.unit.empty()) return with_unit(text, parts);
    const NumberResult number = evaluate_number(parts.number);
    if (!number.error.empty()) return no_quantity(number.error, number.remedy);
    Quantity quantity;
    quantity.value = number.value;
    return quantity;
}

Quantity evaluate_quantity(std::string_view text, const Unit& expected) {
    Quantity quantity = evaluate_quantity(text);
    if (!quantity.error.empty() || !quantity.has_unit || quantity.dimension == expected.dimension)
        return quantity;
    const std::string written(split(trimmed(text)).unit);
    const std::string wanted =
        expected.dimension == Dimension{} ? "a pure number" : std::string(expected.name);
    return no_quantity(quote(trimmed(text)) + " is in " + (written.starts_with('/') ? "1" : "") +
                           written + " where " + wanted + " is expected",
                       advice(expected));
}

}  // namespace sinew
