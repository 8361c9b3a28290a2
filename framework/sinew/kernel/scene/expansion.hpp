/// Writes documents out: aliases, includes and variables become values.
#pragma once

#include <map>
#include <memory>
#include <sinew/kernel/scene/budget.hpp>
#include <sinew/kernel/scene/document.hpp>
#include <sinew/kernel/scene/overrides.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <string>
#include <vector>

namespace sinew {

/// Expands the documents of one scene.
class Expansion {
public:
    /// `top_file` is the scene's file, for the chain of an include cycle; may be empty.
    Expansion(Diagnostics& diagnostics, const std::string& top_file);

    /// Declares the variables of a `let:`, a map or an !include of one.
    void declare(const Document& document, const TextNode& let);

    /// Applies `--set let.NAME=...`, before any variable is used.
    void override_variable(const ParsedOverride& option);

    /// The value of a node, written out.
    Value expand(const Document& document, const TextNode& node);

    /// Writes every variable out, so that mistakes in unused ones are found too.
    void check_variables();

    /// The budget that all values are spent from.
    Budget& budget() { return budget_; }

private:
    struct Variable {
        enum class Progress { waiting, expanding, done, failed };
        const Document* document = nullptr;
        const TextNode* node = nullptr;
        std::vector<const ParsedOverride*> patches;  // of places inside it
        Progress state = Progress::waiting;
        Value value;
        Extent extent;
    };

    struct OpenFile {
        std::string key;   // canonical path
        std::string name;  // as written
    };

    Value expand_scalar(const TextNode& node);
    Value expand_quoted(const TextNode& node, const Variable& of);
    Value expand_include(const Document& document, const TextNode& node);
    Value expand_included(const Document& included, const TextNode& node);
    std::string substitute(const std::string& text, const SourceMark& where);
    const Variable* variable(const std::string& name, const SourceMark& where);
    void expand_variable(const std::string& name, Variable& variable);
    const Document* load(const Document& from, const TextNode& node, OpenFile& open);
    bool is_include_cycle(const OpenFile& file, const SourceMark& where);
    void declare_included(const Document& document, const TextNode& node);
    void report_variable_cycle(const std::string& name, const SourceMark& where);
    std::vector<std::string> variable_names() const;

    Diagnostics& diagnostics_;
    Budget budget_;
    std::size_t depth_ = 0;
    std::map<std::string, Variable, std::less<>> variables_;
    std::vector<std::string> variables_in_work_;
    std::map<std::string, std::unique_ptr<Document>> files_;  // by canonical path; null: unreadable
    std::vector<OpenFile> files_in_work_;
    std::size_t n_includes_ = 0;
};

}  // namespace sinew
