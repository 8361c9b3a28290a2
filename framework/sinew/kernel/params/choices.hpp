/// One choice from the names of several enumerations.
#pragma once

#include <sinew/kernel/params/param_types.hpp>
#include <variant>

namespace sinew {

/// A variant of enums, all with EnumNames and names of their own: a scene writes the name of a
/// value of any of them.
template <class First, class... Others>
requires(std::is_enum_v<First>&&...&&
             std::is_enum_v<Others>) struct ParamType<std::variant<First, Others...>> {
    using Choices = std::variant<First, Others...>;

    static std::vector<std::string> names() {
        std::vector<std::string> all = ParamType<First>::names();
        const auto append = [&](const std::vector<std::string>& more) {
            all.insert(all.end(), more.begin(), more.end());
        };
        (append(ParamType<Others>::names()), ...);
        return all;
    }
    static bool read(const Value& value, const FieldInfo& info, ReadContext& context,
                     Choices& out) {
        std::size_t chosen = 0;
        if (!detail::read_choice(value, info, context, names(), {}, chosen)) return false;
        if (!take<First>(chosen, out)) (take<Others>(chosen, out) || ...);
        return true;
    }
    static std::string type_name(const FieldInfo&) { return "choice"; }
    static std::string range(const FieldInfo&) { return "one of: " + detail::joined(names()); }
    static std::string schema(const FieldInfo&) { return detail::choice_schema(names()); }
    static std::string show(const Choices& value, const FieldInfo& info) {
        return std::visit(
            [&](auto choice) { return ParamType<decltype(choice)>::show(choice, info); }, value);
    }

private:
    /// Takes the value of that number if the enum has so many; else counts them off.
    template <class Enum>
    static bool take(std::size_t& chosen, Choices& out) {
        constexpr auto& values = EnumNames<Enum>::names;
        if (chosen >= values.size()) {
            chosen -= values.size();
            return false;
        }
        out = values[chosen].second;
        return true;
    }
};

/// The values of one of the enumerations, in their order.
template <class Enum, class Choices>
std::vector<Enum> chosen_of(const std::vector<Choices>& values) {
    std::vector<Enum> some;
    for (const Choices& value : values)
        if (const Enum* choice = std::get_if<Enum>(&value)) some.push_back(*choice);
    return some;
}

}  // namespace sinew
