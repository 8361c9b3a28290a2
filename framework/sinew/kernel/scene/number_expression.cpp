#include <muParser.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/scene/characters.hpp>
#include <sinew/kernel/scene/limits.hpp>
#include <sinew/kernel/scene/number_expression.hpp>

namespace sinew {
namespace {

constexpr std::string_view known_words[] = {"pi",   "e",    "sqrt", "sin", "cos", "tan",
                                            "asin", "acos", "atan", "exp", "abs"};
constexpr const char* allowed_in_numbers =
    "numbers, + - * / ^ and parentheses, pi, e, sqrt, sin, cos, tan, asin, acos, atan, exp and abs "
    "are allowed";

/// muParser with our functions and constants only: no assignment, no ternary, no lists, no locale.
mu::Parser make_parser() {
    mu::Parser parser;
    parser.ClearConst();
    parser.ClearFun();
    parser.ResetLocale();
    parser.DefineConst("pi", std::numbers::pi);
    parser.DefineConst("e", std::numbers::e);
    const auto function = [&](const char* name, double (*f)(double)) { parser.DefineFun(name, f); };
    function("sqrt", [](double x) { return std::sqrt(x); });
    function("sin", [](double x) { return std::sin(x); });
    function("cos", [](double x) { return std::cos(x); });
    function("tan", [](double x) { return std::tan(x); });
    function("asin", [](double x) { return std::asin(x); });
    function("acos", [](double x) { return std::acos(x); });
    function("atan", [](double x) { return std::atan(x); });
    function("exp", [](double x) { return std::exp(x); });
    function("abs", [](double x) { return std::fabs(x); });
    parser.DefinePostfixOprt("deg", [](double x) { return x * std::numbers::pi / 180; });
    parser.DefinePostfixOprt("rad", [](double x) { return x; });
    return parser;
}

/// The first part of the text that is not of our syntax, so that muParser never sees operators that
/// it reads its own way (`?:`, `=`, `,`, `&&`, `<`).
std::string foreign_part(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (const std::size_t number = number_literal(text.substr(i))) {
            i += number;
        } else if (is_letter(c)) {
            std::size_t end = i;
            while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
            const std::string_view word = text.substr(i, end - i);
            if (!is_expression_word(word) && !is_angle_word(word)) return std::string(word);
            i = end;
        } else if (std::string_view("+-*/^() ").find(c) != std::string_view::npos) {
            ++i;
        } else {
            return std::string(text.substr(i, character_size(text, i)));
        }
    }
    return {};
}

NumberResult no_number(std::string error, std::string remedy = allowed_in_numbers) {
    return {0, std::move(error), std::move(remedy)};
}

NumberResult checked(double value, std::string_view text) {
    if (std::isnan(value)) return no_number(quote(text) + " is not a number: it has no value", {});
    if (std::isinf(value)) return no_number(quote(text) + " is infinite", "write a finite number");
    return {value, {}, {}};
}

/// Folds runs of signs, `2--3` and `--3`: muParser refuses them, and `-${x}` makes them.
std::string fold_signs(std::string_view text) {
    std::string folded;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '+' && text[i] != '-') {
            folded += text[i++];
            continue;
        }
        const std::size_t run = std::min(text.find_first_not_of("+- ", i), text.size());
        const std::size_t last = text.find_last_of("+-", run - 1);
        bool negative = false;
        for (; i <= last; ++i) negative ^= text[i] == '-';
        const std::size_t before = folded.find_last_not_of(' ');
        const bool binary = before != std::string::npos &&
                            std::string_view("*/^(").find(folded[before]) == std::string_view::npos;
        if (negative || binary) folded += negative ? '-' : '+';
    }
    return folded;
}

}  // namespace

bool is_angle_word(std::string_view word) {
    return word == "deg" || word == "rad";
}

bool is_expression_word(std::string_view word) {
    for (const std::string_view known : known_words)
        if (word == known) return true;
    return false;
}

std::size_t number_literal(std::string_view text) {
    std::size_t i = 0;
    std::size_t digits = 0;
    const auto skip_digits = [&] {
        for (; i < text.size() && is_digit(text[i]); ++i) ++digits;
    };
    skip_digits();
    if (i < text.size() && text[i] == '.') {
        ++i;
        skip_digits();
    }
    if (digits == 0) return 0;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        std::size_t j = i + 1;
        if (j < text.size() && (text[j] == '+' || text[j] == '-')) ++j;
        if (j < text.size() && is_digit(text[j])) {
            i = j;
            skip_digits();
        }
    }
    return i;
}

NumberResult evaluate_number(std::string_view expression) {
    // Nearly every number is a literal: muParser would take a hundred times as long for it.
    double literal = 0;
    const std::string_view unsigned_part =
        expression.starts_with('+') ? expression.substr(1) : expression;
    const char* const end = unsigned_part.data() + unsigned_part.size();
    const std::string_view digits =
        expression.starts_with('-') ? expression.substr(1) : unsigned_part;
    if (!digits.empty() && number_literal(digits) == digits.size()) {
        const auto [stop, status] = std::from_chars(unsigned_part.data(), end, literal);
        if (status == std::errc::result_out_of_range)
            return no_number(quote(expression) + " is beyond what a number can hold",
                             "numbers go from 1e-308 to 1e308");
        if (status == std::errc() && stop == end) return checked(literal, expression);
    }

    if (const std::string foreign = foreign_part(expression); !foreign.empty())
        return no_number(quote(expression) + " is not a number: " + quote(foreign) +
                         " means nothing in it");
    try {
        thread_local mu::Parser parser = make_parser();
        parser.SetExpr(fold_signs(expression));
        return checked(parser.Eval(), expression);
    } catch (const mu::Parser::exception_type& error) {
        return no_number(quote(expression) + " is not arithmetic: " + error.GetMsg());
    }
}

}  // namespace sinew
