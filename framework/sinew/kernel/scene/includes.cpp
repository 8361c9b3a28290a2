/// The part of Expansion that reads other files.

#include <fmt/format.h>

#include <filesystem>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/scene/expansion.hpp>
#include <sinew/kernel/scene/format_version.hpp>
#include <sinew/kernel/scene/limits.hpp>
#include <sinew/kernel/scene/source_text.hpp>

namespace sinew {

namespace fs = std::filesystem;

/// The document that an !include names, each file read once; null when that failed or would never
/// end. `open` becomes the file's entry for files_in_work_.
const Document* Expansion::load(const Document& from, const TextNode& node, OpenFile& open) {
    if (++n_includes_ > limits::includes)
        give_up(diagnostics_, node.mark,
                fmt::format("the scene has more than {} includes", limits::includes),
                "look for files that include others many times");
    if (files_in_work_.size() > limits::include_depth)
        give_up(diagnostics_, node.mark,
                fmt::format("files include files more than {} deep", limits::include_depth),
                "include them from fewer levels");
    const std::string file = substitute(node.text, node.mark);
    if (file.empty()) {
        if (node.text.empty())
            report(diagnostics_, node.mark, "!include names no file", "write !include other.yaml");
        return nullptr;
    }
    const fs::path path = (fs::path(from.folder) / file).lexically_normal();
    std::error_code error;
    open = {fs::weakly_canonical(path, error).string(), path.string()};
    if (is_include_cycle(open, node.mark)) return nullptr;
    if (const auto known = files_.find(open.key); known != files_.end()) return known->second.get();
    std::unique_ptr<Document>& document = files_[open.key];
    try {
        document = parse_document(read_source(open.name, node.mark), path.parent_path().string(),
                                  diagnostics_);
    } catch (const InputError& failed) {
        // The last is what stopped it; those before it are in the collection already.
        const Diagnostic& reason = failed.diagnostics().back();
        report(diagnostics_, reason.where, reason.message, reason.remedy);
    }
    return document.get();
}

bool Expansion::is_include_cycle(const OpenFile& file, const SourceMark& where) {
    std::string chain;
    for (const OpenFile& open : files_in_work_)
        if (!chain.empty() || open.key == file.key) chain += open.name + " -> ";
    if (chain.empty()) return false;
    report(diagnostics_, where,
           fmt::format("the files include each other in a circle: {}{}", chain, file.name),
           "a file cannot contain itself: remove one of the includes");
    return true;
}

Value Expansion::expand_include(const Document& document, const TextNode& node) {
    Value value;
    value.mark = node.mark;
    OpenFile open;
    if (const Document* const included = load(document, node, open)) {
        files_in_work_.push_back(open);
        value = expand_included(*included, *included->root);
        files_in_work_.pop_back();
    }
    return value;
}

void Expansion::declare_included(const Document& document, const TextNode& node) {
    OpenFile open;
    if (const Document* const included = load(document, node, open)) {
        files_in_work_.push_back(open);
        declare(*included, *included->root);
        files_in_work_.pop_back();
    }
}

/// An included file may carry the format version; variables it takes from the scene.
Value Expansion::expand_included(const Document& included, const TextNode& node) {
    TextNode root = node;
    std::erase_if(root.entries, [&](const TextNode::Entry& entry) {
        if (entry.key == "let")
            report(diagnostics_, entry.key_mark, "an included file cannot have its own 'let'",
                   "declare its variables in the scene: let: {...}, or let: !include FILE");
        else if (entry.key == "sinew")
            check_format_version(*entry.value, diagnostics_);
        return entry.key == "let" || entry.key == "sinew";
    });
    return expand(included, root);
}

}  // namespace sinew
