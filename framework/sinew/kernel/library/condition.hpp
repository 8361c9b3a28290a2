/// Conditions of traits and refusals: what a plugin's parameters must be so that one holds.
#pragma once

#include <optional>
#include <sinew/kernel/library/description.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// A comparison of a parameter with a value: "potential=barrier", "newton.iterations!=0". It views
/// the text that it was read from.
struct Condition {
    std::string_view parameter;  ///< its path
    std::string_view value;
    bool is_negated = false;

    /// True if it holds for a parameter that is written so. Numbers are compared as numbers, since
    /// scenes may write them as expressions: 0, 0.0 and 2*0 are one.
    bool holds_for(std::string_view written) const;
};

/// Nothing if the text is no condition.
std::optional<Condition> read_condition(std::string_view text);

/// A trait as a plugin lists it, "strict if fast=true".
struct ListedTrait {
    std::string_view name;
    std::string_view condition;  ///< empty: it always has the trait
};
ListedTrait read_trait(std::string_view text);

/// The parameter at a path, "newton.iterations"; nullptr if there is none.
const ParamDoc* parameter_at(const std::vector<ParamDoc>& params, std::string_view path);

/// The default of the parameter at a path as a scene would write it; empty if there is none.
std::string default_at(const std::vector<ParamDoc>& params, std::string_view path);

/// True if an object of the plugin meets a condition; a text that is no condition is met.
/// `written`: its value in the scene; nullptr where all parameters are at their defaults.
bool is_met(std::string_view condition, const PluginDescription& plugin, const Value* written);

/// True if an object of the plugin has a trait, by its parameters where the plugin lists the trait
/// under a condition. `written` as above.
bool has_trait(const PluginDescription& plugin, const Value* written, std::string_view trait);

/// The mistake in the traits and refusals of a plugin, in words that follow its name; empty if they
/// can be asked.
std::string mistake_in_declarations(const PluginDescription& plugin);

}  // namespace sinew
