#include <cmath>
#include <numbers>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/scene/characters.hpp>
#include <sinew/kernel/scene/unit_expression.hpp>
#include <vector>

namespace sinew {
namespace {

struct NamedUnit {
    const char* name;
    double scale;
    Dimension dimension;
};

constexpr Dimension power{{1, 2, -3, 0, 0}};
constexpr Dimension temperature{{0, 0, 0, 0, 1}};

constexpr NamedUnit table[] = {
    {"kg", 1, unit::kg.dimension},
    {"g", 1e-3, unit::kg.dimension},
    {"mg", 1e-6, unit::kg.dimension},
    {"t", 1e3, unit::kg.dimension},
    {"m", 1, unit::m.dimension},
    {"km", 1e3, unit::m.dimension},
    {"dm", 1e-1, unit::m.dimension},
    {"cm", 1e-2, unit::m.dimension},
    {"mm", 1e-3, unit::m.dimension},
    {"um", 1e-6, unit::m.dimension},
    {"nm", 1e-9, unit::m.dimension},
    {"s", 1, unit::s.dimension},
    {"ms", 1e-3, unit::s.dimension},
    {"us", 1e-6, unit::s.dimension},
    {"ns", 1e-9, unit::s.dimension},
    {"min", 60, unit::s.dimension},
    {"h", 3600, unit::s.dimension},
    {"Hz", 1, unit::Hz.dimension},
    {"kHz", 1e3, unit::Hz.dimension},
    {"MHz", 1e6, unit::Hz.dimension},
    {"rad", 1, unit::rad.dimension},
    {"mrad", 1e-3, unit::rad.dimension},
    {"deg", std::numbers::pi / 180, unit::rad.dimension},
    {"N", 1, unit::N.dimension},
    {"mN", 1e-3, unit::N.dimension},
    {"kN", 1e3, unit::N.dimension},
    {"MN", 1e6, unit::N.dimension},
    {"Pa", 1, unit::Pa.dimension},
    {"kPa", 1e3, unit::Pa.dimension},
    {"MPa", 1e6, unit::Pa.dimension},
    {"GPa", 1e9, unit::Pa.dimension},
    {"J", 1, unit::J.dimension},
    {"mJ", 1e-3, unit::J.dimension},
    {"kJ", 1e3, unit::J.dimension},
    {"MJ", 1e6, unit::J.dimension},
    {"W", 1, power},
    {"mW", 1e-3, power},
    {"kW", 1e3, power},
    {"MW", 1e6, power},
    {"K", 1, temperature},
};

/// A recursive-descent reader of
///     unit   = power { ('*' | '/' | blank) power }
///     power  = factor [ '^' ['-'] digit ]
///     factor = name | '1' | '(' unit ')'
class UnitReader {
public:
    explicit UnitReader(std::string_view text) : text_(text) {}

    UnitResult read() {
        UnitResult result = product(0);
        if (!failed_ && position_ < text_.size()) fail_at_position();
        if (failed_) return failure_;
        return result;
    }

private:
    UnitResult product(int depth) {
        UnitResult result = raised(depth);
        bool divided = false;
        while (!failed_) {
            skip_blanks();
            const char c = peek();
            if (c == '*' || c == '/') {
                ++position_;
                divided = divided || c == '/';
                multiply(result, raised(depth), c == '*' ? 1 : -1);
            } else if (is_letter(c) || c == '(') {
                // In 'kg/m s' readers disagree about where the second belongs: say so.
                if (divided) {
                    fail("the unit " + quote(text_) + " can be read in two ways",
                         "use * and parentheses: kg/(m*s) or kg/m*s");
                    break;
                }
                multiply(result, raised(depth), 1);
            } else {
                break;
            }
        }
        return result;
    }

    UnitResult raised(int depth) {
        UnitResult base = factor(depth);
        skip_blanks();
        if (failed_ || peek() != '^') return base;
        ++position_;
        skip_blanks();
        const int sign = peek() == '-' ? -1 : 1;
        if (sign < 0) ++position_;
        const char digit = peek();
        if (digit < '1' || digit > '9') {
            fail_at_position();
            return {};
        }
        ++position_;
        UnitResult result;
        multiply(result, base, sign * (digit - '0'));
        return result;
    }

    UnitResult factor(int depth) {
        skip_blanks();
        if (peek() == '(' && depth < 10) {
            ++position_;
            const UnitResult inner = product(depth + 1);
            skip_blanks();
            if (!failed_ && peek() != ')') fail_at_position();
            ++position_;
            return inner;
        }
        if (peek() == '1') {
            ++position_;
            return {};
        }
        std::size_t end = position_;
        while (end < text_.size() && is_letter(text_[end])) ++end;
        if (end == position_) {
            fail_at_position();
            return {};
        }
        const std::string_view name = text_.substr(position_, end - position_);
        position_ = end;
        for (const NamedUnit& known : table)
            if (name == known.name) return {known.scale, known.dimension, {}, {}};
        unknown(name);
        return {};
    }

    void multiply(UnitResult& result, const UnitResult& other, int exponent) {
        result.scale *= std::pow(other.scale, exponent);
        for (std::size_t i = 0; i < result.dimension.powers.size(); ++i) {
            const int sum = result.dimension.powers[i] + exponent * other.dimension.powers[i];
            if (sum < -100 || sum > 100)
                fail("the unit " + quote(text_) + " has a power beyond 100", "use smaller powers");
            else
                result.dimension.powers[i] = static_cast<signed char>(sum);
        }
    }

    void unknown(std::string_view name) {
        std::vector<std::string> names;
        for (const NamedUnit& known : table) names.emplace_back(known.name);
        fail("unknown unit " + quote(name), suggestion(name, names));
    }

    void fail_at_position() {
        if (position_ >= text_.size())
            return fail("the unit " + quote(text_) + " ends too early", "write it like kg/m^3");
        const std::string_view rest = text_.substr(position_);
        fail("the unit " + quote(text_) + " cannot be read from " + quote(rest),
             "arithmetic stands before the unit, (1 + 2)/3 m; units are joined by * / and ^, like "
             "kg/m^3");
    }

    void fail(std::string error, std::string remedy) {
        if (failed_) return;  // the first error is the cause of the others
        failed_ = true;
        failure_.error = std::move(error);
        failure_.remedy = std::move(remedy);
    }

    char peek() const { return position_ < text_.size() ? text_[position_] : '\0'; }
    void skip_blanks() {
        while (peek() == ' ') ++position_;
    }

    std::string_view text_;
    std::size_t position_ = 0;
    bool failed_ = false;
    UnitResult failure_;
};

}  // namespace

UnitResult evaluate_unit(std::string_view text) {
    return UnitReader(text).read();
}

std::string units_of(const Dimension& dimension) {
    std::string names;
    for (const NamedUnit& known : table)
        if (known.dimension == dimension)
            names += (names.empty() ? "" : ", ") + std::string(known.name);
    return names;
}

}  // namespace sinew
