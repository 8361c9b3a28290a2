/// One YAML text as it stands: before includes, variables and aliases are written out.
#pragma once

#include <deque>
#include <memory>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string>
#include <vector>

namespace sinew {

/// A node of the text. Nodes belong to their Document, which also holds what aliases point to.
struct TextNode {
    /// Sort of a node of the text.
    enum class Kind { null, scalar, list, map, alias };
    /// A key of a map, its place and its value.
    struct Entry {
        std::string key;
        SourceMark key_mark;
        const TextNode* value = nullptr;
    };

    Kind kind = Kind::null;
    std::string text;  ///< of a scalar; the file of an include
    bool quoted = false;
    bool include = false;  ///< a scalar tagged !include
    bool complete = true;  ///< false while its end is not read: an alias to it would be a cycle
    SourceMark mark;
    std::vector<const TextNode*> items;
    std::vector<Entry> entries;
    const TextNode* target = nullptr;  ///< of an alias
};

/// A text with its nodes.
struct Document {
    std::shared_ptr<const SourceText> source;
    std::string folder;  ///< that includes are relative to; "" is the working directory
    std::deque<TextNode> nodes;
    const TextNode* root = nullptr;
};

/// Parses a text from `first_byte` on. Mistakes go into `diagnostics`; after one that makes the
/// rest unreadable the result is null.
std::unique_ptr<Document> parse_document(const std::shared_ptr<const SourceText>& source,
                                         std::string folder, Diagnostics& diagnostics,
                                         std::size_t first_byte = 0);

/// Adds an error, and throws all that was found when there are more than anybody reads.
void report(Diagnostics& diagnostics, SourceMark where, std::string message,
            std::string remedy = {});

/// Adds an error after which reading cannot go on, and throws all that was found.
[[noreturn]] void give_up(Diagnostics& diagnostics, SourceMark where, std::string message,
                          std::string remedy = {});

}  // namespace sinew
