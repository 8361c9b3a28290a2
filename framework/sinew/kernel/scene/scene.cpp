/// Turns a text into the tree of values that the rest of Sinew reads.

#include <fmt/format.h>

#include <filesystem>
#include <list>
#include <sinew/kernel/scene/document.hpp>
#include <sinew/kernel/scene/expansion.hpp>
#include <sinew/kernel/scene/format_version.hpp>
#include <sinew/kernel/scene/overrides.hpp>
#include <sinew/kernel/scene/paths.hpp>
#include <sinew/kernel/scene/source_text.hpp>
#include <sinew/kernel/scene/value.hpp>

namespace sinew {
namespace {

/// The map that a scene must be; its format version is checked before anything is made of it.
const TextNode& checked_root(const Document& document, Diagnostics& diagnostics) {
    const TextNode& root = *document.root;
    const char* const first_line = "the first line of a scene is 'sinew: 1'";
    if (root.kind != TextNode::Kind::map) {
        const char* const what = root.kind == TextNode::Kind::list   ? "a list"
                                 : root.kind == TextNode::Kind::null ? "empty"
                                                                     : "a text";
        give_up(
            diagnostics, root.mark,
            fmt::format("a scene is a map of keys such as 'sinew', 'time' and 'scene'; this is {}",
                        what),
            first_line);
    }
    for (const TextNode::Entry& entry : root.entries) {
        if (entry.key != "sinew") continue;
        check_format_version(*entry.value, diagnostics);
        return root;
    }
    give_up(diagnostics, root.mark, "the scene does not say its format version", first_line);
}

/// Overrides are read first: those of `let` change what the others are made from.
std::list<ParsedOverride> parse_overrides(const std::vector<Override>& overrides,
                                          Diagnostics& diagnostics) {
    std::list<ParsedOverride> parsed;
    for (const Override& override_ : overrides) {
        std::optional<ParsedOverride> option = parse_override(override_, diagnostics);
        if (!option) continue;
        if (option->words[0].name == "sinew")
            report(diagnostics, option->words[0].mark, "the format version belongs to the file",
                   "change the line 'sinew:' of the scene");
        else
            parsed.push_back(std::move(*option));
    }
    return parsed;
}

Value make_scene(const std::shared_ptr<const SourceText>& source, const std::string& folder,
                 const std::string& file, const std::vector<Override>& overrides) {
    Diagnostics diagnostics;
    const std::unique_ptr<Document> document = parse_document(source, folder, diagnostics);
    if (!document) throw InputError(diagnostics.all());
    TextNode root = checked_root(*document, diagnostics);

    const std::list<ParsedOverride> options = parse_overrides(overrides, diagnostics);
    Expansion expansion(diagnostics, file);
    std::erase_if(root.entries, [&](const TextNode::Entry& entry) {
        if (entry.key != "let") return false;
        expansion.declare(*document, *entry.value);
        return true;
    });
    for (const ParsedOverride& option : options)
        if (option.words[0].name == "let") expansion.override_variable(option);

    Value scene = expansion.expand(*document, root);
    expansion.check_variables();
    for (const ParsedOverride& option : options) {
        if (option.words[0].name == "let") continue;
        set_value(scene, option, 0, expansion.expand(*option.value, *option.value->root),
                  diagnostics);
    }
    assign_paths(scene, expansion.budget());
    diagnostics.throw_if_errors();
    return scene;
}

}  // namespace

Value read_scene(const std::string& file, const std::vector<Override>& overrides) {
    return make_scene(read_source(file), std::filesystem::path(file).parent_path().string(), file,
                      overrides);
}

Value parse_scene(const std::string& text, const std::string& name,
                  const std::vector<Override>& overrides) {
    return make_scene(checked_source(name, text), "", "", overrides);
}

}  // namespace sinew
