#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/library/condition.hpp>
#include <sinew/kernel/scene/quantity.hpp>

namespace sinew {

namespace {

/// The mistake in a condition of what is named; empty if there is none.
std::string mistake_in(std::string_view text, const std::string& of,
                       const std::vector<ParamDoc>& params) {
    if (text.empty()) return {};
    const std::optional<Condition> condition = read_condition(text);
    if (!condition)
        return fmt::format("the condition {} of its {} is no comparison", quote(text), of);
    if (!parameter_at(params, condition->parameter))
        return fmt::format(
            "the condition {} of its {} asks for {}, which is none of its parameters", quote(text),
            of, quote(condition->parameter));
    return {};
}

/// The value at a path of parameters, "newton.iterations"; nullptr if it is not written.
const Value* written_at(const Value* value, std::string_view path) {
    while (value && !path.empty()) {
        const std::size_t end = std::min(path.find('.'), path.size());
        value = value->find(path.substr(0, end));
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return value;
}

bool lacks_a_text(const Refusal& refusal) {
    for (const char* text :
         {refusal.kind, refusal.trait, refusal.when, refusal.slot, refusal.slot_trait,
          refusal.default_without, refusal.problem, refusal.remedy})
        if (text == nullptr) return true;
    return false;
}

}  // namespace

bool Condition::holds_for(std::string_view written) const {
    if (written == value) return !is_negated;
    const Quantity one = evaluate_quantity(written), other = evaluate_quantity(value);
    const bool is_equal = one.error.empty() && other.error.empty() && one.value == other.value;
    return is_equal != is_negated;
}

std::optional<Condition> read_condition(std::string_view text) {
    const std::size_t sign = text.find('=');
    if (sign == text.npos) return std::nullopt;
    const bool is_negated = sign > 0 && text[sign - 1] == '!';
    const std::string_view parameter = text.substr(0, is_negated ? sign - 1 : sign);
    if (parameter.empty()) return std::nullopt;
    return Condition{parameter, text.substr(sign + 1), is_negated};
}

ListedTrait read_trait(std::string_view text) {
    constexpr std::string_view if_ = " if ";
    const std::size_t end = text.find(if_);
    if (end == text.npos) return {text, {}};
    return {text.substr(0, end), text.substr(end + if_.size())};
}

const ParamDoc* parameter_at(const std::vector<ParamDoc>& params, std::string_view path) {
    const std::size_t end = std::min(path.find('.'), path.size());
    for (const ParamDoc& param : params) {
        if (param.name != path.substr(0, end)) continue;
        return end == path.size() ? &param : parameter_at(param.nested, path.substr(end + 1));
    }
    return nullptr;
}

std::string default_at(const std::vector<ParamDoc>& params, std::string_view path) {
    const ParamDoc* param = parameter_at(params, path);
    return param ? param->default_value : "";
}

bool is_met(std::string_view text, const PluginDescription& plugin, const Value* written) {
    const std::optional<Condition> condition = read_condition(text);
    if (!condition) return true;
    const Value* value = written_at(written, condition->parameter);
    return condition->holds_for(value ? value->text
                                      : default_at(plugin.params(), condition->parameter));
}

bool has_trait(const PluginDescription& plugin, const Value* written, std::string_view wanted) {
    return std::any_of(plugin.traits.begin(), plugin.traits.end(), [&](std::string_view listed) {
        const ListedTrait trait = read_trait(listed);
        return trait.name == wanted && is_met(trait.condition, plugin, written);
    });
}

std::string mistake_in_declarations(const PluginDescription& plugin) {
    if (plugin.traits.empty() && plugin.refusals.empty()) return {};
    const std::vector<ParamDoc> params = plugin.params();
    for (const std::string& text : plugin.traits) {
        const ListedTrait trait = read_trait(text);
        const std::string of = fmt::format("trait {}", quote(trait.name));
        if (std::string mistake = mistake_in(trait.condition, of, params); !mistake.empty())
            return mistake;
    }
    for (const Refusal& refusal : plugin.refusals) {
        if (lacks_a_text(refusal)) return "a text of one of its refusals is null";
        const std::string of =
            *refusal.kind == '\0' ? "refusal" : fmt::format("refusal of {}", quote(refusal.kind));
        if (std::string mistake = mistake_in(refusal.when, of, params); !mistake.empty())
            return mistake;
    }
    return {};
}

}  // namespace sinew
