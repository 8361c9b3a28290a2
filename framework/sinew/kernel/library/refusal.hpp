/// Refusals: what a plugin says, ahead of any building, that it does not work with.
#pragma once

#include <string>

namespace sinew {

/// One declaration of a plugin: it does not work with the objects of a kind that have a trait. The
/// graph asks where a scene is read, so that such a scene is refused before a mesh is made. An
/// object on the node of the plugin is meant, or, of plugins in slots that act on a subtree, on any
/// node of that.
///
///     static constexpr std::array refusals{
///         Refusal{.kind = "coupling",
///                 .trait = coupling_trait::unbounded_stiffness,
///                 .problem = "{plugin} of {node} knows no bound on its stiffness",
///                 .remedy = "use an implicit solver"}};
///
/// A condition compares a parameter, as it is written or by its default, with a value:
/// "potential=barrier", "newton.iterations!=0". An empty one always holds.
struct Refusal {
    const char* kind = "";   ///< of what is refused: "load"
    const char* trait = "";  ///< of those that are refused; all are if it is empty
    bool is_wanted = false;  ///< those without the trait are refused
    const char* when = "";   ///< condition on the plugin's own parameters
    /// Only where this parameter holds an object with the trait, written or by default; by default
    /// only as long as there is no object of the kind that may change it.
    const char* slot = "";
    const char* slot_trait = "";
    const char* default_without = "";
    /// The mistake, with {plugin} and {node} for what is refused, and {slot} for the plugin in
    /// `slot`.
    const char* problem = "";
    const char* remedy = "";
};

/// The problem of a refusal in words, of a plugin on a node and of the plugin in the slot. Objects
/// that ask again when they are built say it in the same words.
std::string problem_of(const Refusal& refusal, const std::string& plugin, const std::string& node,
                       const std::string& in_slot = {});

}  // namespace sinew
