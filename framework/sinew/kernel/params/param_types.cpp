#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/params/param_types.hpp>

namespace sinew {
namespace {

bool is_acceleration(const Unit& unit) {
    return unit.dimension == unit::m_per_s2.dimension;
}

}  // namespace

namespace detail {

ItemInfo::ItemInfo(const FieldInfo& list, std::size_t index)
    : name_(fmt::format("{}[{}]", list.name, index)), info_(list) {
    info_.name = name_.c_str();
}

bool expect_list(const Value& value, const FieldInfo& info, ReadContext& context, long n,
                 const std::string& item_type) {
    if (value.is_list() && (n == any_length || value.items.size() == static_cast<std::size_t>(n)))
        return true;
    const std::string wanted =
        n == any_length ? "a list of " + item_type : fmt::format("a list of {} {}", n, item_type);
    const std::string got =
        value.is_list() ? fmt::format("a list of {}", value.items.size()) : value.describe();
    std::string remedy = info.meaning;
    if (n == 3 && item_type == "numbers")
        remedy += fmt::format("{}three numbers are wanted, as {}", remedy.empty() ? "" : ": ",
                              is_acceleration(info.unit) ? "[0, 0, -9.81]" : "[1, 2, 3]");
    return context.error(value.mark, fmt::format("{}: expected {}, got {}", info.name, wanted, got),
                         std::move(remedy));
}

std::string plural(const std::string& type_name) {
    const std::size_t end = std::min(type_name.find(' '), type_name.size());
    std::string word = type_name.substr(0, end);
    word = word == "matrix" ? "matrices" : word + "s";
    return word + type_name.substr(end);
}

std::string number_text(double value) {
    if (!std::isfinite(value)) return "";
    std::string text = fmt::format("{:.6g}", value);
    if (std::strtod(text.c_str(), nullptr) != value) text = fmt::format("{}", value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

std::string range_text(const Check& check) {
    const bool has_low = std::isfinite(check.low), has_high = std::isfinite(check.high);
    const std::string low = number_text(check.low), high = number_text(check.high);
    if (has_low && has_high)
        return fmt::format("{} {} x {} {}", low,
                           check.low_open ? "<" : "<=", check.high_open ? "<" : "<=", high);
    if (has_low) return (check.low_open ? "> " : ">= ") + low;
    if (has_high) return (check.high_open ? "< " : "<= ") + high;
    return "";
}

std::string quoted_text(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

std::string joined(const std::vector<std::string>& items, const char* separator) {
    return fmt::format("{}", fmt::join(items, separator));
}

namespace {

std::string with_unit(double value, const Unit& unit) {
    return *unit.name ? fmt::format("{:.6g} {}", value, unit.name) : fmt::format("{:.6g}", value);
}

std::string with_unit_of(const std::string& range, const Unit& unit) {
    return *unit.name ? range + " " + unit.name : range;
}

bool in_range(double x, const Value& value, const FieldInfo& info, ReadContext& context) {
    if (info.check.contains(x)) return true;
    const std::string range = range_text(info.check);
    const bool two_sided = range.find('x') != std::string::npos;
    return context.error(value.mark,
                         fmt::format("{} is {}, must be {}{}", info.name, with_unit(x, info.unit),
                                     two_sided ? "in " : "", range),
                         fmt::format("give a value {}{} ({})", two_sided ? "in " : "",
                                     with_unit_of(range, info.unit), info.meaning));
}

/// Warns of an angle of more than a turn that was written without a unit: it was meant in degrees,
/// unless it is a multiple of pi.
void warn_of_degrees(double x, const Value& value, const FieldInfo& info, ReadContext& context) {
    constexpr double turn = 2 * std::numbers::pi;
    if (std::string_view(info.unit.name) != unit::rad.name || std::abs(x) <= turn) return;
    if (value.text.find("pi") != std::string::npos) return;
    context.diagnostics.add(
        Diagnostic::warning(fmt::format("{} is {:.6g} rad, which is {:.3g} turns", info.name, x,
                                        std::abs(x) / turn))
            .remedy(fmt::format("a number without a unit is in radians: write {0:.6g} deg if "
                                "degrees are meant, {0:.6g} rad if not",
                                x))
            .at(value.mark)
            .on(context.node_path, context.plugin));
}

/// The number a scalar stands for, in SI, whatever its range.
bool read_number(const Value& value, const FieldInfo& info, ReadContext& context, double& out) {
    if (!value.is_scalar()) {
        const std::string wanted =
            *info.unit.name ? fmt::format("a number in {}", info.unit.name) : "a number";
        return context.error(value.mark,
                             value.is_null() ? fmt::format("{} has no value", info.name)
                                             : fmt::format("{}: expected {}, got {}", info.name,
                                                           wanted, value.describe()),
                             info.meaning);
    }
    const Quantity quantity = evaluate_quantity(value.text, info.unit);
    if (!quantity.error.empty())
        return context.error(value.mark, fmt::format("{}: {}", info.name, quantity.error),
                             quantity.remedy);
    out = quantity.value;
    if (!quantity.has_unit) warn_of_degrees(out, value, info, context);
    return true;
}

}  // namespace

std::string suggestion(const std::string& word, const std::vector<std::string>& names,
                       const std::vector<FormerName>& former) {
    for (const FormerName& renamed : former)
        if (renamed.former == word) return fmt::format("it is now called '{}'", renamed.name);
    return sinew::suggestion(word, names);
}

bool read_integer(const Value& value, const FieldInfo& info, ReadContext& context, long low,
                  long high, long& out) {
    double x = 0;
    if (!read_number(value, info, context, x)) return false;
    if (x != std::round(x))
        return context.error(value.mark, fmt::format("{} is {}, must be a whole number", info.name,
                                                     with_unit(x, info.unit)));
    // Beyond 2^53 a double cannot tell neighbours apart.
    constexpr double largest = 9007199254740992.0;
    const Check& check = info.check;
    const double least =
        std::max({static_cast<double>(low), -largest, check.low + (check.low_open ? 1 : 0)});
    const double most =
        std::min({static_cast<double>(high), largest, check.high - (check.high_open ? 1 : 0)});
    const bool is_written_out = std::abs(x) < 1e15;
    if (x < std::max(static_cast<double>(low), -largest) ||
        x > std::min(static_cast<double>(high), largest))
        return context.error(
            value.mark,
            fmt::format("{} is {}, which is too large for an integer", info.name,
                        is_written_out ? fmt::format("{:.0f}", x) : fmt::format("{:.6g}", x)),
            fmt::format("allowed are whole numbers from {:.0f} to {:.0f}", least, most));
    if (!in_range(x, value, info, context)) return false;
    out = static_cast<long>(x);
    return true;
}

bool read_choice(const Value& value, const FieldInfo& info, ReadContext& context,
                 const std::vector<std::string>& names, const std::vector<FormerName>& former,
                 std::size_t& out) {
    if (!value.is_scalar())
        return context.error(value.mark,
                             fmt::format("{}: expected one of {}, got {}", info.name, joined(names),
                                         value.describe()),
                             info.meaning);
    for (out = 0; out < names.size(); ++out)
        if (names[out] == value.text) return true;
    return context.error(value.mark, fmt::format("{} cannot be '{}'; {}", info.name, value.text,
                                                 suggestion(value.text, names, former)));
}

ParamDoc document(const FieldInfo& info, std::string type, std::string schema,
                  std::string default_value) {
    ParamDoc doc;
    doc.name = info.name;
    doc.type = std::move(type);
    doc.unit = info.unit.name;
    doc.range = range_text(info.check);
    doc.default_value = info.is_required ? "" : std::move(default_value);
    doc.required = info.is_required;
    doc.meaning = info.meaning;
    doc.schema = std::move(schema);
    return doc;
}

}  // namespace detail

bool ParamType<double>::read(const Value& value, const FieldInfo& info, ReadContext& context,
                             double& out) {
    double x = 0;
    if (!detail::read_number(value, info, context, x)) return false;
    if (!detail::in_range(x, value, info, context)) return false;
    out = x;
    return true;
}

bool ParamType<bool>::read(const Value& value, const FieldInfo& info, ReadContext& context,
                           bool& out) {
    if (value.is_scalar() && (value.text == "true" || value.text == "false")) {
        out = value.text == "true";
        return true;
    }
    return context.error(
        value.mark, fmt::format("{}: expected true or false, got {}", info.name, value.describe()),
        info.meaning);
}

bool ParamType<std::string>::read(const Value& value, const FieldInfo& info, ReadContext& context,
                                  std::string& out) {
    if (!value.is_scalar())
        return context.error(
            value.mark, fmt::format("{}: expected a text, got {}", info.name, value.describe()),
            info.meaning);
    out = value.text;
    return true;
}

}  // namespace sinew
