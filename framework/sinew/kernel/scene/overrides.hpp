/// `--set PATH=VALUE`.
#pragma once

#include <memory>
#include <optional>
#include <sinew/kernel/scene/document.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <string>
#include <vector>

namespace sinew {

/// One word of a path: a key or node name, or a place in a list.
struct PathWord {
    std::string name;  ///< empty for a place
    std::size_t place = 0;
    SourceMark mark;

    bool is_place() const { return name.empty(); }
};

/// An override whose path and value are read.
struct ParsedOverride {
    std::vector<PathWord> words;
    std::unique_ptr<Document> value;
};

/// True if a value comes from the text of an override.
bool is_from_option(const SourceMark& mark);

/// Mistakes go into `diagnostics`; marks name the text `--set PATH=VALUE`.
std::optional<ParsedOverride> parse_override(const Override& override_, Diagnostics& diagnostics);

/// Puts a value where the words from `first` on lead, below `tree`: replaces what is there or adds
/// a key to a map that is there. Inside a node, an object or a variable the maps that lead to the
/// key are made too.
void set_value(Value& tree, const ParsedOverride& option, std::size_t first, Value value,
               Diagnostics& diagnostics);

}  // namespace sinew
